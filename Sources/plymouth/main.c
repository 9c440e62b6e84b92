#include "plymouth.h"

#include <string.h>

int main(int count, char **words) {
  const char *name = count > 0 ? words[0] : "";
  const char *slash = strrchr(name, '/');
  if (slash) name = slash + 1;
  // A process whose name begins so is spared when the initial RAM file system ends.
  if (*name == '@') name++;
  if (strcmp(name, "plymouthd") == 0) return run_daemon_starter(count, words);
  if (strcmp(name, "psplash") == 0) return run_psplash(count, words);
  if (strcmp(name, "psplash-write") == 0) return run_psplash_write(count, words);
  if (strcmp(name, "firstlight-agent") == 0) return run_agent(count, words);
  return run_client(count, words);
}
