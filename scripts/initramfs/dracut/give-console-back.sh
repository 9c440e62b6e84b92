#!/bin/sh
# Gives the console back to the shell that is about to start on it.

[ ! -x /usr/bin/plymouth ] || /usr/bin/plymouth quit
