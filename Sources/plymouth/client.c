// The `plymouth` command.
//
// Its exit status: 0 when the daemon has done it; 1 when it refuses, does not answer in time or is
// not there; 2 when it hangs up in the middle.

#include "plymouth.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char general_options[] =
  "help debug wait ping has-active-vt quit show-splash hide-splash details sysinit "
  "ask-for-password newroot= update= ignore-keystroke=";

/// One run of the program.
struct run {
  struct options general, own;
  /// The connection, or -1.
  int daemon;
  /// True if a daemon that hangs up has done its task.
  bool may_hang_up;
};

/// The answer of a person: a secret, which is neither swapped nor dumped, and is wiped after its
/// use.
static struct answer answer;

static int fail(const char *sentence) {
  fprintf(stderr, "plymouth: %s\n", sentence);
  return 1;
}

/// The exit status for a reply that is no answer.
static int status_of(const struct run *run, enum reply reply) {
  switch (reply) {
    case reply_done: return 0;
    case reply_lost:
      if (run->may_hang_up) return 0;
      fprintf(stderr, "plymouth: the daemon has hung up\n");
      return 2;
    case reply_late: return fail("the daemon does not answer");
    default: return 1;
  }
}

/// Asks for something that is only acknowledged.
static int tell(const struct run *run, char code, const char *argument, int limit) {
  if (run->daemon < 0) return 1;
  return status_of(run, request(run->daemon, code, argument, limit, NULL));
}

/// Like `tell`, with an option's value; without the option nothing is requested.
static int tell_option(const struct run *run, char code, const char *name) {
  const char *value = option(&run->own, name);
  if (value) return tell(run, code, value, short_limit);
  fprintf(stderr, "plymouth: --%s is missing\n", name);
  return 1;
}

// MARK: Commands that only tell

static int display_message(struct run *run) { return tell_option(run, 'M', "text"); }
static int hide_message(struct run *run) { return tell_option(run, 'm', "text"); }
/// Without keys, the watch for any key ends.
static int ignore_keystroke(struct run *run) {
  return tell(run, 'L', option(&run->own, "keys"), short_limit);
}
static int update(struct run *run) { return tell_option(run, 'U', "status"); }
static int show_splash(struct run *run) { return tell(run, '$', NULL, short_limit); }
static int hide_splash(struct run *run) { return tell(run, 'H', NULL, short_limit); }
static int pause_progress(struct run *run) { return tell(run, 'A', NULL, short_limit); }
static int unpause_progress(struct run *run) { return tell(run, 'a', NULL, short_limit); }
static int report_error(struct run *run) { return tell(run, '!', NULL, short_limit); }
static int deactivate(struct run *run) { return tell(run, 'D', NULL, long_limit); }
static int reactivate(struct run *run) { return tell(run, 'r', NULL, long_limit); }
static int reload(struct run *run) { return tell(run, 'l', NULL, long_limit); }

static int quit(struct run *run) {
  bool retains = option(&run->own, "retain-splash") != NULL, hangs = false;
  int status = 1;
  if (run->daemon >= 0) {
    // A shell may wait for the console, and the daemon may hang.
    enum reply reply = request(run->daemon, 'Q', retains ? "\1" : "", retains ? long_limit : short_limit, NULL);
    status = status_of(run, reply);
    hangs = reply == reply_late;
    const char *manager = option(&run->own, "manager");
    close_sockets(manager ? manager : default_manager, true);
  }
  if (retains) return status;
  // The image's daemon has no unit that would end it.
  const char *successor = option(&run->own, "successor");
  if (hangs) kill_hung_daemon(successor ? successor : default_successor);
  // A daemon that has quit before may have left its picture.
  give_console_back();
  return status;
}

