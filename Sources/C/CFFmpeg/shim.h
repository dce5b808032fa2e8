// FFmpeg's libraries, and what of them Swift cannot import: function-like macros, and the loops over samples, which are
// to be fast in every build.
#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <stdint.h>
#include <string.h>

static const int CFFMPEG_AGAIN = AVERROR(EAGAIN);
static const int CFFMPEG_NO_MEMORY = AVERROR(ENOMEM);
static const int CFFMPEG_READ_ERROR = AVERROR(EIO);
static const int CFFMPEG_END = AVERROR_EOF;
static const int64_t CFFMPEG_NO_TIME = AV_NOPTS_VALUE;

// Seconds of a rational time base as nanoseconds, rounded to the nearest. What a broken file says
// is bounded by nine years, so that a few of them can be added up.
static inline int64_t cffmpeg_nanoseconds(int64_t time, AVRational base) {
    const AVRational nanosecond = {1, 1000000000};
    const int64_t most = INT64_C(1) << 58;
    const int64_t result = av_rescale_q_rnd(time, base, nanosecond, AV_ROUND_NEAR_INF | AV_ROUND_PASS_MINMAX);
    return result > most ? most : result < -most ? -most : result;
}

// How long a frame shows, in its stream's time base; 0 where it is not known. Its name changed in FFmpeg 6.0.
static inline int64_t cffmpeg_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

// How a stream's frames are turned, as nine numbers; NULL where nothing is said. Its place changed in FFmpeg 6.1.
static inline const int32_t *cffmpeg_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    const AVCodecParameters *const parameters = stream->codecpar;
    const AVPacketSideData *const data = av_packet_side_data_get(
        parameters->coded_side_data, parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
    size_t size = 0;
    const uint8_t *const data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

// Files that a file names are not opened, whatever the demuxer.
static inline int cffmpeg_refuse_opening(
    AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)context, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}
static inline void cffmpeg_refuse_other_files(AVFormatContext *context) { context->io_open = cffmpeg_refuse_opening; }

// Whether cffmpeg_copy_plane understands a format: samples of whole bytes or little-endian words, one sample for each component.
static inline int cffmpeg_is_copyable(const AVPixFmtDescriptor *format) {
    const uint64_t unlike =
        AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
        AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER;
    if (!format || format->flags & unlike || format->nb_components < 1) return 0;
    for (int i = 0; i < format->nb_components; i++) {
        if (format->comp[i].depth < 8 || format->comp[i].depth > 16) return 0;
    }
    return format->log2_chroma_w <= 2 && format->log2_chroma_h <= 2;
}

// A row of samples of more than 8 bits, `step` bytes from one to the next. Inlined with a constant step, so that the common
// case is vectorised.
static inline __attribute__((always_inline)) void cffmpeg_narrow_row(
    const uint8_t *from, int step, uint8_t *to, int width, const uint8_t pattern[8], int shift, int surplus) {
    uint16_t dither[8];
    for (int i = 0; i < 8; i++) dither[i] = (uint16_t)((unsigned)pattern[i] << surplus >> 6);
    for (int x = 0; x < width; x++) {
        uint16_t sample;
        memcpy(&sample, from + (ptrdiff_t)x * step, sizeof sample);
        const unsigned value = ((unsigned)(sample >> shift) + dither[x & 7]) >> surplus;
        to[x] = value > 255 ? 255 : (uint8_t)value;
    }
}

// Copies one component of a frame, of at most 16 bits, into bytes: the only copy between decoder and upload. More than 8
// bits are dithered by a fixed pattern, so that slopes have no steps and a still scene does not flicker.
static inline void cffmpeg_copy_plane(
    const AVFrame *frame, const AVPixFmtDescriptor *format, int component, uint8_t *to, ptrdiff_t stride, int width,
    int height) {
    static const uint8_t pattern[8][8] = {
        {0, 32, 8, 40, 2, 34, 10, 42},   {48, 16, 56, 24, 50, 18, 58, 26}, {12, 44, 4, 36, 14, 46, 6, 38},
        {60, 28, 52, 20, 62, 30, 54, 22}, {3, 35, 11, 43, 1, 33, 9, 41},    {51, 19, 59, 27, 49, 17, 57, 25},
        {15, 47, 7, 39, 13, 45, 5, 37},   {63, 31, 55, 23, 61, 29, 53, 21}};
    const AVComponentDescriptor *comp = &format->comp[component];
    const uint8_t *from = frame->data[comp->plane] + comp->offset;
    for (int y = 0; y < height; y++, from += frame->linesize[comp->plane], to += stride) {
        if (comp->depth > 8 || comp->shift != 0) {
            const int surplus = comp->depth - 8;
            if (comp->step == 2) {
                cffmpeg_narrow_row(from, 2, to, width, pattern[y & 7], comp->shift, surplus);
            } else {
                cffmpeg_narrow_row(from, comp->step, to, width, pattern[y & 7], comp->shift, surplus);
            }
        } else if (comp->step == 1) {
            memcpy(to, from, width);
        } else if (comp->step == 2) {
            for (int x = 0; x < width; x++) to[x] = from[2 * x];
        } else {
            for (int x = 0; x < width; x++) to[x] = from[x * comp->step];
        }
    }
}

// Whether alpha is the last component, of a byte, in the same plane as the others.
static inline int cffmpeg_has_packed_alpha(const AVPixFmtDescriptor *format) {
    const AVComponentDescriptor *alpha = &format->comp[format->nb_components - 1];
    return alpha->depth == 8 && alpha->shift == 0 && alpha->plane == format->comp[0].plane && format->comp[0].depth == 8;
}

// Copies one component of a frame with packed alpha, mixed with the colour that it lies on.
static inline void cffmpeg_copy_plane_onto(
    const AVFrame *frame, const AVPixFmtDescriptor *format, int component, uint8_t matte, uint8_t *to, ptrdiff_t stride,
    int width, int height) {
    const AVComponentDescriptor *comp = &format->comp[component], *alpha = &format->comp[format->nb_components - 1];
    const uint8_t *row = frame->data[comp->plane];
    for (int y = 0; y < height; y++, row += frame->linesize[comp->plane], to += stride) {
        for (int x = 0; x < width; x++) {
            const unsigned opacity = row[(ptrdiff_t)x * alpha->step + alpha->offset];
            const unsigned value = row[(ptrdiff_t)x * comp->step + comp->offset];
            to[x] = (uint8_t)((value * opacity + matte * (255 - opacity) + 127) / 255);
        }
    }
}
