// libpng's simplified interface, and its macros that Swift cannot import.
#pragma once
#include <png.h>

enum {
    CPNG_FORMAT_RGBA = PNG_FORMAT_RGBA,
    CPNG_IMAGE_VERSION = PNG_IMAGE_VERSION,
};