static int change_mode(struct run *run) {
  const char *names = run->own.names;
  for (int index = 0; *names; index++) {
    size_t length = strcspn(names, " ");
    if (run->own.values[index]) {
      char mode[64] = "";
      memcpy(mode, names, length);
      return tell(run, 'C', mode, short_limit);
    }
    names += length;
    names += strspn(names, " ");
  }
  return fail("change-mode needs a mode");
}

static int system_update(struct run *run) {
  const char *text = option(&run->own, "progress");
  char *end = NULL, progress[8];
  long percent = text ? strtol(text, &end, 10) : 0;
  if ((text && (end == text || *end)) || percent < 0 || percent > 100)
    return fail("--progress takes 0 to 100");
  snprintf(progress, sizeof progress, "%ld", percent);
  return tell(run, 'u', progress, short_limit);
}

static int update_root_fs(struct run *run) {
  const char *directory = option(&run->own, "new-root-dir");
  bool can_write = option(&run->own, "read-write") != NULL;
  if (!directory && !can_write) return fail("--new-root-dir or --read-write is missing");
  int status = directory ? tell(run, 'R', directory, short_limit) : 0;
  return status == 0 && can_write ? tell(run, 'S', NULL, short_limit) : status;
}

// MARK: Commands that ask

static void wipe_answer(void) { explicit_bzero(&answer, sizeof answer); }

/// Writes only the answer, without a line's end. It does not use a stream, which would keep a copy.
static int print_answer(void) {
  const char *bytes = answer.bytes;
  size_t left = answer.length;
  while (left > 0) {
    ssize_t count = write(STDOUT_FILENO, bytes, left);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 1;
    bytes += count;
    left -= (size_t)count;
  }
  return 0;
}

/// True if the person pressed Ctrl-C or Ctrl-D instead of answering; the daemon sends Ctrl-C for
/// both.
static bool is_cancelled(void) { return answer.length > 0 && answer.bytes[0] == 3; }

/// The number of times that the command is tried with an answer; 0 for no end.
static long tries(const struct run *run) {
  const char *text = option(&run->own, "number-of-tries");
  long count = text ? strtol(text, NULL, 10) : 0;
  return count > 0 ? count : 0;
}

/// Runs the command without a daemon: the command then asks by itself.
static int run_without_daemon(const struct run *run, const char *command) {
  long limit = tries(run);
  int status;
  for (long count = 1;; count++) {
    status = run_command(command, NULL, 0);
    if (status == 0 || status == 127 || (limit && count >= limit)) return status;
    // A command that fails at once must not use up the processor.
    poll(NULL, 0, 500);
  }
}

/// Tries the passwords in the answer, with a NUL between each two.
static bool try_passwords(const char *command) {
  bool is_done = false;
  for (size_t begin = 0; begin < answer.length && !is_done;) {
    size_t length = strnlen(answer.bytes + begin, answer.length - begin);
    is_done = run_command(command, answer.bytes + begin, length) == 0;
    begin += length + 1;
  }
  wipe_answer();
  return is_done;
}

/// The key of the kernel's keyring that passwords are kept in; NULL where systemd's own programs
/// keep them.
static const char *key_of(const struct run *run) {
  const char *name = option(&run->own, "keyring");
  return name ? name : is_image_of_scripts() ? default_key : NULL;
}

/// Tries the passwords that the daemon and the kernel have kept.
static bool try_kept_passwords(const struct run *run, const char *command, enum reply *reply) {
  *reply = request(run->daemon, 'c', NULL, short_limit, &answer);
  if (*reply == reply_answers && try_passwords(command)) return true;
  const char *key = key_of(run);
  return key && read_kept_passwords(key, &answer) && try_passwords(command);
}

/// Asks on the screen, and on serial consoles; the first answer counts. The daemon takes its
/// question back when this program hangs up.
static enum reply ask_person(struct run *run, char code, const char *prompt) {
  int count = open_consoles(option(&run->own, "consoles"), prompt, code == '*'), ready = -1;
  if (count == 0) return request(run->daemon, code, prompt, no_limit, &answer);
  enum reply reply = request_beside(run->daemon, code, prompt, &answer, &ready);
  while (ready >= 0 && !read_console(ready, &answer))
    reply = wait_beside(run->daemon, &answer, &ready);
  close_consoles();
  if (ready < 0) return reply;
  close(run->daemon);
  run->daemon = connect_to_daemon(short_limit);
  return reply_answer;
}

