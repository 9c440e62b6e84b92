@testable import ControlCommands

/// Initial RAM file systems: archives as they are, or made of files with fields that the bytes
/// change, and the report on them. Compressed ones are unpacked by other programs.
enum ImageTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let isMade = source.isOnce(in: 2)
    let file = isMade ? archive(&source) : Array(source.rest())
    let start = file.firstIndex { $0 != 0 } ?? file.count
    guard CpioArchive.begins(in: file, at: start),
      let end = (try? CpioArchive(file, from: start))?.end,
      end == file.count || CpioArchive.begins(in: file, at: end),
      let image = try? InitramfsImage(bytes: file)
    else { return }
    for path in image.entries.keys {
      guard let place = image.resolved(path) else { continue }
      try require(image.entries[place] != nil, "\(path) leads to \(place), which is not there")
    }
    let checks = ImageDiagnosis(image).checks
    try require(checks.allSatisfy { !$0.message.isEmpty }, "a check says nothing")
  }

  private static func archive(_ source: inout ByteSource) -> [UInt8] {
    var file: [UInt8] = []
    func field(_ value: Int) {
      let digits = String(UInt32(truncatingIfNeeded: value), radix: 16)
      file += [UInt8](repeating: 0x30, count: 8 - digits.utf8.count) + Array(digits.utf8)
    }
    func add(_ name: String, mode: Int, _ content: [UInt8], size: Int) {
      file += Array("070701".utf8)
      for value in [0, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, name.utf8.count + 1, 0] { field(value) }
      file += Array(name.utf8) + [0]
      while file.count % 4 != 0 { file.append(0) }
      file += content
      while file.count % 4 != 0 { file.append(0) }
    }
    for _ in 0..<source.choice(8) {
      let content = source.isOnce(in: 3) ? Array(source.pick(names).utf8) : program(&source)
      add(
        source.pick(names), mode: source.pick([0o100755, 0o120777, 0o040755, 0o100644]), content,
        size: source.isOnce(in: 16) ? Int(source.bits(4)) : content.count)
    }
    add("TRAILER!!!", mode: 0, [], size: 0)
    return file
  }

  private static let names = [
    "usr/bin/firstlightd", "usr/lib/systemd/systemd", "scripts/functions", "bin", "/usr/bin", "..",
    "a",
    "../a", "a/a/a", "etc/firstlight/firstlight.conf", "etc/firstlight/scene.jsonc",
    "usr/share/fonts/a.ttf",
    "etc/firstlight/firstlight.conf.d/a.conf", "etc/systemd/system/a.wants/firstlight.service",
    "scripts/init-top/firstlight", "lib/modules/1/kernel/drivers/gpu/drm/a.ko.xz",
  ]

  /// A text, or the beginning of a program with fields that the bytes choose.
  private static func program(_ source: inout ByteSource) -> [UInt8] {
    guard source.isOnce(in: 2) else { return Array(source.take(source.choice(128))) }
    var bytes = [UInt8](repeating: 0, count: 120)
    bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    for place in [32, 54, 56, 64, 72, 96] {
      let value = source.isOnce(in: 3) ? source.bits(8) : UInt64(source.byte())
      for index in 0..<8 {
        bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))
      }
    }
    return bytes
  }
}
