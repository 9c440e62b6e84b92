import System

/// The directories of fonts.
public enum FontDirectories {
  /// `$FIRSTLIGHT_FONT_PATH` (separated by colons), `/etc/firstlight/fonts`, the user's, and then
  /// those of fontconfig's configuration if it exists, or otherwise the usual ones.
  public static var standard: [String] {
    var result: [String] = []
    func add(_ path: String) {
      if !path.isEmpty, !result.contains(path) { result.append(path) }
    }
    if let path = ProcessEnvironment.value(of: "FIRSTLIGHT_FONT_PATH") {
      for part in path.split(separator: ":") { add(String(part)) }
    }
    add("/etc/firstlight/fonts")
    let home = ProcessEnvironment.value(of: "HOME")
    if let data = ProcessEnvironment.value(of: "XDG_DATA_HOME") {
      add(data + "/fonts")
    } else if let home {
      add(home + "/.local/share/fonts")
    }
    for file in ["/etc/fonts/local.conf", "/etc/fonts/fonts.conf"] {
      for path in configured(in: file) where path.utf8.first == UInt8(ascii: "/") { add(path) }
    }
    add("/usr/local/share/fonts")
    add("/usr/share/fonts")
    return result
  }

  /// The words of Thai, which libthai's data has.
  public static let thaiWords = "/usr/share/libthai/thbrk.tri"

  /// The plain `<dir>` elements of a fontconfig file.
  static func configured(in path: String) -> [String] {
    guard let bytes = try? readFile(atPath: path, limit: 64 << 10) else { return [] }
    var result: [String] = []
    let open = Array("<dir>".utf8)
    var index = 0
    while index + open.count <= bytes.count {
      guard bytes[index] == open[0], bytes[index..<index + open.count].elementsEqual(open) else {
        index += 1
        continue
      }
      index += open.count
      let text = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
      index += text.count
      result.append(String(decoding: text, as: UTF8.self))
    }
    return result
  }
}
