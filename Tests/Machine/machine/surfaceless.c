// Preloaded into QEMU, so that `-display egl-headless` needs no render node of the host: it draws by the EGL platform that
// has no windows and no devices (EGL_MESA_platform_surfaceless), which is Mesa's llvmpipe where there is no GPU.
//
// QEMU's module ui-opengl calls egl_rendernode_init once, to fill in its variables that are named below (QEMU 7.2,
// ui/egl-helpers.c). This function comes in its place.

#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <stdio.h>

// DisplayGLMode of QEMU's options: what its OpenGL is to be.
enum { MODE_ON = 1, MODE_CORE = 2, MODE_ES = 3 };

static int fail(const char *what)
{
    fprintf(stderr, "surfaceless: %s: EGL error %#x\n", what, eglGetError());
    return -1;
}

int egl_rendernode_init(const char *node, int mode)
{
    (void)node;
    EGLDisplay *display = dlsym(RTLD_DEFAULT, "qemu_egl_display");
    EGLConfig *config = dlsym(RTLD_DEFAULT, "qemu_egl_config");
    EGLContext *context = dlsym(RTLD_DEFAULT, "qemu_egl_rn_ctx");
    int *used_mode = dlsym(RTLD_DEFAULT, "qemu_egl_mode");
    int *descriptor = dlsym(RTLD_DEFAULT, "qemu_egl_rn_fd");
    if (!display || !config || !context || !used_mode || !descriptor)
        return fail("this QEMU has other variables than version 7.2");
    *descriptor = -1;
    *used_mode = mode == MODE_ES ? MODE_ES : MODE_CORE;

    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!get_display)
        return fail("EGL has no platforms");
    *display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (*display == EGL_NO_DISPLAY || !eglInitialize(*display, NULL, NULL))
        return fail("no display without surfaces");

    int is_es = mode == MODE_ES;
    eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    const EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, is_es ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT,
        EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE,
    };
    EGLint count = 0;
    if (!eglChooseConfig(*display, wanted, config, 1, &count) || count < 1)
        return fail("no configuration");

    const EGLint es[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLint core[] = {EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    *context = eglCreateContext(*display, *config, EGL_NO_CONTEXT, is_es ? es : core);
    if (*context == EGL_NO_CONTEXT || !eglMakeCurrent(*display, EGL_NO_SURFACE, EGL_NO_SURFACE, *context))
        return fail("no context");
    return 0;
}
