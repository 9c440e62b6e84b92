// Starts and stops units of systemd, by its own socket. `systemctl`, for one question, executes
// more instructions than all else of the display's end, and the login prompt waits for each of
// them.
//
// The socket is the one that `systemctl` takes, for root alone: D-Bus messages between two, without
// a bus. https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages

#include "plymouth.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum {
  most_message = 4096,
  type_call = 1,
  type_reply = 2,
  type_error = 3,
  type_signal = 4,
  field_path = 1,
  field_interface = 2,
  field_member = 3,
  field_reply = 5,
  field_signature = 8,
  header_size = 16,
};

static const char manager_path[] = "/org/freedesktop/systemd1";

// MARK: Writing

struct writer {
  uint8_t bytes[most_message];
  size_t length;
};

static void put(struct writer *writer, const void *bytes, size_t count) {
  if (count > sizeof writer->bytes - writer->length) return;
  memcpy(writer->bytes + writer->length, bytes, count);
  writer->length += count;
}

static void align(struct writer *writer, size_t boundary) {
  static const uint8_t zeros[8];
  put(writer, zeros, -writer->length % boundary);
}

static void put_number(struct writer *writer, uint32_t number) {
  const uint8_t bytes[] = {number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24};
  align(writer, 4);
  put(writer, bytes, sizeof bytes);
}

static void put_string(struct writer *writer, const char *text) {
  put_number(writer, (uint32_t)strlen(text));
  put(writer, text, strlen(text) + 1);
}

static void put_signature(struct writer *writer, const char *text) {
  const uint8_t length = (uint8_t)strlen(text);
  put(writer, &length, 1);
  put(writer, text, length + 1u);
}

static void put_field(struct writer *writer, uint8_t code, const char *type, const char *value) {
  align(writer, 8);
  put(writer, &code, 1);
  put_signature(writer, type);
  if (*type == 'g')
    put_signature(writer, value);
  else
    put_string(writer, value);
}

static void set_number(struct writer *writer, size_t at, size_t number) {
  for (int byte = 0; byte < 4; byte++) writer->bytes[at + (size_t)byte] = (uint8_t)(number >> 8 * byte);
}

/// Sends a call with two strings. The kernel has space for the few calls of this program.
static bool send_call(int manager, uint32_t serial, const char *path, const char *interface, const char *member,
                      const char *first, const char *second) {
  static const uint8_t start[] = {'l', type_call, 0, 1, 0, 0, 0, 0};
  struct writer message = {.length = 0}, body = {.length = 0};
  put_string(&body, first);
  put_string(&body, second);
  put(&message, start, sizeof start);
  put_number(&message, serial);
  put_number(&message, 0);
  put_field(&message, field_path, "o", path);
  put_field(&message, field_interface, "s", interface);
  put_field(&message, field_member, "s", member);
  put_field(&message, field_signature, "g", "ss");
  set_number(&message, 4, body.length);
  set_number(&message, 12, message.length - header_size);
  align(&message, 8);
  put(&message, body.bytes, body.length);
  return send(manager, message.bytes, message.length, MSG_NOSIGNAL) == (ssize_t)message.length;
}

// MARK: Reading

struct received {
  uint8_t type;
  /// The call that it replies to.
  uint32_t serial;
  const char *member;
  const uint8_t *body;
  size_t body_size;
};

static uint32_t number_at(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// The time by which the replies of a connection have come, by the clock of now(); -1 for no end.
/// A manager that sends signals, or a byte now and then, would else be waited for without end.
static long long end_of_replies = -1;

static bool receive(int manager, uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (end_of_replies >= 0) {
      long long left = end_of_replies - now();
      struct pollfd place = {.fd = manager, .events = POLLIN};
      int ready = left > 0 ? poll(&place, 1, (int)left) : 0;
      if (ready == 0) return false;
      if (ready < 0) continue;
    }
    ssize_t some = recv(manager, bytes, count, 0);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return false;
    bytes += some;
    count -= (size_t)some;
  }
  return true;
}

/// The string at a place of a message, and the place behind it; NULL if there is none.
static const char *string_at(const uint8_t *bytes, size_t size, size_t *place) {
  size_t at = (*place + 3) & ~(size_t)3;
  if (at + 4 > size) return NULL;
  size_t length = number_at(bytes + at);
  if (length >= size - at - 4 || bytes[at + 4 + length]) return NULL;
  *place = at + 4 + length + 1;
  return (const char *)bytes + at + 4;
}

/// Reads the fields of a header: strings, signatures and numbers. False at one of another type.
static bool read_fields(const uint8_t *bytes, size_t size, struct received *message) {
  for (size_t place = 0; (place = (place + 7) & ~(size_t)7) + 4 < size;) {
    uint8_t code = bytes[place], type = bytes[place + 2];
    if (bytes[place + 1] != 1) return false;
    place += 4;
    if (type == 'g') {
      place += bytes[place] + 2u;
    } else if (type == 'u') {
      place = (place + 3) & ~(size_t)3;
      if (place + 4 > size) return false;
      if (code == field_reply) message->serial = number_at(bytes + place);
      place += 4;
    } else {
      const char *text = type == 's' || type == 'o' ? string_at(bytes, size, &place) : NULL;
      if (!text) return false;
      if (code == field_member) message->member = text;
    }
  }
  return true;
}

