// libseat: seatd, logind or a process of its own behind one interface.
#pragma once
#include <libseat.h>
#include <stdarg.h>
#include <stdio.h>

// libseat's log as lines of text. It hands over a va_list, which is a structure on ARM: Swift takes none in a callback.

typedef void (*cseat_line)(const char *text);

// Who gets the lines: `next` from now on, unless it is NULL. (Swift makes no variables of a header's, so it lies in here.)
static inline cseat_line cseat_receiver(cseat_line next) {
    static cseat_line receiver;
    if (next) receiver = next;
    return receiver;
}

static inline void cseat_log(enum libseat_log_level level, const char *format, va_list arguments) {
    (void)level;
    char line[512];
    if (vsnprintf(line, sizeof line, format, arguments) >= 0) cseat_receiver(NULL)(line);
}

// From now on `receiver` gets each line of libseat's log, in whichever thread it is written. The text is valid during
// the call.
static inline void cseat_send_log(enum libseat_log_level level, cseat_line receiver) {
    cseat_receiver(receiver);
    libseat_set_log_level(level);
    libseat_set_log_handler(cseat_log);
}
