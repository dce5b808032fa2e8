// The floor that Vitrine is measured against: the least a program can do that draws with GLES2
// through Mesa and shows it by atomic KMS. One textured quad an output, every flip non-blocking,
// the next frame drawn when the flip event of the last one arrives.
//
// Run `floor --help`. It prints one JSON object: the frames of the first output after the one that lit
// it, the vblanks that passed without a new frame on any output, wall and CPU time over these frames,
// the CPU time of the whole process (user and system, by getrusage), peak memory, and the time from
// --exec-time to the first flip event. In the rig, where the CPU clock is coarse, use --marks with
// `scripts/rig --cpu-marks`.
//
// cc -O2 -o floor floor.c $(pkg-config --cflags --libs libdrm gbm egl glesv2)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <drm_fourcc.h>
#include <gbm.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

enum { MAX_OUTPUTS = 2, CHAIN = 3, FLIP_LIMIT_MS = 5000 };
enum path { GBM_SURFACE, BO_DMABUF, BO_PIXMAP };
enum job { CROSSFADE, STILL, FIRST };

static const char usage[] =
  "usage: floor [options] crossfade FRAMES | crossfade SECONDSs | still SECONDSs | first\n"
  "  --device PATH        the KMS device (default /dev/dri/card0)\n"
  "  --mode WIDTHxHEIGHT  the mode of every output (default 1280x720)\n"
  "  --outputs 1|2        how many of the connected connectors to light (default 1)\n"
  "  --path gbm-surface|bo-dmabuf|bo-pixmap\n"
  "                       eglSwapBuffers on a gbm_surface, or an FBO on a chain of gbm_bo that are\n"
  "                       imported as dmabuf or as native pixmap (default gbm-surface)\n"
  "  --filter nearest|linear   how the textures are sampled (default nearest)\n"
  "  --textures A B       raw RGBA files of the mode's size (default: two gradients)\n"
  "  --exec-time NS       CLOCK_MONOTONIC just before exec, for \"firstFlipMs\"\n"
  "  --marks              print \"mark begin\" and \"mark end\" around the measured frames, so that\n"
  "                       a reader outside the guest can take the CPU clock at both\n"
  "  --extensions         print what EGL and GLES2 offer, and exit\n";

static struct {
  const char *device, *textures[2];
  int width, height, outputs;
  enum path path;
  enum job job;
  GLint filter;
  long frames;
  double seconds;
  int64_t exec_time;
  bool marks, extensions;
} options = { .device = "/dev/dri/card0", .width = 1280, .height = 720, .outputs = 1,
              .filter = GL_NEAREST };

// What one frame is drawn into: a framebuffer on a buffer, found again by the gbm_bo's user data.
struct target {
  struct gbm_bo *bo;
  uint32_t fb;
  GLuint texture, fbo;
};

struct output {
  drmModeModeInfo mode;
  uint32_t connector, crtc, plane;
  struct { uint32_t crtc_id, active, mode_id, fb_id, plane_crtc; } property;
  struct gbm_surface *surface;
  EGLSurface egl_surface;
  struct gbm_bo *shown, *queued;
  struct target chain[CHAIN];
  int next;
  long frames, missed;
  unsigned sequence;
  bool pending;
};

static int device;
static struct gbm_device *gbm;
static EGLDisplay display;
static EGLContext context;
static EGLConfig config;
static struct output outputs[MAX_OUTPUTS];
static GLint progress_uniform, flip_uniform;
static double first_flip;

