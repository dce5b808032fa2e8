// libpng's simplified interface, and its macros that Swift cannot import.
#pragma once
#include <png.h>

enum {
    CPNG_FORMAT_RGBA = PNG_FORMAT_RGBA,
    CPNG_FORMAT_GRAY = PNG_FORMAT_GRAY,
    CPNG_IMAGE_VERSION = PNG_IMAGE_VERSION,
};
