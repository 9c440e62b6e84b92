import Foundation
import System
import TestSupport
import Testing

@testable import ControlCommands

/// Images of initial RAM file systems, made here, and what is said to be missing in them.
struct ImageDiagnosisTests {
  /// A file, a folder or a link of an image in the making.
  struct Item {
    var path: String
    var mode: UInt32 = 0o100644
    var content: [UInt8] = []
    /// The number of a file with several names; 0 for a file with one.
    var inode: UInt32 = 0

    static func program(_ path: String, _ content: [UInt8] = [1]) -> Item {
      Item(path: path, mode: 0o100755, content: content)
    }
    static func link(_ path: String, to target: String) -> Item {
      Item(path: path, mode: 0o120777, content: Array(target.utf8))
    }
    static func text(_ path: String, _ text: String = "x") -> Item {
      Item(path: path, content: Array(text.utf8))
    }
  }

  /// An archive as cpio(1) writes it.
  static func archive(_ items: [Item]) -> [UInt8] {
    var bytes: [UInt8] = []
    func pad() { while bytes.count % 4 != 0 { bytes.append(0) } }
    for item in items + [Item(path: "TRAILER!!!", mode: 0)] {
      let fields: [UInt32] = [
        item.inode, item.mode, 0, 0, item.inode == 0 ? 1 : 2, 0, UInt32(item.content.count), 0, 0,
        0, 0, UInt32(item.path.utf8.count + 1), 0,
      ]
      bytes += "070701".utf8
      for field in fields { bytes += String(format: "%08X", field).utf8 }
      bytes += Array(item.path.utf8) + [0]
      pad()
      bytes += item.content
      pad()
    }
    return bytes
  }

