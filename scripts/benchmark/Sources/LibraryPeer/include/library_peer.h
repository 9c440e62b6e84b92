#ifndef FIRSTLIGHT_BENCHMARK_LIBRARY_PEER_H
#define FIRSTLIGHT_BENCHMARK_LIBRARY_PEER_H

#include "peer.h"

/// Firstlight's rasterizer as programs in C have it: built as the static daemon is, and drawing the
/// ground anew under what it draws.
const peer_engine *library_peer(void);

#endif
