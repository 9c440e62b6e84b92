#ifndef FIRSTLIGHT_BENCHMARK_AGG_PEER_H
#define FIRSTLIGHT_BENCHMARK_AGG_PEER_H

#include "peer.h"

#ifdef __cplusplus
extern "C" {
#endif

const peer_engine *agg_peer(void);

#ifdef __cplusplus
}
#endif
#endif
