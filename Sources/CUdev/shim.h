// libudev.
#pragma once
#include <libudev.h>
