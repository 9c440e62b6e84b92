################################################################################
#
# firstlight
#
################################################################################

FIRSTLIGHT_VERSION = 0.1
# The programs were built in the clone that this folder lies in.
FIRSTLIGHT_SOURCE =
FIRSTLIGHT_LICENSE = MIT, FTL, LGPL-2.1+, Libpng, Zlib, IJG, BSD-3-Clause, \
	Apache-2.0 with LLVM exception
FIRSTLIGHT_CLONE = $(realpath $(BR2_EXTERNAL_FIRSTLIGHT_PATH)/../..)
FIRSTLIGHT_PROGRAMS ?= $(FIRSTLIGHT_CLONE)/.build-static$(if $(BR2_aarch64),-arm64)
FIRSTLIGHT_SCENE = $(call qstrip,$(BR2_PACKAGE_FIRSTLIGHT_SCENE))

ifneq ($(FIRSTLIGHT_SCENE),)
define FIRSTLIGHT_INSTALL_SCENE
	mkdir -p $(TARGET_DIR)/etc/firstlight
	cp -rT $(dir $(FIRSTLIGHT_SCENE)) $(TARGET_DIR)/etc/firstlight
	echo "scene = /etc/firstlight/$(notdir $(FIRSTLIGHT_SCENE))" \
		>$(TARGET_DIR)/etc/firstlight/firstlight.conf
endef
endif

define FIRSTLIGHT_INSTALL_TARGET_CMDS
	DESTDIR=$(TARGET_DIR) PREFIX=/usr $(FIRSTLIGHT_CLONE)/scripts/install \
		--programs $(FIRSTLIGHT_PROGRAMS)
	ln -sf ../lib/firstlight/plymouth $(TARGET_DIR)/usr/bin/psplash
	ln -sf ../lib/firstlight/plymouth $(TARGET_DIR)/usr/bin/psplash-write
	$(FIRSTLIGHT_INSTALL_SCENE)
endef

# The first preset file that names a unit counts.
define FIRSTLIGHT_INSTALL_INIT_SYSTEMD
	$(INSTALL) -D -m 644 $(FIRSTLIGHT_PKGDIR)/50-firstlight.preset \
		$(TARGET_DIR)/usr/lib/systemd/system-preset/50-firstlight.preset
endef

define FIRSTLIGHT_INSTALL_INIT_SYSV
	$(INSTALL) -D -m 755 $(FIRSTLIGHT_PKGDIR)/S00firstlightd \
		$(TARGET_DIR)/etc/init.d/S00firstlightd
	$(INSTALL) -D -m 755 $(FIRSTLIGHT_PKGDIR)/S99firstlightd \
		$(TARGET_DIR)/etc/init.d/S99firstlightd
endef

define FIRSTLIGHT_USERS
	firstlight -1 firstlight -1 * - - video,input Boot display
endef

$(eval $(generic-package))
