// Forwards one connection of this machine's host to a socket.
//
//   forward PORT SOCKET
//
// PORT is a device of virtio-serial; it ends when one side does.

#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Returns 0 at the end of a side.
static int copy(int from, int to) {
  char bytes[65536];
  ssize_t count = read(from, bytes, sizeof bytes);
  for (ssize_t start = 0; start < count;) {
    ssize_t written = write(to, bytes + start, count - start);
    if (written <= 0) return 0;
    start += written;
  }
  return count > 0;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  int port = open(arguments[1], O_RDWR | O_CLOEXEC);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", arguments[2]);
  int link = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (port < 0 || connect(link, (struct sockaddr *)&address, sizeof address) < 0) {
    perror(port < 0 ? arguments[1] : arguments[2]);
    return 1;
  }
  struct pollfd sides[2] = {{port, POLLIN, 0}, {link, POLLIN, 0}};
  while (poll(sides, 2, -1) > 0) {
    if (sides[0].revents && !copy(port, link)) break;
    if (sides[1].revents && !copy(link, port)) break;
  }
  return 0;
}
