#!/bin/bash
# Dracut's module for Firstlight: the daemon, the program that is `plymouth` in the image, what is
# shown, a font for prompts, and the drivers of displays.

# Called by dracut: 0 for "put it in", 1 for "cannot".
check() {
  # dracut calls modules again for the needs of a device: no device needs a picture.
  # shellcheck disable=SC2154
  [[ ${hostonly-} && ${mount_needs-} ]] && return 1
  [[ -x ${dracutsysrootdir-}/usr/lib/firstlight/list-files ]] || return 1
  return 0
}

# Called by dracut.
depends() {
  echo drm
  # Passwords are asked for by its agents.
  dracut_module_included systemd && echo systemd-ask-password
  return 0
}

# Called by dracut.
install() {
  local source path files
  local -a options=()
  dracut_module_included systemd && options=(--systemd)
  if dracut_module_included plymouth; then
    dwarn "firstlight: plymouth is in the image: nothing of Firstlight is put in"
    return 0
  fi
  # Images are made in roots without /dev/fd, too: no process substitution.
  if ! files=$("${dracutsysrootdir-}/usr/lib/firstlight/list-files" "${options[@]}" "${dracutsysrootdir-}"); then
    dwarn "firstlight: nothing is put in"
    return 0
  fi
  while IFS=$'\t' read -r source path; do
    # shellcheck disable=SC2154
    mkdir -p "$initdir${path%/*}"
    case $source in
      link:*) ln -sfn "${source#link:}" "$initdir$path" ;;
      # A daemon that was not built static brings its libraries along.
      */firstlightd) inst_binary "${source#"${dracutsysrootdir-}"}" "$path" ;;
      *) cp -pL "$source" "$initdir$path" ;;
    esac || dwarn "firstlight: $source could not be copied"
  done <<<"$files"
  # Programs of enter-root, which only `base` would bring.
  inst_multiple sh readlink rm
  inst_multiple -o timeout
  # shellcheck disable=SC2154
  inst_hook emergency 50 "$moddir/give-console-back.sh"
  ((${#options[@]})) && return 0
  inst_hook pre-trigger 10 "$moddir/start.sh"
  inst_hook pre-pivot 90 "$moddir/enter-root.sh"
}
