// libdrm, and what Swift cannot import of DRM's headers: casts, function-like macros, what they are built of.
#pragma once
#include <sys/sysmacros.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

static const uint32_t drmPropertyObject = DRM_MODE_PROP_OBJECT;
static const uint32_t drmPropertySignedRange = DRM_MODE_PROP_SIGNED_RANGE;

// Linux 6.8 and later; older headers lack it.
#ifndef DRM_IOCTL_MODE_CLOSEFB
struct drm_mode_closefb {
    uint32_t fb_id;
    uint32_t pad;
};
#define DRM_IOCTL_MODE_CLOSEFB DRM_IOWR(0xD0, struct drm_mode_closefb)
#endif

// Lets go of a framebuffer and leaves it on screen where it is. -1 and errno on failure: EINVAL on older kernels.
static inline int drmCloseFramebuffer(int descriptor, uint32_t framebuffer) {
    struct drm_mode_closefb request = {.fb_id = framebuffer};
    return drmIoctl(descriptor, DRM_IOCTL_MODE_CLOSEFB, &request);
}