__attribute__((noreturn, format(printf, 1, 2)))
static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("floor: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  exit(1);
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

// MARK: KMS

static uint32_t property(uint32_t object, uint32_t type, const char *name) {
  drmModeObjectProperties *all = drmModeObjectGetProperties(device, object, type);
  uint32_t found = 0;
  for (uint32_t i = 0; all && i < all->count_props && !found; i++) {
    drmModePropertyRes *one = drmModeGetProperty(device, all->props[i]);
    if (!strcmp(one->name, name)) found = one->prop_id;
    drmModeFreeProperty(one);
  }
  drmModeFreeObjectProperties(all);
  if (!found) fail("object %u has no property %s", object, name);
  return found;
}

static bool is_primary(uint32_t plane) {
  bool primary = false;
  drmModeObjectProperties *all = drmModeObjectGetProperties(device, plane, DRM_MODE_OBJECT_PLANE);
  uint32_t type = property(plane, DRM_MODE_OBJECT_PLANE, "type");
  for (uint32_t i = 0; i < all->count_props; i++)
    if (all->props[i] == type) primary = all->prop_values[i] == DRM_PLANE_TYPE_PRIMARY;
  drmModeFreeObjectProperties(all);
  return primary;
}

// Takes the first outputs in the kernel's order: connector n on CRTC n.
static void find_outputs(void) {
  device = open(options.device, O_RDWR | O_CLOEXEC);
  if (device < 0) fail("%s: %s", options.device, strerror(errno));
  if (drmSetClientCap(device, DRM_CLIENT_CAP_ATOMIC, 1)) fail("%s has no atomic KMS", options.device);

  drmModeRes *resources = drmModeGetResources(device);
  drmModePlaneRes *planes = drmModeGetPlaneResources(device);
  if (!resources || !planes) fail("%s is not a KMS device", options.device);
  int count = 0;
  for (int i = 0; i < resources->count_connectors && count < options.outputs; i++) {
    drmModeConnector *connector = drmModeGetConnector(device, resources->connectors[i]);
    struct output *output = &outputs[count];
    drmModeModeInfo *best = NULL;
    for (int m = 0; connector->connection == DRM_MODE_CONNECTED && m < connector->count_modes; m++) {
      drmModeModeInfo *mode = &connector->modes[m];
      if (mode->hdisplay == options.width && mode->vdisplay == options.height
          && !(mode->flags & DRM_MODE_FLAG_INTERLACE)
          && (!best || abs((int)mode->vrefresh - 60) < abs((int)best->vrefresh - 60))) best = mode;
    }
    if (best && count < resources->count_crtcs) {
      output->mode = *best;
      output->connector = connector->connector_id;
      output->crtc = resources->crtcs[count];
      for (uint32_t p = 0; p < planes->count_planes && !output->plane; p++) {
        drmModePlane *plane = drmModeGetPlane(device, planes->planes[p]);
        if ((plane->possible_crtcs & (1u << count)) && is_primary(plane->plane_id))
          output->plane = plane->plane_id;
        drmModeFreePlane(plane);
      }
      if (!output->plane) fail("CRTC %u has no primary plane", output->crtc);
      count++;
    }
    drmModeFreeConnector(connector);
  }
  if (count < options.outputs)
    fail("%s: only %d of %d outputs have a connected connector with the mode %dx%d",
         options.device, count, options.outputs, options.width, options.height);
  drmModeFreePlaneResources(planes);
  drmModeFreeResources(resources);
  for (int i = 0; i < options.outputs; i++) {
    struct output *o = &outputs[i];
    o->property.crtc_id = property(o->connector, DRM_MODE_OBJECT_CONNECTOR, "CRTC_ID");
    o->property.active = property(o->crtc, DRM_MODE_OBJECT_CRTC, "ACTIVE");
    o->property.mode_id = property(o->crtc, DRM_MODE_OBJECT_CRTC, "MODE_ID");
    o->property.fb_id = property(o->plane, DRM_MODE_OBJECT_PLANE, "FB_ID");
    o->property.plane_crtc = property(o->plane, DRM_MODE_OBJECT_PLANE, "CRTC_ID");
  }
}

static void destroy_framebuffer(struct gbm_bo *bo, void *data) {
  (void)bo;
  drmModeRmFB(device, (uint32_t)(uintptr_t)data);
}

static uint32_t framebuffer(struct gbm_bo *bo) {
  uint32_t id = (uint32_t)(uintptr_t)gbm_bo_get_user_data(bo);
  if (id) return id;
  uint32_t handles[4] = { gbm_bo_get_handle(bo).u32 }, pitches[4] = { gbm_bo_get_stride(bo) };
  uint32_t offsets[4] = { 0 };
  if (drmModeAddFB2(device, options.width, options.height, DRM_FORMAT_XRGB8888,
                    handles, pitches, offsets, &id, 0))
    fail("the kernel refused a framebuffer: %s", strerror(errno));
  gbm_bo_set_user_data(bo, (void *)(uintptr_t)id, destroy_framebuffer);
  return id;
}

static void commit(struct output *output, uint32_t fb, bool modeset) {
  drmModeAtomicReq *request = drmModeAtomicAlloc();
  uint32_t flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, blob = 0;
  drmModeAtomicAddProperty(request, output->plane, output->property.fb_id, fb);
  if (modeset) {
    flags |= DRM_MODE_ATOMIC_ALLOW_MODESET;
    if (drmModeCreatePropertyBlob(device, &output->mode, sizeof output->mode, &blob))
      fail("mode blob: %s", strerror(errno));
    drmModeAtomicAddProperty(request, output->connector, output->property.crtc_id, output->crtc);
    drmModeAtomicAddProperty(request, output->crtc, output->property.mode_id, blob);
    drmModeAtomicAddProperty(request, output->crtc, output->property.active, 1);
    drmModeAtomicAddProperty(request, output->plane, output->property.plane_crtc, output->crtc);
    const struct { const char *name; uint64_t value; } rectangle[] = {
      { "SRC_X", 0 }, { "SRC_Y", 0 },
      { "SRC_W", (uint64_t)options.width << 16 }, { "SRC_H", (uint64_t)options.height << 16 },
      { "CRTC_X", 0 }, { "CRTC_Y", 0 }, { "CRTC_W", options.width }, { "CRTC_H", options.height } };
    for (size_t i = 0; i < sizeof rectangle / sizeof *rectangle; i++)
      drmModeAtomicAddProperty(request, output->plane,
        property(output->plane, DRM_MODE_OBJECT_PLANE, rectangle[i].name), rectangle[i].value);
  }
  if (drmModeAtomicCommit(device, request, flags, output)) fail("atomic commit: %s", strerror(errno));
  if (blob) drmModeDestroyPropertyBlob(device, blob);
  drmModeAtomicFree(request);
  output->pending = true;
}

// MARK: EGL and GLES2

static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_target_texture;

static void start_egl(void) {
  gbm = gbm_create_device(device);
  if (!gbm) fail("no GBM device");
  display = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, gbm, NULL);
  if (!eglInitialize(display, NULL, NULL)) fail("eglInitialize: 0x%x", eglGetError());
  eglBindAPI(EGL_OPENGL_ES_API);
  const EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                            EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE };
  EGLConfig configs[64];
  EGLint count = 0;
  eglChooseConfig(display, wanted, configs, 64, &count);
  for (EGLint i = 0; i < count && !config; i++) {
    EGLint format;
    eglGetConfigAttrib(display, configs[i], EGL_NATIVE_VISUAL_ID, &format);
    if (format == GBM_FORMAT_XRGB8888) config = configs[i];
  }
  if (!config) fail("no EGL configuration for XRGB8888");
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, (EGLint[]){ EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE });
  if (context == EGL_NO_CONTEXT) fail("no EGL context: 0x%x", eglGetError());
  create_image = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
  image_target_texture = (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
}

