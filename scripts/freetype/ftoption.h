/* Options of the static daemon's FreeType: characters, metrics and outlines of TrueType, CFF and CFF2
   with variations, from memory. Programs for pixels, bitmaps, colours, names and compressed files are
   left out. */
#ifndef FTOPTION_H_
#define FTOPTION_H_

#define FT_CONFIG_OPTION_DISABLE_STREAM_SUPPORT
#define FT_CONFIG_OPTION_INLINE_MULFIX
#define FT_RENDER_POOL_SIZE 16384L
#define FT_MAX_MODULES 8

/* The kinds of tables of characters that fonts for Unicode have. */
#define TT_CONFIG_CMAP_FORMAT_4
#define TT_CONFIG_CMAP_FORMAT_12
#define TT_CONFIG_CMAP_FORMAT_14
#define TT_CONFIG_OPTION_GX_VAR_SUPPORT

#define T1_CONFIG_OPTION_NO_AFM
#define T1_CONFIG_OPTION_NO_MM_SUPPORT
#define T1_MAX_DICT_DEPTH 5
#define T1_MAX_SUBRS_CALLS 16
#define T1_MAX_CHARSTRINGS_OPERANDS 256

/* Strengths of stems, which are never darkened. */
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_X1 500
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_Y1 0
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_X2 1000
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_Y2 0
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_X3 1667
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_Y3 0
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_X4 2333
#define CFF_CONFIG_OPTION_DARKENING_PARAMETER_Y4 0

#endif
