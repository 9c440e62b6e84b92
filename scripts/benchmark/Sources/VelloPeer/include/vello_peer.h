#ifndef FIRSTLIGHT_BENCHMARK_VELLO_PEER_H
#define FIRSTLIGHT_BENCHMARK_VELLO_PEER_H

#include "peer.h"

const peer_engine *vello_peer(void);

#endif
