#include "calls.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

const char *display_socket = "/run/firstlight/socket";

// MARK: Writing

void put(struct text *text, const char *bytes, size_t count) {
  if (text->is_full || count > sizeof text->bytes - text->length) {
    text->is_full = true;
    return;
  }
  memcpy(text->bytes + text->length, bytes, count);
  text->length += count;
}

void put_text(struct text *text, const char *bytes) { put(text, bytes, strlen(bytes)); }

size_t character_size(const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  unsigned char first = bytes[0];
  size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3
                : first < 0xF5 ? 4 : 0;
  for (size_t index = 1; index < length; index++)
    if ((bytes[index] & 0xC0) != 0x80) return 0;
  // Longer than needed, a surrogate, or beyond the last one.
  if ((first == 0xE0 && bytes[1] < 0xA0) || (first == 0xED && bytes[1] > 0x9F) ||
      (first == 0xF0 && bytes[1] < 0x90) || (first == 0xF4 && bytes[1] > 0x8F))
    return 0;
  return length;
}

void put_string(struct text *text, const char *key, const char *value) {
  put_text(text, ",\"");
  put_text(text, key);
  put_text(text, "\":\"");
  for (const char *byte = value; *byte;) {
    size_t length = character_size(byte);
    if (length == 0) {
      put_text(text, "?");
      length = 1;
    } else if ((unsigned char)*byte < 0x20) {
      put_text(text, " ");
    } else {
      if (*byte == '"' || *byte == '\\') put_text(text, "\\");
      put(text, byte, length);
    }
    byte += length;
  }
  put_text(text, "\"");
}

void put_number(struct text *text, const char *key, long long number) {
  char digits[64];
  snprintf(digits, sizeof digits, ",\"%s\":%lld", key, number);
  put_text(text, digits);
}

// MARK: The connection

int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (connection < 0) return -1;
  if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
  int reason = errno;
  close(connection);
  errno = reason;
  return -1;
}

int connect_to_display(void) { return connect_to(display_socket); }

int connect_to_display_until(long long end) {
  int connection = connect_to_display();
  while (connection < 0 && errno == EAGAIN && now() < end) {
    poll(NULL, 0, 20);
    connection = connect_to_display();
  }
  return connection;
}

bool send_call(int connection, const struct text *text) {
  return !text->is_full &&
    send(connection, text->bytes, text->length, MSG_NOSIGNAL) == (ssize_t)text->length;
}

const char *reply_to(int connection, const char *call, size_t size, int limit) {
  static char reply[65536];
  size_t length = 0;
  if (send(connection, call, size, MSG_NOSIGNAL) != (ssize_t)size) return NULL;
  long long end = now() + limit;
  while (length < sizeof reply) {
    struct pollfd place = {.fd = connection, .events = POLLIN};
    long long left = end - now();
    if (left <= 0) return NULL;
    if (poll(&place, 1, (int)left) <= 0) continue;
    ssize_t count = recv(connection, reply + length, sizeof reply - length, 0);
    if (count < 0 && errno == EAGAIN) continue;
    if (count <= 0) return NULL;
    length += (size_t)count;
    if (memchr(reply, 0, length)) return reply;
  }
  return NULL;
}

// MARK: Reading

static unsigned hexadecimal(const char *digits) {
  unsigned value = 0;
  for (int index = 0; index < 4; index++) {
    char digit = digits[index];
    value = value << 4 | (unsigned)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
  }
  return value & 0xFFFF;
}

/// Writes a character as UTF-8, and gives the place behind it.
static char *put_character(char *place, unsigned scalar) {
  if (scalar < 0x80) {
    *place++ = (char)scalar;
  } else if (scalar < 0x800) {
    *place++ = (char)(0xC0 | scalar >> 6);
    *place++ = (char)(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    *place++ = (char)(0xE0 | scalar >> 12);
    *place++ = (char)(0x80 | (scalar >> 6 & 0x3F));
    *place++ = (char)(0x80 | (scalar & 0x3F));
  } else {
    *place++ = (char)(0xF0 | scalar >> 18);
    *place++ = (char)(0x80 | (scalar >> 12 & 0x3F));
    *place++ = (char)(0x80 | (scalar >> 6 & 0x3F));
    *place++ = (char)(0x80 | (scalar & 0x3F));
  }
  return place;
}

ssize_t decode_string(char *text) {
  char *place = text;
  const char *byte = text;
  for (; *byte && *byte != '"'; byte++) {
    if (*byte != '\\') {
      *place++ = *byte;
      continue;
    }
    byte++;
    if (*byte == 'u') {
      if (strspn(byte + 1, "0123456789abcdefABCDEF") < 4) return -1;
      unsigned scalar = hexadecimal(byte + 1);
      byte += 4;
      if (scalar >> 10 == 0x36 && byte[1] == '\\' && byte[2] == 'u' &&
          strspn(byte + 3, "0123456789abcdefABCDEF") >= 4) {
        scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (hexadecimal(byte + 3) & 0x3FF);
        byte += 6;
      }
      place = put_character(place, scalar);
      continue;
    }
    static const char names[] = "bfnrt\"\\/", values[] = "\b\f\n\r\t\"\\/";
    const char *name = *byte ? strchr(names, *byte) : NULL;
    if (!name) return -1;
    *place++ = values[name - names];
  }
  return *byte == '"' ? place - text : -1;
}

const char *error_name(const char *reply, int *length) {
  static const char key[] = "\"error\":\"";
  const char *name = strstr(reply, key);
  if (!name) return NULL;
  name += sizeof key - 1;
  *length = (int)strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_");
  if (*length > 100) *length = 100;
  return name;
}
