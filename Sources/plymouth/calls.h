// Calls of the daemon, in Varlink, and their replies.

#pragma once

#include "plymouth.h"

enum { most_call = 16384 };

/// A text that is being written; `is_full` when something had no space.
struct text {
  char bytes[most_call];
  size_t length;
  bool is_full;
};

/// The number of bytes of the character that begins here, in a text with a NUL behind it; 0 if it
/// is not UTF-8.
size_t character_size(const char *text);
/// Adds bytes, which may end with a NUL.
void put(struct text *text, const char *bytes, size_t count);
void put_text(struct text *text, const char *bytes);
/// Adds a member whose value is a string, in JSON. A byte that is no character becomes a question
/// mark.
void put_string(struct text *text, const char *key, const char *value);
/// Adds a member whose value is a number.
void put_number(struct text *text, const char *key, long long number);

/// The path of the daemon's socket for Varlink.
extern const char *display_socket;
/// A connection to a socket, or -1.
int connect_to(const char *path);
/// A connection to the daemon, or -1: it is not there, or too many wait for it.
int connect_to_display(void);
/// A connection to the daemon, or -1 where none has a place for it until a time of now().
int connect_to_display_until(long long end);
/// Sends a call with its NUL, which has space in the kernel before a connection's first reply.
bool send_call(int connection, const struct text *text);
/// The reply to a call, each ending with its NUL; NULL if none comes in `limit` milliseconds. It is
/// overwritten by the next one.
const char *reply_to(int connection, const char *call, size_t size, int limit);

/// Decodes a string of JSON in its own place, from behind its first quote: the result is never
/// longer. Returns the length, or -1 if the string has no end.
ssize_t decode_string(char *text);
/// The name of a reply's error, with its length in place of an end; NULL if it is none. The rest of
/// a reply may be an answer, or forge lines of the log, and is never written there.
const char *error_name(const char *reply, int *length);