static EGLImageKHR import(struct gbm_bo *bo) {
  if (options.path == BO_PIXMAP)
    return create_image(display, EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, (EGLClientBuffer)bo, NULL);
  int dmabuf = gbm_bo_get_fd(bo);
  if (dmabuf < 0) fail("the buffer cannot be exported as dmabuf");
  const EGLint attributes[] = {
    EGL_WIDTH, options.width, EGL_HEIGHT, options.height, EGL_LINUX_DRM_FOURCC_EXT, DRM_FORMAT_XRGB8888,
    EGL_DMA_BUF_PLANE0_FD_EXT, dmabuf, EGL_DMA_BUF_PLANE0_OFFSET_EXT, 0,
    EGL_DMA_BUF_PLANE0_PITCH_EXT, (EGLint)gbm_bo_get_stride(bo), EGL_NONE };
  EGLImageKHR image = create_image(display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attributes);
  close(dmabuf);
  return image;
}

static void make_targets(struct output *output) {
  const uint32_t use = GBM_BO_USE_SCANOUT | GBM_BO_USE_RENDERING;
  if (options.path == GBM_SURFACE) {
    output->surface = gbm_surface_create(gbm, options.width, options.height, GBM_FORMAT_XRGB8888, use);
    output->egl_surface = eglCreatePlatformWindowSurface(display, config, output->surface, NULL);
    if (output->egl_surface == EGL_NO_SURFACE) fail("no EGL surface: 0x%x", eglGetError());
    eglMakeCurrent(display, output->egl_surface, output->egl_surface, context);
    return;
  }
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  for (int i = 0; i < CHAIN; i++) {
    struct target *target = &output->chain[i];
    target->bo = gbm_bo_create(gbm, options.width, options.height, GBM_FORMAT_XRGB8888, use);
    if (!target->bo) fail("no GBM buffer: %s", strerror(errno));
    EGLImageKHR image = import(target->bo);
    if (image == EGL_NO_IMAGE_KHR) fail("EGL does not import the buffer: 0x%x", eglGetError());
    glGenTextures(1, &target->texture);
    glBindTexture(GL_TEXTURE_2D, target->texture);
    image_target_texture(GL_TEXTURE_2D, image);
    if (glGetError()) fail("the imported buffer cannot be a texture");
    glGenFramebuffers(1, &target->fbo);
    glBindFramebuffer(GL_FRAMEBUFFER, target->fbo);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture, 0);
    GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE) fail("the imported buffer cannot be drawn into: 0x%x", status);
  }
}

