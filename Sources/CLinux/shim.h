// Linux interfaces that the Glibc module leaves out. No feature macros here: they would give the types that both
// modules share two unlike definitions.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <linux/memfd.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/sysmacros.h>
#include <sys/timex.h>
#include <sys/types.h>

// GNU interfaces, which the headers declare only under a feature macro.
int memfd_create(const char *name, unsigned int flags);
int pidfd_open(pid_t pid, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
enum {
    CLINUX_ADD_SEALS = 1033,  // F_ADD_SEALS of fcntl(2), and so on
    CLINUX_GET_SEALS = 1034,
    CLINUX_SEAL_SEAL = 1,
    CLINUX_SEAL_SHRINK = 2,
    CLINUX_SEAL_GROW = 4,
    CLINUX_SEAL_WRITE = 8,
};

// prctl is variadic, which Swift does not call.
static inline int clinux_prctl(int option, unsigned long argument) { return prctl(option, argument, 0, 0, 0); }

// Its number is put together by a macro, which Swift does not import.
enum { CLINUX_TTY_GET_DEVICE = TIOCGDEV };
// For requests whose argument is a number. What Swift offers passes an int, and the kernel reads a long.
static inline int clinux_ioctl(int descriptor, unsigned long request, unsigned long argument) {
    return ioctl(descriptor, request, argument);
}