/// Asks, and gives the answer to the command or prints it.
static int ask(struct run *run, char code, bool repeats) {
  const char *command = option(&run->own, "command"), *prompt = option(&run->own, "prompt");
  long limit = repeats ? tries(run) : 1;
  enum reply reply;
  if (repeats && command) {
    if (try_kept_passwords(run, command, &reply)) return 0;
    if (reply == reply_lost || reply == reply_late) return status_of(run, reply);
  }
  for (long count = 1;; count++) {
    reply = ask_person(run, code, prompt);
    if (reply != reply_answer) return reply == reply_done ? 1 : status_of(run, reply);
    if (is_cancelled()) return 0;
    const char *key = code == '*' ? key_of(run) : NULL;
    int status = command ? run_command(command, answer.bytes, answer.length) : 0;
    if (key && status == 0) keep_password(key, answer.bytes, answer.length);
    if (!command) return print_answer();
    wipe_answer();
    if (status == 0 || !repeats) return 0;
    if (limit && count >= limit) return 1;
  }
}

/// Asks, and stops the progress of the boot meanwhile.
static int ask_paused(struct run *run, char code, bool repeats) {
  if (option(&run->own, "dont-pause-progress")) return ask(run, code, repeats);
  int status = pause_progress(run);
  if (status != 0) return status;
  status = ask(run, code, repeats);
  // A daemon that has hung up reads no further requests.
  if (status != 2 && run->daemon >= 0) unpause_progress(run);
  return status;
}

static int ask_for_password(struct run *run) {
  const char *command = option(&run->own, "command");
  if (run->daemon < 0) return command ? run_without_daemon(run, command) : 1;
  return ask_paused(run, '*', true);
}

static int ask_question(struct run *run) {
  return run->daemon < 0 ? 1 : ask_paused(run, 'W', false);
}

static int watch_keystroke(struct run *run) {
  if (run->daemon < 0) return 1;
  enum reply reply = request(run->daemon, 'K', option(&run->own, "keys"), no_limit, &answer);
  if (reply != reply_answer) return reply == reply_done ? 1 : status_of(run, reply);
  const char *command = option(&run->own, "command");
  if (!command) return print_answer();
  run_command(command, answer.bytes, answer.length);
  return 0;
}

// MARK: The command line

static const struct command {
  const char *name, *options;
  int (*body)(struct run *);
} commands[] = {
  {"ask-for-password", "prompt= command= number-of-tries= dont-pause-progress consoles= keyring=", ask_for_password},
  {"ask-question", "prompt= command= dont-pause-progress consoles=", ask_question},
  {"watch-keystroke", "keys= command=", watch_keystroke},
  {"ignore-keystroke", "keys=", ignore_keystroke},
  {"display-message", "text=", display_message},
  {"message", "text=", display_message},
  {"hide-message", "text=", hide_message},
  {"update", "status=", update},
  {"system-update", "progress=", system_update},
  {"change-mode",
   "boot-up shutdown reboot updates system-upgrade firmware-upgrade system-reset", change_mode},
  {"update-root-fs", "new-root-dir= read-write", update_root_fs},
  {"show-splash", "", show_splash},
  {"hide-splash", "", hide_splash},
  {"pause-progress", "", pause_progress},
  {"unpause-progress", "", unpause_progress},
  {"report-error", "", report_error},
  {"deactivate", "", deactivate},
  {"reactivate", "", reactivate},
  {"reload", "", reload},
  {"quit", "retain-splash manager= successor=", quit},
};
enum { command_count = sizeof commands / sizeof *commands };

