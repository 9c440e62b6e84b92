import Foundation

/// The parts that an initial RAM file system lacks to show a picture while the system starts.
struct ImageDiagnosis {
  typealias Check = Diagnosis.Check

  let image: InitramfsImage
  private(set) var checks: [Check] = []

  init(_ image: InitramfsImage) {
    self.image = image
    let picture = picture
    checks = [kind, daemon, start, prompts, picture.scene, picture.fonts, drivers, keymap]
  }

  static let update =
    "install the hooks (the package firstlight-initramfs, or scripts/install --initramfs), see "
    + "that /etc/firstlight/initramfs.conf has no FIRSTLIGHT=n, and make the image anew: "
    + "update-initramfs -u, dracut --force or mkinitcpio -P"

  func good(_ name: String, _ message: String) -> Check {
    Check(name: name, outcome: .good, message: message)
  }

  func fault(_ name: String, _ message: String, hint: String) -> Check {
    Check(name: name, outcome: .fault, message: message, hint: hint)
  }

  func note(_ name: String, _ message: String, hint: String? = nil) -> Check {
    Check(name: name, outcome: .note, message: message, hint: hint)
  }

  // MARK: Programs

  /// The tool that made the image, if it decides how the daemon is started.
  private enum Maker: String {
    case initramfsTools = "initramfs-tools"
    case mkinitcpio
    /// dracut, where its scripts are the first process.
    case dracut
    /// dracut, mkosi and mkinitcpio, where systemd is the first process.
    case systemd
    case unknown = "an unknown tool"
  }

  /// The folders of dracut's scripts.
  private static let dracutHooks = [
    "usr/lib/dracut/hooks/", "lib/dracut/hooks/", "var/lib/dracut/hooks/",
  ]

  private var maker: Maker {
    if image["usr/lib/systemd/systemd"] ?? image["lib/systemd/systemd"] != nil { return .systemd }
    if image["scripts/functions"] != nil { return .initramfsTools }
    if image["init_functions"] != nil { return .mkinitcpio }
    return Self.dracutHooks.contains { image[$0 + "pre-trigger"] != nil } ? .dracut : .unknown
  }

  private var kind: Check {
    let (files, bytes) = image.size
    let size = String(format: "%.1f MB", Double(bytes) / 1e6)
    let words = maker == .systemd ? "systemd" : maker.rawValue
    return good("image", "\(files) files, \(size) unpacked, started by \(words)")
  }

  private var daemon: Check {
    guard let path = image.program("firstlightd"), let entry = image[path] else {
      return fault("daemon", "there is no program firstlightd", hint: Self.update)
    }
    if let loader = Self.interpreter(Array(entry.content)), image[loader] == nil {
      return fault(
        "daemon", "\(path) needs \(loader), which is not in the image",
        hint: "install the static daemon (scripts/install without --dynamic), and make it anew")
    }
    let size = String(format: "%.1f MB", Double(entry.content.count) / 1e6)
    return good("daemon", "\(path), \(size)")
  }