  static let scene = """
    {"layers": [{"kind": "image", "file": "logo.png", "frame": [0, 0, 8, 8]}]}
    """
  /// One pixel.
  static let picture = [UInt8](
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
        + "WjR9awAAAABJRU5ErkJggg==") ?? Data())

  /// A font with the characters of Western languages alone.
  static let font: [UInt8] = {
    var font = FontSubset(path: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", index: 0)
    for range in [0x20...0x7E, 0xA0...0x17F, 0x2010...0x203A] as [ClosedRange<UInt32>] {
      for scalar in range { font.insert(scalar) }
    }
    return (try? font.bytes()) ?? []
  }()

  /// An image that lacks nothing.
  static let whole: [Item] = [
    .text("scripts/functions"), .text("scripts/init-top/firstlight"),
    .link("bin", to: "usr/bin"), .program("usr/bin/firstlightd"), .program("usr/bin/plymouth"),
    .link("usr/bin/plymouthd", to: "plymouth"),
    .link("etc/firstlight/scene.jsonc", to: "/usr/share/scenes/logo.jsonc"),
    .text("usr/share/scenes/logo.jsonc", scene),
    Item(path: "usr/share/scenes/logo.png", content: picture),
    Item(path: "etc/firstlight/fonts/DejaVuSans.ttf", content: font),
    .text("usr/lib/modules/6.1/kernel/drivers/gpu/drm/drm.ko"),
    .text("usr/lib/modules/6.1/kernel/drivers/gpu/drm/bochs.ko.xz"),
    .text("etc/console-setup/cached_UTF-8_del.kmap.gz"),
  ]

  private func faults(_ items: [Item]) throws -> [String] {
    ImageDiagnosis(try InitramfsImage(bytes: Self.archive(items))).checks
      .filter { $0.outcome == .fault }.map(\.name)
  }

  @Test func `a complete image has no fault`() throws {
    let checks = ImageDiagnosis(try InitramfsImage(bytes: Self.archive(Self.whole))).checks
    #expect(checks.allSatisfy { $0.outcome == .good }, "\(checks.lines)")
    #expect(checks.first { $0.name == "drivers" }?.message == "bochs")
    let scene = checks.first { $0.name == "scene" }
    #expect(scene?.message == "usr/share/scenes/logo.jsonc with 1 picture")
    #expect(checks.isGood)
  }

  @Test(
    "each part that is missing is a fault of its own",
    arguments: [
      ("usr/bin/firstlightd", "daemon"), ("scripts/init-top/firstlight", "start"),
      ("usr/bin/plymouth", "prompts"), ("usr/bin/plymouthd", "prompts"),
      ("usr/share/scenes/logo.png", "scene"), ("usr/share/scenes/logo.jsonc", "scene"),
      ("etc/firstlight/fonts/DejaVuSans.ttf", "fonts"),
      ("usr/lib/modules/6.1/kernel/drivers/gpu/drm/bochs.ko.xz", "drivers"),
    ])
  func missing(_ path: String, _ fault: String) throws {
    let items = Self.whole.filter { $0.path != path }
    #expect(items.count == Self.whole.count - 1)
    #expect(try faults(items) == [fault])
  }

  @Test func `a missing keymap is a note and no fault`() throws {
    let items = Self.whole.filter { !$0.path.hasSuffix(".kmap.gz") }
    let checks = ImageDiagnosis(try InitramfsImage(bytes: Self.archive(items))).checks
    #expect(checks.isGood)
    #expect(checks.lines.contains { $0.hasPrefix("note   keymap: ") })
  }

  @Test func `a driver in the kernel is one, and the daemon's own scene needs no file`() throws {
    let items =
      Self.whole.filter { !$0.path.contains("/drm/") && !$0.path.contains("scene") } + [
        .text(
          "usr/lib/modules/6.1/modules.builtin",
          "kernel/drivers/gpu/drm/drm.ko\nkernel/drivers/gpu/drm/tiny/simpledrm.ko\n")
      ]
    let checks = ImageDiagnosis(try InitramfsImage(bytes: Self.archive(items))).checks
    #expect(checks.isGood, "\(checks.lines)")
    #expect(
      checks.first { $0.name == "drivers" }?.message == "simpledrm is built into the kernel")
    #expect(checks.first { $0.name == "scene" }?.message == "the daemon's own")
  }

  @Test func `dracut without systemd starts the daemon by a script of its own`() throws {
    let others = Self.whole.filter { !$0.path.hasPrefix("scripts/") }
    let hooks = "usr/lib/dracut/hooks"
    let empty = others + [Item(path: hooks + "/pre-trigger", mode: 0o040755)]
    #expect(try faults(empty) == ["start"])
    #expect(try faults(empty + [.program(hooks + "/pre-trigger/10-start.sh")]) == [])
  }

  @Test func `an image with systemd as first process needs a unit that starts the daemon`() throws {
    var items = Self.whole.filter { !$0.path.hasPrefix("scripts/") }
    items.append(.program("usr/lib/systemd/systemd"))
    #expect(try faults(items) == ["start"])
    items.append(.text("usr/lib/systemd/system/firstlight.service"))
    items.append(
      .link(
        "etc/systemd/system/initrd.target.wants/firstlight.service",
        to: "/usr/lib/systemd/system/firstlight.service"))
    #expect(try faults(items) == [])
  }

  @Test func `the image's own unit needs its successor in the root and the agent`() throws {
    let units = "usr/lib/systemd/system/"
    var items = Self.whole.filter { !$0.path.hasPrefix("scripts/") }
    items.append(.program("usr/lib/systemd/systemd"))
    func add(_ unit: String, to target: String) {
      items.append(.text(units + unit))
      items.append(.link("\(units)\(target).wants/\(unit)", to: "../" + unit))
    }
    add("firstlight-initrd.service", to: "sysinit.target")
    #expect(try faults(items) == ["start"])
    add("firstlight-enter-root.service", to: "initrd-switch-root.target")
    #expect(try faults(items) == ["prompts"])
    add("firstlight-ask-password.path", to: "sysinit.target")
    #expect(try faults(items) == [])
  }

  @Test(arguments: [
    ("scene = /etc/firstlight/kiosk.jsonc", "etc/firstlight/kiosk.jsonc with 1 picture"),
    ("scene = \"kiosk\"  # of the shop", "etc/firstlight/scenes/kiosk.jsonc with 1 picture"),
    ("scene = boot", "the daemon's own"), ("scene = # kiosk", "the daemon's own"),
    ("#scene = none", "the daemon's own"),
    ("\u{FEFF}scene = kiosk\r\n", "etc/firstlight/scenes/kiosk.jsonc with 1 picture"),
    ("scene = first\nscene = kiosk", "etc/firstlight/scenes/kiosk.jsonc with 1 picture"),
    ("scene = clock", nil), ("scene = /etc/firstlight/other.jsonc", nil),
  ])
  func `the scene that the settings name is checked`(settings: String, message: String?) throws {
    var items = Self.whole.filter { !$0.path.contains("scene") }
    for folder in ["etc/firstlight/", "etc/firstlight/scenes/"] {
      items += [
        .text(folder + "kiosk.jsonc", Self.scene),
        Item(path: folder + "logo.png", content: Self.picture),
      ]
    }
    let files = [
      [("etc/firstlight/firstlight.conf", settings)],
      [
        ("usr/lib/firstlight/firstlight.conf", "scene = weaker"),
        ("usr/lib/firstlight/firstlight.conf.d/10.conf", "scene = hidden"),
        ("etc/firstlight/firstlight.conf.d/10.conf", settings),
        ("etc/firstlight/firstlight.conf.d/.11.conf", "scene = copy of an editor"),
      ],
    ]
    for files in files {
      // A file with only a comment leaves the weaker file's setting in force.
      if settings.hasPrefix("#"), files.count > 1 { continue }
      let image = try InitramfsImage(
        bytes: Self.archive(items + files.map { .text($0.0, $0.1) }))
      let check = ImageDiagnosis(image).checks.first { $0.name == "scene" }
      #expect(check?.outcome == (message == nil ? .fault : .good), "\(check?.message ?? "")")
      if let message { #expect(check?.message == message) }
    }
  }

  @Test func `a picture that the scene of the settings lacks is a fault`() throws {
    let items =
      Self.whole.filter { !$0.path.contains("scene") } + [
        .text("etc/firstlight/kiosk.jsonc", Self.scene),
        .text("etc/firstlight/firstlight.conf", "scene = /etc/firstlight/kiosk.jsonc"),
      ]
    #expect(try faults(items) == ["scene"])
  }

  @Test func `Thai texts need the dictionary of their words`() throws {
    let thai = "{\"layers\": [{\"kind\": \"text\", \"string\": \"กำลังติดตั้ง\"}]}"
    let items =
      Self.whole.filter { !$0.path.contains("scene") }
      + [.text("etc/firstlight/scene.jsonc", thai)]
    func check(_ items: [Item]) throws -> Diagnosis.Check? {
      let image = try InitramfsImage(bytes: Self.archive(items))
      return ImageDiagnosis(image).checks.first { $0.name == "scene" }
    }
    let missing = try #require(try check(items))
    #expect(missing.outcome == .note)
    #expect(missing.message.contains("usr/share/libthai/thbrk.tri"))
    #expect(missing.hint?.contains("libthai-data") ?? false)
    let whole = try check(items + [.text("usr/share/libthai/thbrk.tri")])
    #expect(whole?.message == "etc/firstlight/scene.jsonc with 0 pictures")
  }

  @Test func `a daemon that is not static needs its loader`() throws {
    let loader = Array("/lib64/ld-linux-x86-64.so.2".utf8) + [0]
    var program = [UInt8](repeating: 0, count: 64 + 56)
    program.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    (program[32], program[54], program[56]) = (64, 56, 1)
    (program[64], program[64 + 8], program[64 + 32]) = (3, 120, UInt8(loader.count))
    program += loader
    var items = Self.whole.filter { $0.path != "usr/bin/firstlightd" }
    items.append(.program("usr/bin/firstlightd", program))
    #expect(try faults(items) == ["daemon"])
    items.append(.program("lib64/ld-linux-x86-64.so.2"))
    #expect(try faults(items) == [])
    // Headers that lead beyond the end are passed over.
    for index in 32..<program.count {
      var broken = program
      broken[index] ^= 0xFF
      items[items.count - 2] = .program("usr/bin/firstlightd", broken)
      _ = try faults(items)
    }
  }

  @Test("compressed images with microcode in front are read", arguments: ["gzip", "xz", "zstd"])
  func compressed(_ program: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory("plain")
    try Data(Self.archive(Self.whole)).write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sh", "-c",
      "command -v \(program) >/dev/null || exit 77; \(program) -c <\(path) >\(path).packed",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus != 77, "\(program) is missing")
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".packed")))
    let early = Self.archive([.text("kernel/x86/microcode/GenuineIntel.bin")])
    let zeros = [UInt8](repeating: 0, count: 512)
    let image = try InitramfsImage(bytes: early + zeros + packed)
    #expect(ImageDiagnosis(image).checks.isGood)
    #expect(image["kernel/x86/microcode/GenuineIntel.bin"] != nil)
    // Several archives, none of them compressed.
    #expect(try InitramfsImage(bytes: early + zeros + Self.archive(Self.whole)).size.files == 11)
    // Half of one.
    #expect(throws: ClientError.self) {
      try InitramfsImage(bytes: early + Array(packed.prefix(packed.count / 2)))
    }
  }

  @Test func `an archive that unpacks to more than the limit is refused`() throws {
    let directory = try TemporaryDirectory()
    let path = directory("plain")
    try Data(count: 1 << 20).write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "gzip -c <\(path) >\(path).packed"]
    try process.run()
    process.waitUntilExit()
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".packed")))[...]
    #expect(try Compression.gzip.unpack(packed).count == 1 << 20)
    #expect(try Compression.gzip.unpack(packed, limit: 1 << 20).count == 1 << 20)
    let error = #expect(throws: ClientError.self) {
      try Compression.gzip.unpack(packed, limit: (1 << 20) - 1024)
    }
    #expect(error?.message.contains("when it is unpacked") == true)
  }

  // dracut makes such links of files with the same bytes.
  @Test func `all names of a file have its bytes, which stand behind one of them`() throws {
    let image = try InitramfsImage(
      bytes: Self.archive([
        Item(path: "first", inode: 7), Item(path: "second", content: [1, 2], inode: 7),
        Item(path: "third", inode: 7), Item(path: "other", inode: 8), .text("empty", ""),
      ]))
    for name in ["first", "second", "third"] { #expect(image[name]?.content == [1, 2]) }
    #expect(image["other"]?.content == [])
    #expect(image["empty"]?.content == [])
  }

  @Test func `numbers of an archive are hexadecimal, and links as long as paths`() throws {
    let bytes = Self.archive([.text("a"), .link("b", to: "a")])
    #expect(try InitramfsImage(bytes: bytes)["b"] != nil)
    for sign in ["+", "-", " "] {
      var changed = bytes
      changed[14] = sign.utf8.first!
      #expect(throws: ClientError.self) { try InitramfsImage(bytes: changed) }
    }
    let long = Self.archive([
      .text("a"), .link("b", to: String(repeating: "/", count: 5000) + "a"),
    ])
    #expect(try InitramfsImage(bytes: long).resolved("b") == "b")
  }

  @Test func `a file that is no image is refused, and no changed byte traps`() throws {
    for bytes in [[], [0, 0, 0, 0], Array("hello".utf8), Array("070701".utf8)] as [[UInt8]] {
      #expect(throws: ClientError.self) { try InitramfsImage(bytes: bytes) }
    }
    let bytes = Self.archive(Self.whole)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = try? InitramfsImage(bytes: Array(bytes[..<count]))
    }
    var random = SeededGenerator(seed: 28)
    for _ in 0..<100 {
      var changed = bytes
      changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      if let image = try? InitramfsImage(bytes: changed) { _ = ImageDiagnosis(image).checks }
    }
  }

  @Test func `links in a circle do not resolve`() throws {
    let image = try InitramfsImage(
      bytes: Self.archive([
        .link("a", to: "b"), .link("b", to: "a"), .link("c", to: "../../d"), .text("d"),
        .link("e", to: "/c"),
      ]))
    #expect(image["a"] == nil)
    #expect(image.resolved("e") == "d")
  }

  @Test func `links are followed as far as the kernel follows them`() throws {
    func chain(_ count: Int) -> [Item] {
      (0..<count).map { .link("\($0)", to: "\($0 + 1)") } + [.text("\(count)")]
    }
    #expect(try InitramfsImage(bytes: Self.archive(chain(40))).resolved("0") == "40")
    #expect(try InitramfsImage(bytes: Self.archive(chain(41))).resolved("0") == nil)
    for (count, isFound) in [(2047, true), (2048, false)] {
      let path = String(repeating: "a/", count: count) + "b"
      let bytes = Self.archive([.text("c"), .text(path)])
      #expect(try (InitramfsImage(bytes: bytes)[path] != nil) == isFound)
    }
    // Following each link makes the path longer by the link's length.
    let folders = String(repeating: "a/", count: 2040)
    let long = (0..<20).map { count in
      Item.link(String(repeating: folders, count: count) + "b", to: folders + "b")
    }
    let image = try InitramfsImage(bytes: Self.archive(long))
    let start = try threadTime()
    #expect(image.resolved("b") == nil)
    let time = try threadTime() - start
    #expect(time < 500_000, "\(time) µs")
  }
}
