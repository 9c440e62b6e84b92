#include "plymouth.h"

#include <string.h>

/// The index of the option whose name begins a word of this length, or -1; whether it takes a
/// value.
static int find(const char *names, const char *word, size_t length, bool *takes_value) {
  int index = 0;
  while (*names) {
    size_t size = strcspn(names, " ");
    *takes_value = names[size - 1] == '=';
    if (size - *takes_value == length && strncmp(names, word, length) == 0) return index;
    names += size;
    names += strspn(names, " ");
    index++;
  }
  return -1;
}

int read_options(struct options *options, int count, char **words, int from, const char **unknown) {
  int index = from;
  for (; index < count && strncmp(words[index], "--", 2) == 0; index++) {
    const char *word = words[index] + 2, *equals = strchr(word, '=');
    bool takes_value = false;
    int found = find(
      options->names, word, equals ? (size_t)(equals - word) : strlen(word), &takes_value);
    if (found < 0 || found >= most_options) {
      if (!*unknown) *unknown = words[index];
    } else if (!takes_value) {
      options->values[found] = "";
    } else if (equals) {
      options->values[found] = equals + 1;
    } else if (index + 1 < count) {
      options->values[found] = words[++index];
    }
  }
  return index;
}

const char *option(const struct options *options, const char *name) {
  bool takes_value;
  int index = find(options->names, name, strlen(name), &takes_value);
  return index < 0 || index >= most_options ? NULL : options->values[index];
}
