// Sends one Varlink call and prints the reply.
//
//   varlink [-w SECONDS] [-m] SOCKET METHOD [PARAMETERS]
//   varlink -x SOCKET METHOD PARAMETERS COMMAND...
//
// -w waits so long for the socket to exist; -m asks for more and prints replies, a line each, until
// the other side closes; -x waits for that, too, and becomes the command. METHOD without a dot is
// one of io.firstlight.display. The status is 1 if the reply is an error, 2 if there is none.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int open_socket(const char *path, double seconds) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  struct timespec pause = {0, 2000000};
  for (double waited = 0;; waited += 0.002) {
    int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    if (socket_ >= 0 && connect(socket_, (struct sockaddr *)&address, sizeof address) == 0)
      return socket_;
    if (waited >= seconds) {
      fprintf(stderr, "%s: %s\n", path, strerror(errno));
      exit(2);
    }
    close(socket_);
    nanosleep(&pause, NULL);
  }
}

int main(int count, char **arguments) {
  double seconds = 0;
  int more = 0, becomes = 0, option;
  while ((option = getopt(count, arguments, "+w:mx")) != -1) {
    if (option == 'w')
      seconds = atof(optarg);
    else if (option == 'm')
      more = 1;
    else if (option == 'x')
      becomes = 1;
    else
      return 2;
  }
  if (count - optind < (becomes ? 4 : 2)) return 2;
  const char *method = arguments[optind + 1];
  const char *parameters = count - optind > 2 ? arguments[optind + 2] : "{}";
  int connection = open_socket(arguments[optind], seconds);
  dprintf(connection, "{\"method\":\"%s%s\",\"parameters\":%s%s}%c",
          strchr(method, '.') ? "" : "io.firstlight.display.", method, parameters,
          more ? ",\"more\":true" : "", 0);
  static char reply[1 << 20];
  size_t length = 0;
  ssize_t some;
  while (length < sizeof reply - 1 &&
         (some = read(connection, reply + length, sizeof reply - 1 - length)) > 0) {
    length += some;
    char *end;
    while ((end = memchr(reply, 0, length))) {
      puts(reply);
      fflush(stdout);
      int failed = strncmp(reply, "{\"error\"", 8) == 0;
      if (!more && (failed || !becomes)) return failed;
      length -= end + 1 - reply;
      memmove(reply, end + 1, length);
    }
  }
  if (becomes) {
    close(connection);
    execvp(arguments[optind + 3], arguments + optind + 3);
    perror(arguments[optind + 3]);
    return 127;
  }
  return more ? 0 : 2;
}
