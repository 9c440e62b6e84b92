// Reads numbers like the C library's strtod, which would bring locales into a static program.
#ifndef FIRSTLIGHT_CMATH_NUMBER_H
#define FIRSTLIGHT_CMATH_NUMBER_H
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A natural number, its least significant word first. It is large enough for the numbers that are
// compared here: 801 digits times a power of two, and a double's 54 bits times 10¹¹²⁴.
struct firstlight_natural {
  uint64_t words[64];
  int count;
};
static inline void firstlight_multiply(struct firstlight_natural *number, uint64_t factor,
                                       uint64_t addend) {
  unsigned __int128 carry = addend;
  for (int index = 0; index < number->count; index++, carry >>= 64) {
    carry += (unsigned __int128)number->words[index] * factor;
    number->words[index] = (uint64_t)carry;
  }
  if (carry) number->words[number->count++] = (uint64_t)carry;
}
static const uint64_t firstlight_most_tens = UINT64_C(10000000000000000000);
static inline void firstlight_scale(struct firstlight_natural *number, int tens, int twos) {
  for (; tens >= 19; tens -= 19) firstlight_multiply(number, firstlight_most_tens, 0);
  for (; tens > 0; tens--) firstlight_multiply(number, 10, 0);
  for (; twos >= 63; twos -= 63) firstlight_multiply(number, UINT64_C(1) << 63, 0);
  if (twos > 0) firstlight_multiply(number, UINT64_C(1) << twos, 0);
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
  struct firstlight_natural right = {{fraction}, 1};
  firstlight_scale(&left, tens, -twos);
  firstlight_scale(&right, -tens, twos);
  while (right.count && !right.words[right.count - 1]) right.count--;
  if (left.count != right.count) return left.count - right.count;
  int index = left.count - 1;
  while (index && left.words[index] == right.words[index]) index--;
  return (left.words[index] > right.words[index]) - (left.words[index] < right.words[index]);
}

// The significant digits of a decimal number: the first 19, their count (as far as they are kept),
// the power of ten of the last kept one, and whether any later digit is not 0.
struct firstlight_decimal {
  uint64_t first;
  int kept;
  int has_rest;
  long tens;
};
enum { firstlight_digits_kept = 800 };

static inline struct firstlight_decimal firstlight_decimal(const unsigned char *text, size_t count) {
  struct firstlight_decimal number = {0, 0, 0, 0};
  int has_point = 0;
  size_t index = 0;
  for (; index < count && (text[index] | 0x20) != 'e'; index++) {
    uint32_t digit = (uint32_t)text[index] - '0';
    if (text[index] == '.') {
      has_point = 1;
    } else if (number.kept < firstlight_digits_kept) {
      if (number.kept < 19) number.first = number.first * 10 + digit;
      number.kept += number.kept > 0 || digit > 0;
      number.tens -= has_point;
    } else {
      // A number halfway between two doubles has fewer digits, so that it only matters whether the
      // rest is zero.
      number.has_rest |= digit > 0;
      number.tens += !has_point;
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
    number.tens += is_small ? -exponent : exponent;
  }
  return number;
}

// The digits that are kept as a natural number.
static inline struct firstlight_natural firstlight_natural(const unsigned char *text, int kept) {
  struct firstlight_natural natural = {{0}, 0};
  uint64_t part = 0, power = 1;
  for (int has_begun = 0; kept > 0; text++) {
    has_begun |= *text != '0' && *text != '.';
    if (*text == '.' || !has_begun) continue;
    part = part * 10 + (uint64_t)*text - '0';
    power *= 10;
    kept--;
    if (kept == 0 || power == firstlight_most_tens) {
      firstlight_multiply(&natural, power, part);
      part = 0;
      power = 1;
    }
  }
  return natural;
}

// The double nearest to a positive decimal number, close to another one; of two equally near ones
// the even one.
static inline double firstlight_nearest(struct firstlight_natural digits, int tens, double near) {
  const uint64_t infinity = UINT64_C(0x7FF) << 52;
  uint64_t bits;
  memcpy(&bits, &near, sizeof bits);
  while (bits && firstlight_compare(&digits, tens, bits - 1) < (int)(bits & 1)) bits--;
  while (bits < infinity && firstlight_compare(&digits, tens, bits) > -(int)(bits & 1)) bits++;
  memcpy(&near, &bits, sizeof near);
  return near;
}

// The double nearest to a decimal number, and the even one of two that are equally near; infinite
// beyond the greatest. The text consists of digits with at most one point among or beside them,
// optionally with a sign and an exponent.
static inline double firstlight_double(const unsigned char *text, size_t count) {
  int is_negative = text[0] == '-';
  size_t start = is_negative || text[0] == '+';
  struct firstlight_decimal number = firstlight_decimal(text + start, count - start);
  double value = 0;
  if (number.kept && number.tens + number.kept > 309) {
    value = HUGE_VAL;
  } else if (number.kept && number.tens + number.kept > -324) {
    long double near = number.first;
    long power = number.tens + (number.kept > 19 ? number.kept - 19 : 0);
    for (; power >= 16; power -= 16) near *= 1e16L;
    for (; power <= -16; power += 16) near /= 1e16L;
    for (; power > 0; power--) near *= 10;
    for (; power < 0; power++) near /= 10;
    // The digits that are left out are worth less than 2⁻⁵⁹, and the roundings of at most 37 steps
    // less than 2⁻⁵⁸. Usually all numbers within this error have the same nearest double; otherwise
    // all digits are compared.
    long double slack = near * 0x1p-57L;
    value = (double)(near - slack);
    if (LDBL_MANT_DIG < 64 || value != (double)(near + slack)) {
      struct firstlight_natural digits = firstlight_natural(text + start, number.kept);
      if (number.has_rest) {
        firstlight_multiply(&digits, 10, 1);
        number.tens--;
      }
      value = near > DBL_MAX ? DBL_MAX : (double)near;
      value = firstlight_nearest(digits, (int)number.tens, value);
    }
  }
  return is_negative ? -value : value;
}
#endif
