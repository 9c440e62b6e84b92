import Input
import System

/// The layout of the machine's keyboard. The kernel has no name for its keymap: the programs that
/// load one have read it from one of these places.
enum MachineKeymap {
  private static let kernelKeys = ["rd.vconsole.keymap", "vconsole.keymap"]
  private static let files: [(path: String, keys: [String])] = [
    ("/etc/vconsole.conf", ["XKBLAYOUT", "KEYMAP"]),
    ("/etc/default/keyboard", ["XKBLAYOUT"]),
  ]

  /// The name in the machine's files; nil if they give none.
  static func name() -> KeymapName? {
    if let name = name(by: kernelKeys, in: KernelCommandLine.text()) { return name }
    for file in files {
      guard let text = KernelText.read(file.path) else { continue }
      if let name = name(by: file.keys, in: text) { return name }
    }
    return nil
  }

  /// The name that the first of some keys has.
  private static func name(by keys: [String], in text: String) -> KeymapName? {
    for key in keys {
      if let name = name(by: key, in: text) { return name }
    }
    return nil
  }

  /// The name that a key has in a file's text, with the variant beside it.
  static func name(by key: String, in text: String) -> KeymapName? {
    guard let value = value(of: key, in: text) else { return nil }
    guard key == "XKBLAYOUT" else { return .console(value) }
    return .graphical(layout: value, variant: self.value(of: "XKBVARIANT", in: text) ?? "")
  }

  /// The label, such as `DE`; empty if the machine's files give no layout.
  static func label() -> String {
    switch name() {
    case .console(let value), .graphical(let value, _): label(of: value)
    case nil: ""
    }
  }

  /// The last value of a key among words and lines `KEY=VALUE`, without quotes; nil for none.
  static func value(of key: String, in text: String) -> String? {
    var result: String?
    let lines = text.utf8.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
    for word in lines.flatMap({ $0.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) }) {
      let parts = word.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].elementsEqual(key.utf8) else { continue }
      let value = parts[1].filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      if !value.isEmpty { result = String(decoding: value, as: UTF8.self) }
    }
    return result
  }

  /// The first two layouts of a list, without their variants, in capitals: `de-latin1` is `DE`, and
  /// `us,ru` is `US/RU`. People change between these by keys of the keymap, and the kernel does not
  /// tell which one is on.
  static func label(of value: String) -> String {
    var labels: [String] = []
    for part in value.utf8.split(separator: UInt8(ascii: ",")) where labels.count < 2 {
      let label = capitals(part)
      if label.isEmpty { break }
      if !labels.contains(label) { labels.append(label) }
    }
    return labels.joined(separator: "/")
  }

  /// The letters and digits at the beginning of a name, eight at most, in capitals.
  private static func capitals(_ name: Substring.UTF8View) -> String {
    var label = ""
    for byte in name {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        label.unicodeScalars.append(Unicode.Scalar(byte - 0x20))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        label.unicodeScalars.append(Unicode.Scalar(byte))
      default: return label
      }
      if label.utf8.count == 8 { return label }
    }
    return label
  }
}
