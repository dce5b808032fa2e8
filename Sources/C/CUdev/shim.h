// libudev, and what device numbers are taken apart with.
#pragma once
#include <sys/sysmacros.h>
#include <libudev.h>
