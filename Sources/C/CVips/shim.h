// The part of libvips's C interface (8.14 and later) that the decoder uses.
//
// libvips's own header is not included: its pkg-config flags include -pthread, which the package manager answers
// with a warning, and with it come all of GLib's headers. What is declared here is stable C ABI;
// scripts/check-cvips has the compiler compare each declaration with the real header.
#pragma once
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct _VipsImage VipsImage;
typedef struct _VipsSource VipsSource;
typedef struct _VipsRegion VipsRegion;
typedef struct _VipsRect VipsRect;
typedef struct _VipsArrayDouble VipsArrayDouble;
typedef struct _VipsArea VipsArea;

// Values of libvips's enumerations and the layout of its rectangle, under names of our own.
enum {
    CVIPS_ACCESS_SEQUENTIAL = 1,
    CVIPS_FAIL_ON_TRUNCATED = 1,
    CVIPS_FORMAT_UCHAR = 0,
    CVIPS_INTERPRETATION_CMYK = 15,
    CVIPS_INTERPRETATION_sRGB = 22,
    CVIPS_SIZE_FORCE = 3,
};
#define CVIPS_META_ICC_NAME "icc-profile-data"

typedef struct {
    int left, top, width, height;
} CVipsRect;

// Start, limits, messages.
int vips_init(const char *argv0);
const char *vips_version_string(void);
int vips_version(int flag);
void vips_concurrency_set(int concurrency);
void vips_cache_set_max(int max);
void vips_vector_set_enabled(int enabled);
void vips_operation_block_set(const char *name, int state);
size_t g_type_from_name(const char *name);
char *vips_error_buffer_copy(void);
void vips_error_clear(void);
void g_free(void *memory);
void g_object_unref(void *object);

// Sources and images.
VipsSource *vips_source_new_from_descriptor(int descriptor);
const char *vips_foreign_find_load_source(VipsSource *source);
VipsImage *vips_image_new_from_source(VipsSource *source, const char *option_string, ...);
VipsImage *vips_image_new_from_memory(
    const void *data, size_t size, int width, int height, int bands, int format);
int vips_image_get_width(const VipsImage *image);
int vips_image_get_height(const VipsImage *image);
int vips_image_get_bands(const VipsImage *image);
int vips_image_get_format(const VipsImage *image);
int vips_image_get_interpretation(const VipsImage *image);
int vips_image_get_orientation_swap(VipsImage *image);
size_t vips_image_get_typeof(const VipsImage *image, const char *name);
int vips_image_hasalpha(VipsImage *image);

// Operations. Each makes a new image of its input.
int vips_thumbnail_source(VipsSource *source, VipsImage **out, int width, ...);
int vips_extract_area(VipsImage *in, VipsImage **out, int left, int top, int width, int height, ...);
int vips_extract_band(VipsImage *in, VipsImage **out, int band, ...);
int vips_colourspace(VipsImage *in, VipsImage **out, int space, ...);
int vips_flatten(VipsImage *in, VipsImage **out, ...);
int vips_addalpha(VipsImage *in, VipsImage **out, ...);
int vips_premultiply(VipsImage *in, VipsImage **out, ...);
int vips_rint(VipsImage *in, VipsImage **out, ...);
int vips_cast(VipsImage *in, VipsImage **out, int format, ...);
VipsArrayDouble *vips_array_double_new(const double *array, int n);
void vips_area_unref(VipsArea *area);

// Pixels.
VipsRegion *vips_region_new(VipsImage *image);
int vips_region_image(VipsRegion *region, const VipsRect *rectangle);
int vips_region_prepare_to(
    VipsRegion *region, VipsRegion *destination, const VipsRect *rectangle, int x, int y);

// GLib's messages: a handler that drops them. A fatal one still ends the process.
typedef void (*CVipsLogHandler)(const char *domain, int level, const char *message, void *context);
CVipsLogHandler g_log_set_default_handler(CVipsLogHandler handler, void *context);

