// The words for a unit that has failed, on a display that is up.
//
// The display keeps a message over crashes until it is hidden by its number. So this process stays:
// it waits while a display starts, goes on after a crash of the display, and hides the message even
// when a signal ends it.

#include "calls.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  /// The time for which the words are shown, and before that the longest wait for the display, in
  /// milliseconds.
  shown_time = 20000,
  /// The time between two attempts to reach the display, in milliseconds.
  attempt_pause = 200,
  /// The time for each step after a signal to end, in milliseconds; TimeoutStopSec= is longer than
  /// three.
  stop_limit = 800,
};

struct words {
  const char *unit;
  /// The time for which they are shown, in milliseconds.
  int limit;
  /// The end of that time, by the clock of now(); before the words are shown, the end of the wait
  /// for the display.
  long long end;
  /// The number by which the words are hidden; -1 before they are shown.
  long long number;
};

enum outcome {
  /// The display has said something.
  outcome_message,
  /// The time is over.
  outcome_late,
  /// A signal has told this process to end.
  outcome_stopped,
  /// The display cannot be reached: it starts, or has crashed.
  outcome_lost,
  /// The display says that it ends, and takes the words along.
  outcome_quits,
  outcome_refused,
};

/// Readable at a signal that ends this process, and closed at the first one.
static int signals = -1;
static bool is_stopped;

static void take_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  signals = signalfd(-1, &set, SFD_CLOEXEC);
  if (signals >= 0) sigprocmask(SIG_BLOCK, &set, NULL);
}

static void complain(const char *words, int length) {
  fprintf(stderr, "firstlight-agent: %s: %.*s\n", display_socket, length, words);
}

// MARK: The display

/// A connection to the display, and the bytes that have come on it.
struct display {
  int connection;
  /// A message with its NUL, and the beginning of the next one.
  char bytes[4096];
  size_t message, length;
};

/// Waits for bytes, or just until a time where the connection is below 0.
static enum outcome wait_for_bytes(int connection, long long end) {
  for (;;) {
    struct pollfd places[] = {{.fd = signals, .events = POLLIN}, {.fd = connection, .events = POLLIN}};
    long long left = end - now();
    int count = poll(places, 2, left > 0 ? (int)left : 0);
    if (count > 0 && places[0].revents) {
      close(signals);
      signals = -1;
      is_stopped = true;
      return outcome_stopped;
    }
    if (count >= 0) return count > 0 ? outcome_message : outcome_late;
  }
}

/// Waits for the next message.
static enum outcome next_message(struct display *display, long long end) {
  display->length -= display->message;
  memmove(display->bytes, display->bytes + display->message, display->length);
  display->message = 0;
  for (;;) {
    const char *last = memchr(display->bytes, 0, display->length);
    if (last) {
      display->message = (size_t)(last - display->bytes) + 1;
      return outcome_message;
    }
    enum outcome outcome = wait_for_bytes(display->connection, end);
    if (outcome != outcome_message) return outcome;
    // A message without space counts as an end, too.
    ssize_t count =
      recv(display->connection, display->bytes + display->length, sizeof display->bytes - display->length, 0);
    if (count > 0) display->length += (size_t)count;
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return outcome_lost;
  }
}

// MARK: The words

/// Shows the words. A display that is starting answers when it is up, and the call waits there
/// until then. This process waits as long, since otherwise the message's number would be lost.
static enum outcome show_words(struct display *display, struct words *words) {
  static const char key[] = "\"id\":";
  static struct text call;
  call.length = 0;
  // Each member begins with a comma.
  put_text(&call, "{\"method\":\"io.firstlight.display.ShowMessage\",\"parameters\":{");
  size_t start = call.length;
  put_string(&call, "text", words->unit);
  call.bytes[start] = ' ';
  // The display adds words in the language of its scene.
  put_text(&call, ",\"failed\":true}}");
  put(&call, "", 1);
  if (!send_call(display->connection, &call)) return outcome_lost;
  enum outcome outcome = next_message(display, words->end);
  if (outcome == outcome_stopped) outcome = next_message(display, now() + stop_limit);
  if (outcome != outcome_message) return outcome;
  int length = 0;
  const char *error = error_name(display->bytes, &length);
  const char *number = error ? NULL : strstr(display->bytes, key);
  if (!number) {
    if (error) complain(error, length);
    return outcome_refused;
  }
  words->number = atoll(number + sizeof key - 1);
  words->end = now() + (is_stopped ? 0 : words->limit);
  return outcome_message;
}

/// Waits for the end of the time, or of the display. A daemon that ends in order says so. One that
/// has crashed is followed by another one, which shows the words again.
static enum outcome stay(struct display *display, const struct words *words) {
  static const char call[] =
    "{\"method\":\"io.firstlight.display.Subscribe\",\"more\":true,\"parameters\":{\"kinds\":[\"quitting\"]}}";
  if (send(display->connection, call, sizeof call, MSG_NOSIGNAL) != sizeof call) return outcome_lost;
  for (;;) {
    enum outcome outcome = next_message(display, words->end);
    if (outcome != outcome_message) return outcome;
    if (strstr(display->bytes, "\"quitting\"")) return outcome_quits;
  }
}

/// Hides the words by a separate connection: on the first one, a call never ends.
static bool hide_words(long long number) {
  char call[128];
  int size = snprintf(
    call, sizeof call, "{\"method\":\"io.firstlight.display.HideMessage\",\"parameters\":{\"id\":%lld}}", number);
  int connection = connect_to_display_until(now() + stop_limit);
  // Without a daemon there are no words.
  if (connection < 0) return errno != EAGAIN;
  const char *reply = reply_to(connection, call, (size_t)size + 1, stop_limit);
  close(connection);
  return reply != NULL;
}

/// Shows the words on the display, or waits with those that a daemon before a crash has shown.
static enum outcome tell(struct words *words) {
  static struct display display;
  display.message = display.length = 0;
  display.connection = connect_to_display_until(now() + attempt_pause);
  if (display.connection < 0) return outcome_lost;
  enum outcome outcome = words->number < 0 ? show_words(&display, words) : outcome_message;
  if (outcome == outcome_message) outcome = stay(&display, words);
  close(display.connection);
  return outcome;
}

/// True if the display is up. The service manager is asked, since the display's own socket would
/// start it.
static bool is_display_up(const char *path) {
  int manager = connect_to_manager(path, short_limit);
  bool is_up = manager >= 0 && is_unit_up(manager, display_unit);
  if (manager >= 0) close(manager);
  return is_up;
}

int show_failure(const char *path, const char *unit, int limit) {
  static const char no_daemon[] = "no daemon can be connected to", no_answer[] = "the daemon does not answer";
  struct words words = {.unit = unit, .limit = limit < 0 ? shown_time : limit, .number = -1};
  words.end = now() + words.limit;
  take_signals();
  enum outcome outcome;
  do {
    if (!is_display_up(path)) return 0;
    outcome = tell(&words);
    if (outcome != outcome_lost) break;
    long long next = now() + attempt_pause;
    wait_for_bytes(-1, next < words.end ? next : words.end);
  } while (now() < words.end && !is_stopped);
  if (outcome == outcome_quits) return 0;
  if (outcome == outcome_refused) return 1;
  if (words.number >= 0 && hide_words(words.number)) return 0;
  // Nothing has been shown.
  if (words.number < 0 && is_stopped && outcome == outcome_lost) return 0;
  const char *reason = outcome == outcome_lost ? no_daemon : no_answer;
  complain(reason, (int)strlen(reason));
  return 1;
}
