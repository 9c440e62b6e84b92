// Passwords in the kernel's keyring, for the next disk with the same one.
//
// systemd's programs keep the passphrases of disks there for a while, and try them before they ask.
// Passphrases of an initial RAM file system without systemd are kept in the same way: an answer of
// a serial console is unknown to the daemon, and the daemon of an image ends before the system asks
// for its other disks.

#include "plymouth.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's numbers, whose headers a small C library lacks.
enum { users_keyring = -4, command_read = 11, command_set_timeout = 15 };

enum {
  /// The seconds after which the kernel forgets them, as with systemd.
  kept_time = 150,
  most_kept = 16384,
};

static const char type[] = "user";

bool read_kept_passwords(const char *key, struct answer *passwords) {
  long serial = syscall(SYS_request_key, type, key, NULL, 0);
  if (serial <= 0) return false;
  long length = syscall(SYS_keyctl, command_read, serial, passwords->bytes, sizeof passwords->bytes);
  // A longer one is not read as a whole.
  if (length <= 0 || (size_t)length > sizeof passwords->bytes) return false;
  passwords->length = (size_t)length;
  return true;
}

/// True if a password is one of those with a NUL between each two.
static bool contains(const struct answer *passwords, const char *bytes, size_t length) {
  for (size_t begin = 0; begin < passwords->length;) {
    size_t size = strnlen(passwords->bytes + begin, passwords->length - begin);
    if (size == length && memcmp(passwords->bytes + begin, bytes, length) == 0) return true;
    begin += size + 1;
  }
  return false;
}

void keep_password(const char *key, const char *bytes, size_t length) {
  static struct answer passwords;
  if (length == 0 || length > most_kept || memchr(bytes, 0, length)) return;
  mlock(&passwords, sizeof passwords);
  if (!read_kept_passwords(key, &passwords)) passwords.length = 0;
  if (!contains(&passwords, bytes, length)) {
    // The others go if there is no space.
    if (passwords.length + length >= most_kept) passwords.length = 0;
    if (passwords.length > 0) passwords.bytes[passwords.length++] = 0;
    memcpy(passwords.bytes + passwords.length, bytes, length);
    passwords.length += length;
    long serial = syscall(SYS_add_key, type, key, passwords.bytes, passwords.length, users_keyring);
    if (serial > 0) syscall(SYS_keyctl, command_set_timeout, serial, kept_time);
  }
  explicit_bzero(&passwords, sizeof passwords);
}
