// Reads numbers as the C library's strtod does, which would bring locales into a static program.
#ifndef FIRSTLIGHT_CMATH_NUMBER_H
#define FIRSTLIGHT_CMATH_NUMBER_H
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A natural number, its least significant word first. There is room for what is compared here: 801
// digits times a power of two, and a double's 54 bits times 10¹¹²⁴.
struct firstlight_natural {
  uint32_t words[124];
  int count;
};
static inline void firstlight_multiply(struct firstlight_natural *number, uint32_t factor,
                                       uint32_t addend) {
  uint64_t carry = addend;
  for (int index = 0; index < number->count; index++, carry >>= 32) {
    carry += (uint64_t)number->words[index] * factor;
    number->words[index] = (uint32_t)carry;
  }
  if (carry) number->words[number->count++] = (uint32_t)carry;
}
static inline void firstlight_scale(struct firstlight_natural *number, int tens, int twos) {
  for (; tens >= 9; tens -= 9) firstlight_multiply(number, 1000000000, 0);
  for (; tens > 0; tens--) firstlight_multiply(number, 10, 0);
  for (; twos >= 31; twos -= 31) firstlight_multiply(number, UINT32_C(1) << 31, 0);
  if (twos > 0) firstlight_multiply(number, UINT32_C(1) << twos, 0);
}

// Compares digits × 10^tens with the number halfway between the positive double of these bits and
// the next: less than, equal to or greater than 0.
static inline int firstlight_compare(const struct firstlight_natural *digits, int tens,
                                     uint64_t bits) {
  uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  int exponent = (int)(bits >> 52);
  if (exponent) fraction |= UINT64_C(1) << 52;
  int twos = (exponent ? exponent : 1) - 1076;
  fraction = fraction * 2 + 1;
  struct firstlight_natural left = *digits;
  struct firstlight_natural right = {{(uint32_t)fraction, (uint32_t)(fraction >> 32)}, 2};
  firstlight_scale(&left, tens, -twos);
  firstlight_scale(&right, -tens, twos);
  while (right.count && !right.words[right.count - 1]) right.count--;
  if (left.count != right.count) return left.count - right.count;
  int index = left.count - 1;
  while (index && left.words[index] == right.words[index]) index--;
  return (left.words[index] > right.words[index]) - (left.words[index] < right.words[index]);
}

// The double nearest to a decimal number, and of two as near the even one; infinite beyond the
// greatest. The text is digits with at most one point among or beside them, perhaps with a sign
// before and an exponent behind.
static inline double firstlight_double(const unsigned char *text, size_t count) {
  size_t index = 0;
  int is_negative = text[0] == '-';
  if (is_negative || text[0] == '+') index++;
  struct firstlight_natural digits = {{0}, 0};
  // The first 19 digits, how many are kept in all, and the power of ten of the last one.
  uint64_t first = 0;
  int kept = 0, has_point = 0, has_rest = 0;
  long tens = 0;
  for (; index < count && (text[index] | 0x20) != 'e'; index++) {
    uint32_t digit = (uint32_t)text[index] - '0';
    if (text[index] == '.') {
      has_point = 1;
    } else if (kept < 800) {
      firstlight_multiply(&digits, 10, digit);
      if (kept < 19) first = first * 10 + digit;
      kept += digits.count > 0;
      tens -= has_point;
    } else {
      // What is halfway has fewer digits, so that of the rest it only counts whether there is any.
      has_rest |= digit > 0;
      tens += !has_point;
    }
  }
  if (index < count) {
    index++;
    int is_small = text[index] == '-';
    if (is_small || text[index] == '+') index++;
    long exponent = 0;
    for (; index < count; index++) {
      if (exponent < 1000000000) exponent = exponent * 10 + text[index] - '0';
    }
    tens += is_small ? -exponent : exponent;
  }
  double value = 0;
  if (kept && tens + kept > 309) {
    value = HUGE_VAL;
  } else if (kept && tens + kept > -324) {
    // One near it, and from there step by step to the nearest.
    long double near = first;
    long power = tens + (kept > 19 ? kept - 19 : 0);
    for (; power >= 16; power -= 16) near *= 1e16L;
    for (; power <= -16; power += 16) near /= 1e16L;
    for (; power > 0; power--) near *= 10;
    for (; power < 0; power++) near /= 10;
    if (has_rest) {
      firstlight_multiply(&digits, 10, 1);
      tens--;
    }
    value = near > DBL_MAX ? DBL_MAX : (double)near;
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int last = (int)tens;
    while (bits && firstlight_compare(&digits, last, bits - 1) < (int)(bits & 1)) bits--;
    while (bits < infinity && firstlight_compare(&digits, last, bits) > -(int)(bits & 1)) bits++;
    memcpy(&value, &bits, sizeof value);
  }
  return is_negative ? -value : value;
}
#endif
