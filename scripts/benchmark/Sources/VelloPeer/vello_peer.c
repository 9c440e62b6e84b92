#include "vello_peer.h"

// Of the crate in scripts/benchmark/vello.
const peer_engine *vello_cpu_engine(void);

const peer_engine *vello_peer(void) { return vello_cpu_engine(); }
