#!/bin/sh
# Starts the boot display where dracut's first process is a shell.

if getargbool 1 rd.firstlight && getargbool 1 firstlight.enable && getargbool 1 plymouth.enable &&
  getargbool 1 rd.plymouth && ! getarg nosplash >/dev/null && ! getarg rd.break >/dev/null; then
  /usr/bin/plymouthd --mode=boot --attach-to-session --pid-file=/run/plymouth/pid
fi
