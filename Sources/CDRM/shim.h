// libdrm, and the DRM constants that Swift cannot import: casts and function-like macros.
#pragma once
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>
