#include "peer.h"

size_t peer_number_count(uint8_t verb) {
  static const size_t counts[] = {2, 2, 4, 6, 5, 0};
  return counts[verb];
}

int peer_path_is_rect(const peer_path *path, double edges[4]) {
  static const uint8_t verbs[] = {peer_verb_move, peer_verb_line, peer_verb_line, peer_verb_line,
                                  peer_verb_close};
  if (path->verb_count != sizeof verbs) return 0;
  for (size_t index = 0; index < sizeof verbs; index++) {
    if (path->verbs[index] != verbs[index]) return 0;
  }
  const double *p = path->numbers;
  edges[0] = p[0];
  edges[1] = p[1];
  edges[2] = p[4];
  edges[3] = p[5];
  return p[2] == p[4] && p[3] == p[1] && p[6] == p[0] && p[7] == p[5];
}
