// The parts of the program that speaks the plymouth command line.
//
// It is small and needs no library, since it goes into initial RAM file systems. Its job depends
// on the name by which it is called.

#pragma once

// For pipe2(). Each source includes this file first.
#define _GNU_SOURCE

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// `plymouth`: asks the daemon for something.
int run_client(int count, char **words);
/// `plymouthd`: starts firstlightd and waits until it answers.
int run_daemon_starter(int count, char **words);
/// `psplash`: starts the daemon in the place of a psplash.
int run_psplash(int count, char **words);
/// `psplash-write`: writes a message to the FIFO of a psplash.
int run_psplash_write(int count, char **words);
/// `firstlight-agent`: asks on the screen what systemd's password agents ask.
int run_agent(int count, char **words);

// MARK: Options

enum { most_options = 16 };

/// An option that may be given.
///
/// The names are words apart by spaces; one that ends with = takes a value.
struct options {
  const char *names;
  /// The value of each, in the order of the names: "" where it takes none, NULL where not given.
  const char *values[most_options];
};

/// Reads options up to the first word that is none, and gives the index of that.
///
/// A value follows after = or is the next word. The first unknown option is left in `unknown`.
int read_options(struct options *options, int count, char **words, int from, const char **unknown);
/// The value of an option by its name, without = behind it.
const char *option(const struct options *options, const char *name);

/// Becomes firstlightd, the one beside this program or that of the system; the first of the words
/// is its name, and `own` that of the caller.
_Noreturn void execute_daemon(const char *const *words, const char *own);

// MARK: The connection

enum reply {
  /// The first byte of what a daemon says.
  reply_answer = 0x02,
  reply_no_answer = 0x05,
  reply_done = 0x06,
  reply_answers = 0x09,
  reply_refused = 0x15,
  /// It has hung up, or says something that is not of the protocol.
  reply_lost = -1,
  /// It has said nothing in time.
  reply_late = -2,
};

enum {
  /// The time that a daemon may take, in milliseconds: to be connected to and for calls that it
  /// serves at once, and to give a display back.
  short_limit = 2000,
  long_limit = 10000,
  /// A person is asked.
  no_limit = -1,
  most_answer = 65536,
};

struct answer {
  size_t length;
  char bytes[most_answer];
};

/// A connection to the daemon, or -1.
int connect_to_daemon(int limit);
/// Sends a request with an argument or NULL, and waits for the reply; an answer is left in
/// `answer`.
enum reply request(
  int connection, char code, const char *argument, int limit, struct answer *answer);
/// Makes a request as `request` does, without a limit, while consoles may have an answer. The index
/// of one that is readable is left in `ready`, and the daemon has not replied then; otherwise it is
/// -1.
enum reply request_beside(int connection, char code, const char *argument, struct answer *answer, int *ready);
/// Waits on for the reply of such a request.
enum reply wait_beside(int connection, struct answer *answer, int *ready);
/// Waits until the daemon hangs up.
void wait_for_end(int connection);
/// The monotonic clock, in milliseconds.
long long now(void);

// MARK: The service manager

/// systemd's own socket.
static const char default_manager[] = "/run/systemd/private";
/// The display's service, by its path of D-Bus.
static const char display_unit[] = "/org/freedesktop/systemd1/unit/firstlight_2eservice";
/// A connection to systemd's own socket, for root, or -1. A reply may take `limit` milliseconds, or
/// without end if that is below 0.
int connect_to_manager(const char *path, int limit);
/// True if a unit, by its path of D-Bus, is up or on its way there.
bool is_unit_up(int manager, const char *object);
/// Stops units by the manager, at most four, and waits until they have stopped on request. False if
/// the manager does not answer, or if the stop of a unit that is there is seen to fail.
bool stop_units(int manager, const char *const *units, int count, bool waits);
/// Starts a unit, without waiting for it. False if the manager does not answer or has none of its
/// name.
bool start_unit(int manager, const char *unit);
/// Closes, by systemd, the sockets that would start the display again, over the program that has
/// the screen then: systemd itself tells the display of the next unit that starts, and of the next
/// password. Nothing waits for that. Without systemd, or its consent, the sockets stay.
///
/// `path` is that of systemd's own socket; with `with_display` the display's own socket goes, too,
/// and so does its service.
void close_sockets(const char *path, bool with_display);

// MARK: Consoles

enum { most_consoles = 4 };

/// True in an initial RAM file system whose first process is a script in place of systemd.
bool is_image_of_scripts(void);
/// Asks a question on serial consoles: on those with these names, or on the kernel's, where no
/// other program asks there. One on which another of these programs asks follows when that has
/// ended. Returns their number.
int open_consoles(const char *names, const char *prompt, bool is_secret);
/// Asks on consoles that have become free; true if some have not.
bool take_free_consoles(void);
/// The files of `most_consoles`; -1 for one that was hung up, or on which nothing is asked.
const int *console_files(void);
/// Reads an answer; false if there is none yet.
bool read_console(int index, struct answer *answer);
/// Leaves them as they were.
void close_consoles(void);

// MARK: The kernel's keyring

/// The key with the passphrases of disks, of systemd's programs.
static const char default_key[] = "cryptsetup";
/// Keeps a password for some minutes, with those that a key has by then.
void keep_password(const char *key, const char *bytes, size_t length);
/// Reads the passwords of a key, with a NUL between each two; false if there are none.
bool read_kept_passwords(const char *key, struct answer *passwords);

// MARK: The console

/// Makes the console text where a daemon that has gone has left a picture on it. Takes root.
void give_console_back(void);

// MARK: The end of the display

/// Ends the display's units at the end of a boot, by the service manager at a path; the exit
/// status.
int end_display(const char *manager);

/// Shows that a unit has failed, on a display that is up, for some milliseconds, or for the usual
/// time where that is below 0; the exit status.
int show_failure(const char *manager, const char *unit, int limit);

/// Passes the times of former boots on to the daemon, and keeps those after this boot in the same
/// file, for root; the exit status. Returns at the end of the boot.
int learn_times(const char *path);
/// The file of these times.
static const char default_times[] = "/var/lib/firstlight/times/boot";

/// The socket at which a service of the system finds the image's daemon.
static const char default_successor[] = "/run/firstlight/successor";
/// Kills the image's daemon if it hangs, in 1.1 s at most; the exit status. One that runs ends, and
/// leaves its picture.
int kill_hung_daemon(const char *path);

// MARK: Commands

/// Runs a command, its words apart by spaces, with some bytes as its standard input, or with the
/// caller's where they are NULL; its exit status, and 127 for one that cannot be run.
int run_command(const char *command, const char *input, size_t length);
