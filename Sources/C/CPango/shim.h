// The part of the C interfaces of Pango (1.50 and later), Cairo and fontconfig that drawing text uses.
//
// Their own headers are not included, for the reasons that CVips has: flags that the package manager warns of, and all
// of GLib. What is declared here is stable C ABI; scripts/check-cpango has the compiler compare each declaration with
// the real headers.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoCairoFontMap PangoCairoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoRectangle PangoRectangle;
typedef struct _PangoGlyphItem PangoGlyphItem;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _FcConfig FcConfig;

// Values of their enumerations and the layouts of their structures, under names of our own.
enum {
    CPANGO_SCALE = 1024,
    CPANGO_ALIGN_LEFT = 0,
    CPANGO_ALIGN_CENTER = 1,
    CPANGO_ALIGN_RIGHT = 2,
    CPANGO_WRAP_WORD = 0,
    CPANGO_WRAP_WORD_CHAR = 2,
    CPANGO_ELLIPSIZE_NONE = 0,
    CPANGO_ELLIPSIZE_END = 3,
    CPANGO_STYLE_NORMAL = 0,
    CPANGO_STYLE_ITALIC = 2,
    CPANGO_CAIRO_FONT_TYPE_FT = 1,
    CPANGO_CAIRO_FORMAT_ARGB32 = 0,
    CPANGO_CAIRO_ANTIALIAS_GRAY = 2,
    CPANGO_CAIRO_HINT_STYLE_SLIGHT = 2,
    CPANGO_CAIRO_HINT_METRICS_ON = 2,
    CPANGO_CAIRO_STATUS_SUCCESS = 0,
    CPANGO_LOG_HANDLED = 1,
    CPANGO_UNKNOWN_GLYPH = 0x10000000,
    CPANGO_EMPTY_GLYPH = 0x0fffffff,
};

typedef struct {
    int x, y, width, height;
} CPangoRectangle;

typedef struct {
    uint32_t glyph;
    int width, x_offset, y_offset;
    unsigned int flags;
} CPangoGlyphInfo;

typedef struct {
    int count;
    CPangoGlyphInfo *glyphs;
} CPangoGlyphString;

typedef struct {
    void *item;
    CPangoGlyphString *glyphs;
} CPangoGlyphItem;

// GLib.
void g_object_unref(void *object);
typedef struct _GLogField CPangoLogField;
typedef unsigned (*CPangoLogWriter)(int level, const CPangoLogField *fields, size_t count, void *context);
void g_log_set_writer_func(CPangoLogWriter writer, void *context, void (*release)(void *));

static inline unsigned cpango_drop_message(int level, const CPangoLogField *fields, size_t count, void *context) {
    (void)level, (void)fields, (void)count, (void)context;
    return CPANGO_LOG_HANDLED;
}
// Messages repeat what texts and fonts contain. A fatal one still ends the process.
static inline void cpango_silence(void) { g_log_set_writer_func(cpango_drop_message, NULL, NULL); }

// fontconfig.
FcConfig *FcConfigCreate(void);
int FcConfigParseAndLoadFromMemory(FcConfig *config, const unsigned char *text, int complains);
int FcConfigAppFontAddFile(FcConfig *config, const unsigned char *file);
int FcConfigSetCurrent(FcConfig *config);

// Pango's fonts and contexts.
const char *pango_version_string(void);
PangoFontMap *pango_cairo_font_map_new_for_font_type(unsigned type);
void pango_cairo_font_map_set_resolution(PangoCairoFontMap *map, double dots_per_inch);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_language(PangoContext *context, PangoLanguage *language);
PangoLanguage *pango_language_from_string(const char *name);
PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *description);
void pango_font_description_set_family(PangoFontDescription *description, const char *families);
void pango_font_description_set_weight(PangoFontDescription *description, unsigned weight);
void pango_font_description_set_style(PangoFontDescription *description, unsigned style);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);

// Pango's layouts.
PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *attributes);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_wrap(PangoLayout *layout, unsigned wrap);
void pango_layout_set_ellipsize(PangoLayout *layout, unsigned ellipsize);
void pango_layout_set_alignment(PangoLayout *layout, unsigned alignment);
void pango_layout_set_justify(PangoLayout *layout, int justifies);
void pango_layout_set_line_spacing(PangoLayout *layout, float factor);
void pango_layout_get_pixel_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_is_ellipsized(PangoLayout *layout);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
PangoGlyphItem *pango_layout_iter_get_run_readonly(PangoLayoutIter *iterator);
int pango_layout_iter_next_run(PangoLayoutIter *iterator);
void pango_layout_iter_free(PangoLayoutIter *iterator);
PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
void pango_attr_list_unref(PangoAttrList *list);
PangoAttribute *pango_attr_font_features_new(const char *features);
void pango_cairo_show_layout(cairo_t *context, PangoLayout *layout);

static inline CPangoRectangle cpango_logical_pixels(PangoLayout *layout) {
    CPangoRectangle logical;
    pango_layout_get_pixel_extents(layout, NULL, (PangoRectangle *)&logical);
    return logical;
}
static inline const CPangoGlyphItem *cpango_run(PangoLayoutIter *iterator) {
    return (const CPangoGlyphItem *)pango_layout_iter_get_run_readonly(iterator);
}

// Cairo.
cairo_font_options_t *cairo_font_options_create(void);
void cairo_font_options_destroy(cairo_font_options_t *options);
void cairo_font_options_set_antialias(cairo_font_options_t *options, unsigned antialias);
void cairo_font_options_set_hint_style(cairo_font_options_t *options, unsigned style);
void cairo_font_options_set_hint_metrics(cairo_font_options_t *options, unsigned metrics);
cairo_surface_t *cairo_image_surface_create_for_data(
    unsigned char *data, int format, int width, int height, int stride);
void cairo_surface_flush(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *target);
void cairo_destroy(cairo_t *context);
unsigned cairo_status(cairo_t *context);
void cairo_set_source_rgb(cairo_t *context, double red, double green, double blue);
void cairo_paint(cairo_t *context);
void cairo_move_to(cairo_t *context, double x, double y);

// Exchanges the first and the third of each four bytes: Cairo has B, G, R, A in memory, GL takes R, G, B, A.
static inline void cpango_swap_red_and_blue(unsigned char *pixels, size_t count) {
    for (size_t i = 0; i < count; i++, pixels += 4) {
        const unsigned char blue = pixels[0];
        pixels[0] = pixels[2];
        pixels[2] = blue;
    }
}
