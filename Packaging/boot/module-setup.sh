#!/bin/bash
# dracut: Keyward answers the questions of systemd, in place of systemd's agents.

check() {
  require_binaries /usr/lib/keyward/keyward
}

depends() {
  echo systemd systemd-ask-password
}

# Keyboards, touch screens and gamepads; the framebuffers of virtual machines.
installkernel() {
  # shellcheck disable=SC2046
  instmods $(cat /usr/lib/keyward/modules)
}

install() {
  inst_multiple /usr/lib/keyward/keyward /usr/lib/keyward/console /usr/lib/keyward/agent sh
  inst_multiple -o "$systemdsystemunitdir"/keyward-boot-agent.path \
    "$systemdsystemunitdir"/keyward-boot-agent.service
  inst_multiple -o /etc/keyward/*
  [[ ! -e $initdir/etc/keyward/boot.yaml ]] ||
    mv "$initdir/etc/keyward/boot.yaml" "$initdir/etc/keyward/config.yaml"
  $SYSTEMCTL -q --root "$initdir" add-wants sysinit.target keyward-boot-agent.path
  local agent
  for agent in console plymouth wall; do
    $SYSTEMCTL -q --root "$initdir" mask systemd-ask-password-$agent.path
  done
}
