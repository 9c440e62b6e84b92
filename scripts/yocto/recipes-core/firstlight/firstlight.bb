SUMMARY = "Boot, kiosk and install display"
DESCRIPTION = "Shows a scene from the first second of a boot on, in the place of psplash, whose commands and FIFO it has."
SECTION = "base"
LICENSE = "MIT & FTL & LGPL-2.1-or-later & Libpng & Zlib & IJG & BSD-3-Clause & Apache-2.0-with-LLVM-exception"
LIC_FILES_CHKSUM = "file://${FIRSTLIGHT}/LICENSE;md5=2753dd5e94bc7b504e007917ddfa76bd"
PV = "0.1"

# The clone that this layer is a part of, and the programs that were built in it.
FIRSTLIGHT ?= "${@os.path.realpath(d.getVar('THISDIR') + '/../../../..')}"
FIRSTLIGHT_PROGRAMS ?= "${FIRSTLIGHT}/.build-static${@'-arm64' if d.getVar('TARGET_ARCH') == 'aarch64' else ''}"
# A scene among the files that SRC_URI brings; without one it is the daemon's own.
FIRSTLIGHT_SCENE ?= ""
COMPATIBLE_HOST = "(x86_64|aarch64).*-linux"

SRC_URI = "file://firstlight-init"
S = "${UNPACKDIR}"

inherit systemd update-rc.d useradd

# The programs are static.
INHIBIT_DEFAULT_DEPS = "1"
INHIBIT_PACKAGE_STRIP = "1"
INHIBIT_PACKAGE_DEBUG_SPLIT = "1"
INHIBIT_SYSROOT_STRIP = "1"
do_configure[noexec] = "1"
do_compile[noexec] = "1"
do_install[file-checksums] += "${FIRSTLIGHT_PROGRAMS}/firstlightd:True ${FIRSTLIGHT_PROGRAMS}/plymouth:True"
do_install[file-checksums] += "${FIRSTLIGHT}/scripts/install:True ${FIRSTLIGHT}/systemd:True ${FIRSTLIGHT}/Sources/Scene/Scenes:True"

do_install() {
	DESTDIR=${D} PREFIX=${prefix} ${FIRSTLIGHT}/scripts/install --programs ${FIRSTLIGHT_PROGRAMS}
	# The preset file would come before the presets of an image, which enable the units of
	# SYSTEMD_SERVICE.
	rm ${D}${nonarch_libdir}/systemd/system-preset/90-firstlight.preset
	rmdir ${D}${nonarch_libdir}/systemd/system-preset
	# An image never removes the files with the script.
	rm ${D}${datadir}/firstlight/installed-files
	for name in psplash psplash-write; do
		ln -s ../lib/firstlight/plymouth ${D}${bindir}/$name
	done
	if [ -n "${FIRSTLIGHT_SCENE}" ]; then
		install -d ${D}${sysconfdir}/firstlight
		for file in ${@' '.join(os.path.basename(uri.split(';')[0]) for uri in d.getVar('SRC_URI').split() if uri.startswith('file://'))}; do
			[ "$file" = firstlight-init ] || install -m 0644 ${UNPACKDIR}/$file ${D}${sysconfdir}/firstlight/$file
		done
		echo "scene = ${sysconfdir}/firstlight/${FIRSTLIGHT_SCENE}" >${D}${sysconfdir}/firstlight/firstlight.conf
	fi
	if ${@bb.utils.contains('DISTRO_FEATURES', 'sysvinit', 'true', 'false', d)}; then
		install -D -m 0755 ${UNPACKDIR}/firstlight-init ${D}${sysconfdir}/init.d/firstlight
	fi
}

FILES:${PN} += "${nonarch_libdir} ${datadir}"
FILES:${PN}-doc = "${mandir} ${docdir}"
RRECOMMENDS:${PN} += "liberation-fonts"
# Both have the names of its commands.
RCONFLICTS:${PN} = "psplash"
RREPLACES:${PN} = "psplash"

# In the place of psplash-systemd, systemd reports the units that start by Plymouth's protocol; the times of former boots
# give each its share.
SYSTEMD_SERVICE:${PN} = "firstlight.service firstlight.socket firstlight-psplash.socket firstlight-quit.service \
                         firstlight-plymouth.socket firstlight-times.service \
                         firstlight-shutdown@poweroff.service firstlight-shutdown@reboot.service"
INITSCRIPT_NAME = "firstlight"
INITSCRIPT_PARAMS = "start 0 S . stop 20 0 1 6 ."

USERADD_PACKAGES = "${PN}"
USERADD_PARAM:${PN} = "--system --no-create-home --home-dir / --shell /sbin/nologin --user-group --groups video,input firstlight"
