// FriBidi: the properties of characters in the Unicode bidirectional algorithm.
#ifndef FIRSTLIGHT_CFRIBIDI_H
#define FIRSTLIGHT_CFRIBIDI_H
#include <fribidi/fribidi.h>
#include <stdint.h>

// The class of a character, as the place in table 4 of Unicode's annex 9 from 0; neutral
// separators and isolates as they stand there.
static inline uint8_t firstlight_bidi_class(uint32_t scalar) {
  switch (fribidi_get_bidi_type(scalar)) {
    case FRIBIDI_TYPE_LTR: return 0;
    case FRIBIDI_TYPE_RTL: return 1;
    case FRIBIDI_TYPE_AL: return 2;
    case FRIBIDI_TYPE_EN: return 3;
    case FRIBIDI_TYPE_ES: return 4;
    case FRIBIDI_TYPE_ET: return 5;
    case FRIBIDI_TYPE_AN: return 6;
    case FRIBIDI_TYPE_CS: return 7;
    case FRIBIDI_TYPE_NSM: return 8;
    case FRIBIDI_TYPE_BN: return 9;
    case FRIBIDI_TYPE_BS: return 10;
    case FRIBIDI_TYPE_SS: return 11;
    case FRIBIDI_TYPE_WS: return 12;
    case FRIBIDI_TYPE_LRE: return 14;
    case FRIBIDI_TYPE_LRO: return 15;
    case FRIBIDI_TYPE_RLE: return 16;
    case FRIBIDI_TYPE_RLO: return 17;
    case FRIBIDI_TYPE_PDF: return 18;
    case FRIBIDI_TYPE_LRI: return 19;
    case FRIBIDI_TYPE_RLI: return 20;
    case FRIBIDI_TYPE_FSI: return 21;
    case FRIBIDI_TYPE_PDI: return 22;
    default: return 13;
  }
}

// The number that both brackets of a pair have; 0 for another character.
static inline uint32_t firstlight_bracket(uint32_t scalar) {
  return fribidi_get_bracket(scalar) & FRIBIDI_BRACKET_ID_MASK;
}
static inline int firstlight_is_opening_bracket(uint32_t scalar) {
  return (fribidi_get_bracket(scalar) & FRIBIDI_BRACKET_OPEN_MASK) != 0;
}
#endif