/// Waits for a message, which is valid until the next one. False at the end of the connection.
static bool next_message(int manager, struct received *message) {
  static uint8_t header[header_size], bytes[most_message];
  *message = (struct received){.member = ""};
  if (!receive(manager, header, sizeof header) || header[0] != 'l') return false;
  size_t fields = number_at(header + 12), body = number_at(header + 4), start = (fields + 7) & ~(size_t)7;
  if (fields > sizeof bytes) return false;
  message->type = header[1];
  if (body > sizeof bytes - start) {
    // Of no interest: it is not about one of the display's units.
    message->type = 0;
    for (size_t left = start + body; left > 0;) {
      size_t part = left < sizeof bytes ? left : sizeof bytes;
      if (!receive(manager, bytes, part)) return false;
      left -= part;
    }
    return true;
  }
  if (!receive(manager, bytes, start + body) || !read_fields(bytes, fields, message)) return false;
  message->body = bytes + start;
  message->body_size = body;
  return true;
}

// MARK: Units

// Both lines go at once, as systemd's own programs send them. The manager reads 256 bytes at a time
// up to the last line; the rest of these, such as a call, waits there until more bytes come.
int connect_to_manager(const char *path, int limit) {
  static const char greeting[] = "\0AUTH EXTERNAL 30\r\nBEGIN\r\n";
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int manager = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (manager < 0) return -1;
  end_of_replies = limit < 0 ? -1 : now() + limit;
  if (limit >= 0) {
    struct timeval time = {.tv_sec = limit / 1000, .tv_usec = limit % 1000 * 1000};
    setsockopt(manager, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
  }
  uint8_t line[128];
  size_t length = 0;
  if (connect(manager, (struct sockaddr *)&address, sizeof address) == 0 &&
      send(manager, greeting, sizeof greeting - 1, MSG_NOSIGNAL) == sizeof greeting - 1) {
    while (length < sizeof line && receive(manager, line + length, 1) && line[length++] != '\n') continue;
    if (length > 3 && memcmp(line, "OK ", 3) == 0) return manager;
  }
  close(manager);
  return -1;
}

/// Waits for the reply to a call. False at an error, or at the end of the connection.
static bool receive_reply(int manager, uint32_t serial, struct received *message) {
  do {
    if (!next_message(manager, message)) return false;
  } while ((message->type != type_reply && message->type != type_error) || message->serial != serial);
  return message->type == type_reply;
}

bool is_unit_up(int manager, const char *object) {
  static const uint32_t serial = 100;
  struct received message;
  if (!send_call(manager, serial, object, "org.freedesktop.DBus.Properties", "Get",
                 "org.freedesktop.systemd1.Unit", "ActiveState") ||
      !receive_reply(manager, serial, &message))
    return false;
  // A variant: its signature, and the value.
  size_t place = 3;
  const char *state = string_at(message.body, message.body_size, &place);
  return state &&
    (strcmp(state, "active") == 0 || strcmp(state, "activating") == 0 || strcmp(state, "reloading") == 0);
}

bool start_unit(int manager, const char *unit) {
  static uint32_t serial = 200;
  struct received message;
  return send_call(manager, ++serial, manager_path, "org.freedesktop.systemd1.Manager", "StartUnit", unit, "replace") &&
    receive_reply(manager, serial, &message);
}

void close_sockets(const char *path, bool with_display) {
  static const char *const sockets[] = {
    "firstlight-plymouth.socket", "firstlight-psplash.socket", "firstlight-ask-password.path", "firstlight.socket"};
  int manager = connect_to_manager(path, short_limit);
  if (manager < 0) return;
  stop_units(manager, sockets, with_display ? 4 : 3, false);
  close(manager);
}

bool stop_units(int manager, const char *const *units, int count, bool waits) {
  enum { most_units = 4 };
  char jobs[most_units][128] = {{0}};
  int replies = 0, running = 0;
  bool are_done = true;
  static uint32_t serial = 1;
  const uint32_t first = serial;
  if (count > most_units) return false;
  for (int index = 0; index < count; index++)
    if (!send_call(manager, serial++, manager_path, "org.freedesktop.systemd1.Manager", "StopUnit", units[index],
                   "replace"))
      return false;
  while (replies < count || (waits && running > 0)) {
    struct received message;
    if (!next_message(manager, &message)) return false;
    // The end of a job: its number, the job, its unit and its result.
    size_t place = message.type == type_signal ? 4 : 0;
    const char *job = message.type == type_error ? NULL : string_at(message.body, message.body_size, &place);
    if ((message.type == type_reply || message.type == type_error) && message.serial - first < (uint32_t)count) {
      replies++;
      // Without a job there is no such unit.
      if (!job || strlen(job) >= sizeof jobs[0]) continue;
      strcpy(jobs[message.serial - first], job);
      running++;
    } else if (message.type == type_signal && job && strcmp(message.member, "JobRemoved") == 0) {
      for (int index = 0; index < count; index++) {
        if (strcmp(jobs[index], job) != 0) continue;
        const char *unit = string_at(message.body, message.body_size, &place);
        const char *result = unit ? string_at(message.body, message.body_size, &place) : NULL;
        are_done = are_done && result && strcmp(result, "done") == 0;
        running--;
        break;
      }
    }
  }
  return are_done;
}
