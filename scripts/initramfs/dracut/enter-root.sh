#!/bin/sh
# Tells the boot display where the real root is.

/usr/lib/firstlight/enter-root "${NEWROOT:-/sysroot}"