static GLuint shader(GLenum type, const char *source) {
  GLuint id = glCreateShader(type);
  glShaderSource(id, 1, &source, NULL);
  glCompileShader(id);
  GLint good;
  glGetShaderiv(id, GL_COMPILE_STATUS, &good);
  if (!good) fail("a shader does not compile");
  return id;
}

static void load_texture(int unit) {
  size_t size = (size_t)options.width * options.height * 4;
  uint8_t *pixels = malloc(size);
  if (options.textures[unit]) {
    FILE *file = fopen(options.textures[unit], "rb");
    if (!file || fread(pixels, 1, size, file) != size) fail("%s: not %zu bytes of RGBA", options.textures[unit], size);
    fclose(file);
  } else {
    for (int y = 0; y < options.height; y++)
      for (int x = 0; x < options.width; x++) {
        uint8_t *p = pixels + ((size_t)y * options.width + x) * 4;
        p[0] = x * 255 / options.width; p[1] = y * 255 / options.height; p[2] = unit ? 255 : 0; p[3] = 255;
      }
  }
  GLuint texture;
  glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, options.filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, options.filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, options.width, options.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  free(pixels);
}

// A window's first row of memory is its top, an FBO's is its bottom: the factor `flip` is for that.
static void start_program(void) {
  GLuint program = glCreateProgram();
  glAttachShader(program, shader(GL_VERTEX_SHADER,
    "attribute vec2 corner; uniform float flip; varying vec2 at;"
    "void main() { at = corner; gl_Position = vec4(corner.x * 2.0 - 1.0, (1.0 - corner.y * 2.0) * flip, 0.0, 1.0); }"));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER,
    "precision mediump float; varying vec2 at; uniform sampler2D from, to; uniform float progress;"
    "void main() { gl_FragColor = mix(texture2D(from, at), texture2D(to, at), progress); }"));
  glBindAttribLocation(program, 0, "corner");
  glLinkProgram(program);
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "from"), 0);
  glUniform1i(glGetUniformLocation(program, "to"), 1);
  progress_uniform = glGetUniformLocation(program, "progress");
  flip_uniform = glGetUniformLocation(program, "flip");
  glUniform1f(flip_uniform, options.path == GBM_SURFACE ? 1 : -1);
  static const GLfloat corners[] = { 0, 0, 1, 0, 0, 1, 1, 1 };
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
  glEnableVertexAttribArray(0);
  glViewport(0, 0, options.width, options.height);
  for (int unit = 0; unit < (options.job == CROSSFADE ? 2 : 1); unit++) load_texture(unit);
}

