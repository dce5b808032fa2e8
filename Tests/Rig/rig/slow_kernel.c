/* Makes modesets and probes of one display device slow, for the program that it is preloaded into: SLOW_DEVICE is the
   device's path, SLOW_MODESET and SLOW_PROBE are seconds. The kernel's locks are not held meanwhile. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MODE_ATOMIC = 0xC03864BC, GET_CONNECTOR = 0xC05064A7 };
enum { ALLOW_MODESET = 0x400, TEST_ONLY = 0x100, COUNT_MODES = 32 };

static int is_slow(int descriptor) {
    char link[64], path[256];
    const char *device = getenv("SLOW_DEVICE");
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!device || length < 0) return 0;
    path[length] = 0;
    return !strcmp(path, device);
}

static void wait_for(const char *name) {
    const char *seconds = getenv(name);
    if (seconds) sleep((unsigned)atoi(seconds));
}

int ioctl(int descriptor, unsigned long request, ...) {
    static int (*next)(int, unsigned long, void *);
    if (!next) next = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if ((uint32_t)request == MODE_ATOMIC && is_slow(descriptor)) {
        uint32_t flags = *(uint32_t *)argument;
        if ((flags & ALLOW_MODESET) && !(flags & TEST_ONLY)) wait_for("SLOW_MODESET");
    }
    if ((uint32_t)request == GET_CONNECTOR && is_slow(descriptor) && !*(uint32_t *)((char *)argument + COUNT_MODES))
        wait_for("SLOW_PROBE");
    return next(descriptor, request, argument);
}
