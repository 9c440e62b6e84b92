// The words for a unit that has failed, on a display that is up.

#include "calls.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  /// The time for which the words are shown, in milliseconds.
  shown_time = 20000,
};

/// A call of the daemon with one member.
static void begin_call(struct text *call, const char *method) {
  call->length = 0;
  call->is_full = false;
  put_text(call, "{\"method\":\"io.firstlight.display.");
  put_text(call, method);
  put_text(call, "\",\"parameters\":{");
}

/// Ends the call, makes it, and gives the reply, or NULL.
static const char *make_call(int connection, struct text *call, size_t start) {
  // Members begin with the comma behind another one.
  call->bytes[start] = ' ';
  put(call, "}}", 3);
  return call->is_full ? NULL : reply_to(connection, call->bytes, call->length, short_limit);
}

/// Shows a text; the number by which it is hidden, or -1 after a message.
static long long show_words(int connection, const char *words) {
  static const char key[] = "\"id\":";
  static struct text call;
  begin_call(&call, "ShowMessage");
  size_t start = call.length;
  put_string(&call, "text", words);
  const char *reply = make_call(connection, &call, start);
  int length = 0;
  const char *error = reply ? error_name(reply, &length) : NULL;
  const char *number = reply && !error ? strstr(reply, key) : NULL;
  if (number) return atoll(number + sizeof key - 1);
  if (!error) {
    error = "the daemon does not answer";
    length = (int)strlen(error);
  }
  fprintf(stderr, "firstlight-agent: %s: %.*s\n", display_socket, length, error);
  return -1;
}

static void hide_words(int connection, long long number) {
  static struct text call;
  begin_call(&call, "HideMessage");
  size_t start = call.length;
  put_number(&call, "id", number);
  make_call(connection, &call, start);
}

int show_failure(const char *path, const char *unit, int limit) {
  // A display that is not there is not asked: its socket would start it.
  int manager = connect_to_manager(path, short_limit);
  bool is_up = manager >= 0 && is_unit_up(manager, display_unit);
  if (manager >= 0) close(manager);
  int connection = is_up ? connect_to_display() : -1;
  if (connection < 0) return 0;
  char words[512];
  snprintf(words, sizeof words, "%s failed", unit);
  long long number = show_words(connection, words);
  if (number >= 0) {
    // Less if the display ends before.
    struct pollfd place = {.fd = connection, .events = POLLRDHUP};
    if (poll(&place, 1, limit < 0 ? shown_time : limit) == 0) hide_words(connection, number);
  }
  close(connection);
  return number >= 0 ? 0 : 1;
}