// Draws one frame and returns its framebuffer. The one on the screen stays untouched: at most three
// buffers are in use (shown, queued, being drawn).
static uint32_t draw(struct output *output) {
  long period = 120, at = output->frames % period;
  glUniform1f(progress_uniform, options.job == CROSSFADE ? (float)at / (period - 1) : 0);
  if (options.path == GBM_SURFACE) {
    if (options.outputs > 1) eglMakeCurrent(display, output->egl_surface, output->egl_surface, context);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    if (!eglSwapBuffers(display, output->egl_surface)) fail("eglSwapBuffers: 0x%x", eglGetError());
    output->queued = gbm_surface_lock_front_buffer(output->surface);
    if (!output->queued) fail("no front buffer");
    return framebuffer(output->queued);
  }
  struct target *target = &output->chain[output->next];
  output->next = (output->next + 1) % CHAIN;
  glBindFramebuffer(GL_FRAMEBUFFER, target->fbo);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glFinish();  // the software renderer has no fence that the kernel could wait for
  return framebuffer(target->bo);
}

// MARK: The frame loop

static void flipped(int fd, unsigned sequence, unsigned seconds, unsigned microseconds, void *data) {
  (void)fd; (void)seconds; (void)microseconds;
  struct output *output = data;
  if (!first_flip) first_flip = now(CLOCK_MONOTONIC);
  // The sequence of the modeset's own event says nothing about pace.
  if (output->frames > 1) output->missed += (int)(sequence - output->sequence) - 1;
  output->sequence = sequence;
  output->frames++;
  output->pending = false;
  if (output->shown) gbm_surface_release_buffer(output->surface, output->shown);
  output->shown = output->queued;
  output->queued = NULL;
}

static void wait_for_flips(void) {
  drmEventContext events = { .version = 2, .page_flip_handler = flipped };
  struct pollfd descriptor = { device, POLLIN, 0 };
  int ready = poll(&descriptor, 1, FLIP_LIMIT_MS);
  if (ready < 0 && errno != EINTR) fail("poll: %s", strerror(errno));
  if (ready == 0) fail("no page-flip event within %d ms", FLIP_LIMIT_MS);
  drmHandleEvent(device, &events);
}

static bool wants_more(struct output *output, double end) {
  return options.frames ? output->frames < options.frames : now(CLOCK_MONOTONIC) < end;
}

static void crossfade(void) {
  double end = now(CLOCK_MONOTONIC) + options.seconds;
  for (bool busy = true; busy;) {
    busy = false;
    for (int i = 0; i < options.outputs; i++) {
      struct output *output = &outputs[i];
      if (!output->pending && wants_more(output, end)) commit(output, draw(output), false);
      busy |= output->pending;
    }
    if (busy) wait_for_flips();
  }
}

static void light(void) {
  for (int i = 0; i < options.outputs; i++) commit(&outputs[i], draw(&outputs[i]), true);
  for (int i = 0; i < options.outputs; i++) while (outputs[i].pending) wait_for_flips();
}

// MARK: Options and results

static bool has(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  return false;
}

static void print_extensions(void) {
  static const char *const egl[] = {
    "EGL_EXT_image_dma_buf_import", "EGL_EXT_image_dma_buf_import_modifiers", "EGL_KHR_image_pixmap",
    "EGL_KHR_fence_sync", "EGL_ANDROID_native_fence_sync", "EGL_KHR_surfaceless_context",
    "EGL_KHR_no_config_context", "EGL_MESA_image_dma_buf_export", "EGL_EXT_buffer_age",
    "EGL_KHR_partial_update" };
  static const char *const gl[] = {
    "GL_OES_EGL_image", "GL_EXT_unpack_subimage", "GL_EXT_texture_format_BGRA8888", "GL_OES_rgb8_rgba8",
    "GL_EXT_texture_storage", "GL_OES_surfaceless_context", "GL_EXT_discard_framebuffer",
    "GL_OES_get_program_binary", "GL_OES_mapbuffer", "GL_EXT_map_buffer_range" };
  const char *display_list = eglQueryString(display, EGL_EXTENSIONS);
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  const char *gl_list = (const char *)glGetString(GL_EXTENSIONS);
  GLint size = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &size);
  printf("{\"egl\": \"%s\", \"renderer\": \"%s\", \"version\": \"%s\", \"maxTextureSize\": %d",
         eglQueryString(display, EGL_VERSION), (const char *)glGetString(GL_RENDERER),
         (const char *)glGetString(GL_VERSION), size);
  for (size_t i = 0; i < sizeof egl / sizeof *egl; i++)
    printf(", \"%s\": %s", egl[i], has(display_list, egl[i]) ? "true" : "false");
  for (size_t i = 0; i < sizeof gl / sizeof *gl; i++)
    printf(", \"%s\": %s", gl[i], has(gl_list, gl[i]) ? "true" : "false");
  puts("}");
}

