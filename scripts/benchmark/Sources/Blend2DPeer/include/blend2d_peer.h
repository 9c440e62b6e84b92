#ifndef FIRSTLIGHT_BENCHMARK_BLEND2D_PEER_H
#define FIRSTLIGHT_BENCHMARK_BLEND2D_PEER_H

#include "peer.h"

#ifdef __cplusplus
extern "C" {
#endif

const peer_engine *blend2d_peer(void);
/// Blend2D with curves flattened to .01 pixels.
const peer_engine *blend2d_fine_peer(void);

#ifdef __cplusplus
}
#endif
#endif
