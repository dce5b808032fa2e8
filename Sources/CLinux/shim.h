// Linux interfaces that the Glibc module leaves out. No feature macros here: they would give the types that both
// modules share two unlike definitions.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <linux/kd.h>
#include <linux/vt.h>
