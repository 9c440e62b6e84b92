#ifndef FIRSTLIGHT_BENCHMARK_LIBRARY_PEER_H
#define FIRSTLIGHT_BENCHMARK_LIBRARY_PEER_H

#include "peer.h"

/// Firstlight's rasterizer for programs in C: built like the static daemon, and drawing the ground
/// again under its commands.
const peer_engine *library_peer(void);

#endif
