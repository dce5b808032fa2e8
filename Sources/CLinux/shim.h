// Linux interfaces that the Glibc module leaves out or that Swift cannot import.
#pragma once
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/signalfd.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <linux/memfd.h>
#include <linux/vt.h>
#include <linux/kd.h>
