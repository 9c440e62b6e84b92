#!/bin/sh
# Starts the boot display where dracut's first process is a shell.

/usr/lib/firstlight/start-display