static inline void cvips_drop_message(const char *domain, int level, const char *message, void *context) {
    (void)domain, (void)level, (void)message, (void)context;
}
static inline void cvips_silence(void) {
    g_log_set_default_handler(cvips_drop_message, NULL);
    // libjxl as Debian builds it, and fontconfig, say on stdio's stderr what they do, many lines a file. What ends the
    // process is written to the descriptor itself.
    FILE *nothing = fopen("/dev/null", "w");
    if (nothing) stderr = nothing;
}

// Formats that libvips has in modules of their own, beside itself: `vips-heif.so`, `vips-jxl.so`. Opening one by hand is
// what libvips does with all of them at its start. Where there is none, the format may be built in, or is not there.
typedef struct {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
} CVipsLocation;
int cvips_dladdr(const void *address, CVipsLocation *location) __asm__("dladdr");

static inline void cvips_load_module(const char *name) {
    CVipsLocation vips;
    char path[PATH_MAX];
    if (!cvips_dladdr((const void *)vips_init, &vips) || !vips.file) return;
    const char *slash = strrchr(vips.file, '/');
    if (!slash) return;
    const int length = snprintf(
        path, sizeof path, "%.*s/vips-modules-%d.%d/%s", (int)(slash - vips.file), vips.file, vips_version(0),
        vips_version(1), name);
    if (length < 0 || (size_t)length >= sizeof path) return;
    // It stays: its types cannot be taken back.
    void *module = dlopen(path, RTLD_LAZY | RTLD_NODELETE);
    if (!module) return;
    // POSIX has a symbol's address be that of a function; C does not.
    const char *(*start)(void *);
    *(void **)&start = dlsym(module, "g_module_check_init");
    if (start) start(NULL);
}

// Swift does not call variadic functions: the calls that are needed, with their arguments fixed.
static inline VipsImage *cvips_open(VipsSource *source) {
    return vips_image_new_from_source(
        source, "", "access", (int)CVIPS_ACCESS_SEQUENTIAL, "fail_on", (int)CVIPS_FAIL_ON_TRUNCATED, NULL);
}
static inline int cvips_thumbnail(
    VipsSource *source, VipsImage **out, int width, int height, const char *export_profile) {
    // vips_thumbnail_source has an argument fail_on too, which 8.14 does not hand to the loader.
    return vips_thumbnail_source(
        source, out, width, "height", height, "size", (int)CVIPS_SIZE_FORCE, "export_profile", export_profile,
        "option_string", "[fail_on=truncated]", NULL);
}
static inline int cvips_crop(VipsImage *in, VipsImage **out, CVipsRect area) {
    return vips_extract_area(in, out, area.left, area.top, area.width, area.height, NULL);
}
static inline int cvips_first_bands(VipsImage *in, VipsImage **out, int count) {
    return vips_extract_band(in, out, 0, "n", count, NULL);
}
static inline int cvips_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, (int)CVIPS_INTERPRETATION_sRGB, NULL);
}
static inline int cvips_flatten(VipsImage *in, VipsImage **out, double red, double green, double blue) {
    const double colour[] = {red, green, blue};
    VipsArrayDouble *background = vips_array_double_new(colour, 3);
    const int result = vips_flatten(in, out, "background", background, NULL);
    vips_area_unref((VipsArea *)background);
    return result;
}
static inline int cvips_add_alpha(VipsImage *in, VipsImage **out) { return vips_addalpha(in, out, NULL); }
static inline int cvips_premultiply(VipsImage *in, VipsImage **out) { return vips_premultiply(in, out, NULL); }
static inline int cvips_round(VipsImage *in, VipsImage **out) { return vips_rint(in, out, NULL); }
static inline int cvips_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, (int)CVIPS_FORMAT_UCHAR, NULL);
}

// Computes an area of one image straight into an image in memory, where it begins at a point.
static inline int cvips_compute(VipsRegion *from, VipsRegion *into, CVipsRect area, int x, int y) {
    const CVipsRect target = {x, y, area.width, area.height};
    if (vips_region_image(into, (const VipsRect *)&target) != 0)
        return -1;
    return vips_region_prepare_to(from, into, (const VipsRect *)&area, x, y);
}