static const char *value(char ***argument) {
  if (!*++*argument) fail("%s needs a value; see --help", (*argument)[-1]);
  return **argument;
}

// Which of the words it is, in the order of the enumerations above.
static int choice(const char *word, const char *first, const char *second, const char *third) {
  if (!strcmp(word, first)) return 0;
  if (!strcmp(word, second)) return 1;
  if (third && !strcmp(word, third)) return 2;
  fail("\"%s\" is none of %s, %s%s%s; see --help", word, first, second, third ? ", " : "", third ? third : "");
}

static void parse(char **argument) {
  for (argument++; *argument && !strncmp(*argument, "--", 2); argument++) {
    const char *name = *argument + 2;
    if (!strcmp(name, "help")) { fputs(usage, stdout); exit(0); }
    else if (!strcmp(name, "marks")) options.marks = true;
    else if (!strcmp(name, "extensions")) options.extensions = true;
    else if (!strcmp(name, "device")) options.device = value(&argument);
    else if (!strcmp(name, "outputs")) options.outputs = atoi(value(&argument));
    else if (!strcmp(name, "exec-time")) options.exec_time = atoll(value(&argument));
    else if (!strcmp(name, "textures")) {
      options.textures[0] = value(&argument);
      options.textures[1] = value(&argument);
    } else if (!strcmp(name, "mode")) {
      if (sscanf(value(&argument), "%dx%d", &options.width, &options.height) != 2) fail("--mode is WIDTHxHEIGHT");
    } else if (!strcmp(name, "filter")) {
      options.filter = choice(value(&argument), "nearest", "linear", NULL) ? GL_LINEAR : GL_NEAREST;
    } else if (!strcmp(name, "path")) {
      options.path = choice(value(&argument), "gbm-surface", "bo-dmabuf", "bo-pixmap");
    } else fail("unknown option --%s; see --help", name);
  }
  if (options.extensions) return;
  if (options.outputs < 1 || options.outputs > MAX_OUTPUTS) fail("--outputs is 1 to %d", MAX_OUTPUTS);
  const char *job = *argument ? *argument++ : "", *amount = *argument;
  options.job = choice(job, "crossfade", "still", "first");
  if (options.job == FIRST) return;
  if (!amount) fail("%s needs an amount; see --help", job);
  char *unit;
  double number = strtod(amount, &unit);
  if (*unit == 's') options.seconds = number; else options.frames = (long)number;
}

static void mark(const char *name) {
  if (!options.marks) return;
  printf("mark %s\n", name);
  fflush(stdout);
}

int main(int count, char **arguments) {
  (void)count;
  parse(arguments);
  find_outputs();
  start_egl();
  if (options.extensions) { print_extensions(); return 0; }
  for (int i = 0; i < options.outputs; i++) make_targets(&outputs[i]);
  start_program();
  light();
  double first = options.exec_time ? (first_flip - options.exec_time * 1e-9) * 1e3 : 0;

  mark("begin");
  double cpu = now(CLOCK_PROCESS_CPUTIME_ID), begin = now(CLOCK_MONOTONIC);
  long frames = outputs[0].frames;
  if (options.job == CROSSFADE) crossfade();
  if (options.job == STILL) {
    struct timespec rest = { .tv_sec = (time_t)options.seconds };
    rest.tv_nsec = (long)((options.seconds - rest.tv_sec) * 1e9);
    nanosleep(&rest, NULL);
  }
  double wall = now(CLOCK_MONOTONIC) - begin;
  cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  mark("end");

  long missed = 0;
  for (int i = 0; i < options.outputs; i++) missed += outputs[i].missed;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double process = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
                   + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  printf("{\"frames\": %ld, \"missed\": %ld, \"wallSeconds\": %.3f, \"cpuSeconds\": %.3f, "
         "\"processCpuSeconds\": %.3f, \"peakKiB\": %ld, \"firstFlipMs\": %.1f}\n",
         outputs[0].frames - frames, missed, wall, cpu, process, usage.ru_maxrss, first);
  return 0;
}
