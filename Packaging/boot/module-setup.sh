#!/bin/bash
# dracut: Keyward answers the questions of systemd, in place of systemd's agents.

check() {
  require_binaries /usr/lib/keyward/keyward
}

depends() {
  echo systemd systemd-ask-password
}

installkernel() {
  instmods evdev button usbhid hid-generic hid-multitouch i2c-hid-acpi i2c-hid-of xpad \
    hid-playstation hid-nintendo hid-steam virtio_input usbtouchscreen \
    bochs cirrus qxl virtio-gpu vboxvideo vmwgfx hyperv_drm
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