static void print_options(FILE *file, const char *names) {
  while (*names) {
    size_t length = strcspn(names, " ");
    bool takes_value = names[length - 1] == '=';
    fprintf(file, " [--%.*s%s]", (int)length, names, takes_value ? "VALUE" : "");
    names += length;
    names += strspn(names, " ");
  }
}

static void print_usage(FILE *file) {
  fprintf(file, "usage: plymouth");
  print_options(file, general_options);
  fprintf(file, " [COMMAND [OPTION...]...]\n\ncommands:\n");
  for (int index = 0; index < command_count; index++) {
    fprintf(file, "  %s", commands[index].name);
    print_options(file, commands[index].options);
    fprintf(file, "\n");
  }
}

/// The request of the first general option that is given; -1 when none is.
static int run_general(struct run *run) {
  const struct options *general = &run->general;
  const char *value;
  if (option(general, "show-splash")) return show_splash(run);
  if (option(general, "hide-splash")) return hide_splash(run);
  if (option(general, "quit")) return quit(run);
  if (option(general, "ping")) return tell(run, 'P', NULL, short_limit);
  if (option(general, "has-active-vt")) return tell(run, 'V', NULL, short_limit);
  if ((value = option(general, "update"))) return tell(run, 'U', value, short_limit);
  if ((value = option(general, "ignore-keystroke"))) return tell(run, 'L', value, short_limit);
  if (option(general, "ask-for-password")) return run->daemon < 0 ? 1 : ask(run, '*', true);
  if (option(general, "sysinit")) return tell(run, 'S', NULL, short_limit);
  if ((value = option(general, "newroot"))) return tell(run, 'R', value, short_limit);
  if (option(general, "details")) return tell(run, '!', NULL, short_limit);
  return -1;
}

static const struct command *find_command(const char *name) {
  for (int index = 0; index < command_count; index++)
    if (strcmp(commands[index].name, name) == 0) return &commands[index];
  return NULL;
}

/// Keeps the answer from other processes of the user, from swap and from core files.
static void protect_answer(void) {
  prctl(PR_SET_DUMPABLE, 0);
  // Some users may not lock this much memory; then the answer is only wiped.
  mlock(&answer, sizeof answer);
}

/// Carries out the commands from a word on, one after the other, as Plymouth's own client does from
/// its release 24 on; a word that is no command ends them. Returns the status of the first command
/// that fails, and -1 if there is none.
static int run_commands(struct run *run, int count, char **words, int index) {
  int status = -1;
  while (index < count) {
    const struct command *command = find_command(words[index]);
    if (!command) break;
    const char *ignored = NULL;
    run->own = (struct options){.names = command->options};
    // Options of other releases change nothing.
    index = read_options(&run->own, count, words, index + 1, &ignored);
    int result = command->body(run);
    if (status <= 0) status = result;
  }
  return status;
}

static int run_words(int count, char **words) {
  struct run run = {.general.names = general_options, .own.names = "", .daemon = -1};
  const char *unknown = NULL;
  int index = read_options(&run.general, count, words, 1, &unknown);
  if (option(&run.general, "help")) {
    print_usage(stdout);
    return 0;
  }
  if (count < 2 || unknown || (index < count && !find_command(words[index]))) {
    print_usage(stderr);
    return count < 2 ? 0 : 1;
  }
  bool waits = option(&run.general, "wait") != NULL;
  run.may_hang_up = waits;
  run.daemon = connect_to_daemon(short_limit);
  int status = run_general(&run), own = run_commands(&run, count, words, index);
  // The status tells of the first that fails.
  if (status <= 0 && own >= 0) status = own;
  if (waits && run.daemon < 0) return 0;
  if (status >= 0) return status;
  if (!waits) return fail("nothing is asked for");
  wait_for_end(run.daemon);
  return 0;
}

int run_client(int count, char **words) {
  protect_answer();
  int status = run_words(count, words);
  wipe_answer();
  return status;
}
