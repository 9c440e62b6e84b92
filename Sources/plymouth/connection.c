#include "plymouth.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/// The milliseconds between two looks for consoles that have become free.
enum { console_pause = 200 };

/// The name in the abstract namespace, without a NUL behind it.
static const char address_name[] = "/org/freedesktop/plymouthd";

long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// The end of a time limit by the clock of `now`; a limit below 0 has none.
static long long end_of(int limit) { return limit < 0 ? -1 : now() + limit; }

/// The milliseconds until a time, as poll() takes them.
static int left_until(long long end) {
  if (end < 0) return -1;
  long long left = end - now();
  return left > 0 ? (int)left : 0;
}

/// Waits until the descriptor is ready. Returns reply_done, or the reason why it is not ready.
static enum reply wait_for(int connection, short events, long long end) {
  for (;;) {
    struct pollfd place = {.fd = connection, .events = events};
    int ready = poll(&place, 1, left_until(end));
    if (ready > 0) return reply_done;
    if (ready == 0) return reply_late;
    if (errno != EINTR) return reply_lost;
  }
}

int connect_to_daemon(int limit) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path + 1, address_name, sizeof address_name - 1);
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + sizeof address_name;
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (connection < 0) return -1;
  long long end = end_of(limit);
  // EAGAIN: too many others wait for the daemon to accept them.
  while (connect(connection, (struct sockaddr *)&address, length) != 0) {
    if ((errno != EAGAIN && errno != EINTR) || left_until(end) == 0) {
      close(connection);
      return -1;
    }
    poll(NULL, 0, 10);
  }
  return connection;
}

/// Sends all bytes. A daemon that has hung up may have sent its reason before, which is still to be
/// read.
static enum reply send_all(int connection, const char *bytes, size_t length, long long end) {
  while (length > 0) {
    ssize_t sent = send(connection, bytes, length, MSG_NOSIGNAL);
    if (sent > 0) {
      bytes += sent;
      length -= (size_t)sent;
    } else if (errno == EAGAIN) {
      enum reply ready = wait_for(connection, POLLOUT, end);
      if (ready != reply_done) return ready;
    } else if (errno == EPIPE) {
      return reply_done;
    } else if (errno != EINTR) {
      return reply_lost;
    }
  }
  return reply_done;
}

static enum reply receive_all(int connection, void *bytes, size_t length, long long end) {
  char *place = bytes;
  while (length > 0) {
    ssize_t count = recv(connection, place, length, 0);
    if (count > 0) {
      place += count;
      length -= (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      enum reply ready = wait_for(connection, POLLIN, end);
      if (ready != reply_done) return ready;
    } else if (count == 0 || errno != EINTR) {
      return reply_lost;
    }
  }
  return reply_done;
}

/// Writes a request into a buffer of 258 bytes, and gives its length.
///
/// An argument's length is one byte, its NUL counted: a longer one is cut, not within a character.
static size_t encode(char *frame, char code, const char *argument) {
  frame[0] = code;
  if (!argument) {
    frame[1] = 0;
    return 2;
  }
  size_t length = strlen(argument);
  if (length > 254) {
    length = 254;
    while (length > 0 && ((unsigned char)argument[length] & 0xC0) == 0x80) length--;
  }
  frame[1] = 0x02;
  frame[2] = (char)(length + 1);
  memcpy(frame + 3, argument, length);
  frame[3 + length] = 0;
  return length + 4;
}

static enum reply send_request(int connection, char code, const char *argument, long long end) {
  char frame[258];
  return send_all(connection, frame, encode(frame, code, argument), end);
}

/// - Parameter end: the time by which the reply is to begin.
static enum reply receive_reply(int connection, struct answer *answer, long long end) {
  unsigned char kind = 0;
  enum reply result = receive_all(connection, &kind, 1, end);
  if (result != reply_done) return result;
  switch (kind) {
    case reply_done:
    case reply_no_answer:
    case reply_refused: return (enum reply)kind;
    case reply_answer:
    case reply_answers: break;
    default: return reply_lost;
  }
  unsigned char size[4];
  // Only the start of an answer may wait for a person; the rest has the short limit.
  end = end_of(short_limit);
  result = receive_all(connection, size, sizeof size, end);
  if (result != reply_done) return result;
  uint32_t length =
    size[0] | (uint32_t)size[1] << 8 | (uint32_t)size[2] << 16 | (uint32_t)size[3] << 24;
  if (!answer || length > sizeof answer->bytes) return reply_lost;
  result = receive_all(connection, answer->bytes, length, end);
  if (result != reply_done) return result;
  answer->length = length;
  return (enum reply)kind;
}

/// After a failure nothing more is requested: a late reply would be taken for that of the next
/// request.
static enum reply failure = reply_done;

static enum reply noted(enum reply reply) {
  if (reply == reply_late || reply == reply_lost) failure = reply;
  return reply;
}

enum reply request(
  int connection, char code, const char *argument, int limit, struct answer *answer
) {
  if (failure != reply_done) return failure;
  long long end = end_of(limit);
  enum reply reply = send_request(connection, code, argument, end);
  return noted(reply == reply_done ? receive_reply(connection, answer, end) : reply);
}

enum reply request_beside(int connection, char code, const char *argument, struct answer *answer, int *ready) {
  *ready = -1;
  if (failure != reply_done) return failure;
  enum reply reply = send_request(connection, code, argument, end_of(short_limit));
  if (reply != reply_done) return noted(reply);
  return wait_beside(connection, answer, ready);
}

enum reply wait_beside(int connection, struct answer *answer, int *ready) {
  *ready = -1;
  for (;;) {
    bool are_missing = take_free_consoles();
    struct pollfd places[1 + most_consoles] = {{.fd = connection, .events = POLLIN}};
    for (int index = 0; index < most_consoles; index++)
      places[1 + index] = (struct pollfd){.fd = console_files()[index], .events = POLLIN};
    int count = poll(places, most_consoles + 1, are_missing ? console_pause : -1);
    if (count < 0) {
      if (errno == EINTR) continue;
      return noted(reply_lost);
    }
    if (count == 0) continue;
    if (places[0].revents) return noted(receive_reply(connection, answer, end_of(short_limit)));
    for (int index = 0; index < most_consoles; index++) {
      if (!places[1 + index].revents) continue;
      *ready = index;
      return reply_done;
    }
  }
}

void wait_for_end(int connection) {
  char bytes[64];
  while (wait_for(connection, POLLIN, -1) == reply_done) {
    ssize_t count = recv(connection, bytes, sizeof bytes, 0);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
  }
}
