#ifndef FIRSTLIGHT_BENCHMARK_SKIA_PEER_H
#define FIRSTLIGHT_BENCHMARK_SKIA_PEER_H

#include "peer.h"

/// Skia through its Python binding, in this process. A call costs about half a microsecond more
/// than from C++.
const peer_engine *skia_peer(void);

#endif
