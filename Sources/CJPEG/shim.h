// libjpeg-turbo's decompressor.
//
// The library reports errors by a function that must not return: the jump out of it has to stay in
// C.
#ifndef FIRSTLIGHT_CJPEG_H
#define FIRSTLIGHT_CJPEG_H
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

// The outcome of a file.
enum firstlight_jpeg_result {
  firstlight_jpeg_done,
  firstlight_jpeg_no_memory,
  // The file ends before the picture does.
  firstlight_jpeg_truncated,
  // Its codes are broken.
  firstlight_jpeg_damaged,
  // Valid, and of a kind that the library does not read.
  firstlight_jpeg_unsupported,
  firstlight_jpeg_too_many_scans,
  // The picture has another size than its header said.
  firstlight_jpeg_other_size,
};

// Passes over a picture that a file may ask for. Encoders make some ten; each costs as much as the
// picture.
enum { firstlight_jpeg_most_scans = 64 };

struct firstlight_jpeg_state {
  struct jpeg_decompress_struct decompressor;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf end;
};

static inline void firstlight_jpeg_fail(j_common_ptr common, enum firstlight_jpeg_result result) {
  struct firstlight_jpeg_state *state = (struct firstlight_jpeg_state *)common->client_data;
  longjmp(state->end, result);
}

static inline void firstlight_jpeg_error(j_common_ptr common) {
  switch (common->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: firstlight_jpeg_fail(common, firstlight_jpeg_no_memory); break;
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_SOF_UNSUPPORTED: firstlight_jpeg_fail(common, firstlight_jpeg_unsupported); break;
    default: firstlight_jpeg_fail(common, firstlight_jpeg_damaged);
  }
}

// Warnings after which a part of the picture would be made up are errors.
static inline void firstlight_jpeg_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  switch (common->err->msg_code) {
    case JWRN_JPEG_EOF: firstlight_jpeg_fail(common, firstlight_jpeg_truncated); break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC: firstlight_jpeg_fail(common, firstlight_jpeg_damaged); break;
    default: break;
  }
}

static inline void firstlight_jpeg_ignore(j_common_ptr common) { (void)common; }
static inline void firstlight_jpeg_format(j_common_ptr common, char *text) {
  (void)common;
  text[0] = 0;
}

static inline void firstlight_jpeg_progress(j_common_ptr common) {
  if (((j_decompress_ptr)common)->input_scan_number > firstlight_jpeg_most_scans) {
    firstlight_jpeg_fail(common, firstlight_jpeg_too_many_scans);
  }
}

// Decodes a file of width × height pixels: to opaque 0xAARRGGBB words, or for four-channel files to
// words of cyan, magenta, yellow and black in memory order, as they are stored. `is_cmyk` is 1 for
// the latter.
static inline enum firstlight_jpeg_result firstlight_jpeg_decode(const uint8_t *bytes, size_t count,
                                                                 uint32_t width, uint32_t height,
                                                                 uint32_t *pixels, int *is_cmyk) {
  struct firstlight_jpeg_state state = {0};
  struct jpeg_decompress_struct *decompressor = &state.decompressor;
  decompressor->err = &state.errors;
  decompressor->client_data = &state;
  state.errors.error_exit = firstlight_jpeg_error;
  state.errors.emit_message = firstlight_jpeg_message;
  state.errors.output_message = firstlight_jpeg_ignore;
  state.errors.format_message = firstlight_jpeg_format;
  state.errors.reset_error_mgr = firstlight_jpeg_ignore;
  state.progress.progress_monitor = firstlight_jpeg_progress;
  enum firstlight_jpeg_result result = (enum firstlight_jpeg_result)setjmp(state.end);
  if (result == firstlight_jpeg_done) {
    jpeg_create_decompress(decompressor);
    decompressor->progress = &state.progress;
    // Coefficients of two bytes for each of at most four components, and tables.
    decompressor->mem->max_memory_to_use = (long)width * height * 12 + (4 << 20);
    jpeg_mem_src(decompressor, bytes, count);
    jpeg_read_header(decompressor, TRUE);
    if (decompressor->image_width != width || decompressor->image_height != height) {
      firstlight_jpeg_fail((j_common_ptr)decompressor, firstlight_jpeg_other_size);
    }
    *is_cmyk = decompressor->num_components == 4;
    decompressor->out_color_space = *is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    // The library's way that gives the same values with and without vector instructions.
    decompressor->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(decompressor);
    while (decompressor->output_scanline < height) {
      JSAMPROW row = (JSAMPROW)(pixels + (size_t)decompressor->output_scanline * width);
      jpeg_read_scanlines(decompressor, &row, 1);
    }
    jpeg_finish_decompress(decompressor);
  }
  jpeg_destroy_decompress(decompressor);
  return result;
}
#endif