  /// The loader of a program that is not static.
  private static func interpreter(_ bytes: [UInt8]) -> String? {
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      var value: UInt64 = 0
      for byte in bytes[offset..<offset + count].reversed() { value = value << 8 | UInt64(byte) }
      return Int(exactly: value)
    }
    // ELF of 64 bits, the least significant byte first.
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let table = number(32, 8),
      let size = number(54, 2), let count = number(56, 2)
    else { return nil }
    for index in 0..<count {
      let header = table &+ index * size
      guard number(header, 4) == 3, let start = number(header &+ 8, 8),
        let length = number(header &+ 32, 8), length > 0, length < 4096,
        start <= bytes.count - length
      else { continue }
      return String(decoding: bytes[start..<start + length - 1], as: UTF8.self)
    }
    return nil
  }

  private var start: Check {
    switch maker {
    case .initramfsTools:
      if image["scripts/init-top/firstlight"] != nil {
        return good("start", "scripts/init-top/firstlight")
      }
    case .mkinitcpio:
      if image["hooks/firstlight"] != nil { return good("start", "hooks/firstlight") }
    case .dracut:
      for folder in Self.dracutHooks where image[folder + "pre-trigger/10-start.sh"] != nil {
        return good("start", folder + "pre-trigger/10-start.sh")
      }
    case .systemd:
      for unit in ["firstlight.service", "firstlight-initrd.service"] {
        guard let link = self.link(toUnit: unit) else { continue }
        // The image's own unit hands the display to the one of the root.
        if unit == "firstlight-initrd.service", self.link(toUnit: Self.successor) == nil {
          return fault(
            "start", "\(Self.successor) is missing: the picture stays when the root is there",
            hint: Self.update)
        }
        return good("start", link)
      }
    case .unknown:
      return note("start", "the start of the daemon in such an image cannot be checked")
    }
    return fault("start", "nothing starts the daemon", hint: Self.update)
  }

  private static let successor = "firstlight-enter-root.service"

  /// The link that starts a unit of systemd; nil if there is none, or the unit is missing.
  private func link(toUnit unit: String) -> String? {
    let isThere = ["etc/systemd/system/", "usr/lib/systemd/system/", "lib/systemd/system/"]
      .contains { image[$0 + unit] != nil }
    return isThere ? image.entries.keys.filter { $0.hasSuffix(".wants/" + unit) }.min() : nil
  }

  /// The names by which scripts ask for passphrases.
  private var prompts: Check {
    let agent = "firstlight-ask-password.path"
    if maker == .systemd, link(toUnit: Self.successor) != nil, link(toUnit: agent) == nil {
      return fault(
        "prompts", "\(agent) is missing: systemd asks for passphrases behind the picture",
        hint: Self.update)
    }
    let missing = ["plymouth", "plymouthd"].filter { image.program($0) == nil }
    if missing.isEmpty { return good("prompts", "plymouth and plymouthd") }
    let names = missing.joined(separator: " and ")
    return maker == .systemd
      ? note("prompts", "there is no program \(names): scripts cannot ask on the picture")
      : fault(
        "prompts", "there is no program \(names): passphrases are asked for behind the picture",
        hint: Self.update)
  }

  // MARK: The kernel

  /// Modules that only serve others.
  private static let helpers: Set<String> = [
    "drm", "drm_kms_helper", "drm_shmem_helper", "drm_ttm_helper", "drm_vram_helper",
    "drm_dma_helper", "drm_display_helper", "drm_buddy", "drm_mipi_dbi",
    "drm_panel_orientation_quirks", "ttm", "gpu-sched", "gpu_sched", "drm_suballoc_helper",
    "drm_exec", "drm_gpuvm",
  ]

  private var drivers: Check {
    let place = "/kernel/drivers/gpu/drm/"
    var names: Set<String> = []
    for path in image.entries.keys where path.contains(place) {
      let file = path.split(separator: "/").last ?? ""
      guard let end = file.range(of: ".ko") else { continue }
      names.insert(String(file[..<end.lowerBound]))
    }
    names.subtract(Self.helpers)
    if !names.isEmpty {
      let some = names.sorted().prefix(6).joined(separator: ", ")
      return good("drivers", names.count > 6 ? "\(some) and \(names.count - 6) more" : some)
    }
    for (path, entry) in image.entries where path.hasSuffix("/modules.builtin") {
      let lines = String(decoding: entry.content, as: UTF8.self).split(separator: "\n")
      let builtIn = lines.filter { $0.contains("drivers/gpu/drm/") }
        .compactMap { $0.split(separator: "/").last?.dropLast(3) }
        .filter { !Self.helpers.contains(String($0)) }
      if let first = builtIn.first { return good("drivers", "\(first) is built into the kernel") }
    }
    return fault(
      "drivers", "there is no driver of a display: the picture comes when the root has loaded one",
      hint: "name it in the list of modules, as in /etc/initramfs-tools/modules, or include those "
        + "of the host")
  }

  private var keymap: Check {
    let found = image.entries.keys.filter { path in
      path == "keymap.bin" || path.hasSuffix(".kmap.gz") || path.hasSuffix(".kmap")
        || path.hasSuffix(".map.gz") || path.hasSuffix(".map") && path.contains("keymaps")
    }
    if let first = found.sorted().first { return good("keymap", first) }
    return note(
      "keymap", "there is none: prompts read keys as those of an American keyboard",
      hint: "Debian: install console-setup; mkinitcpio: the hook keymap or sd-vconsole; dracut: "
        + "the module i18n")
  }
}
