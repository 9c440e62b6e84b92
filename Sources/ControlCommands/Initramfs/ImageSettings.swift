/// The daemon's configuration files in an image, read as the daemon reads them: the last value of a
/// key counts.
struct ImageSettings {
  private let image: InitramfsImage

  init(_ image: InitramfsImage) { self.image = image }

  /// The value of a key, and the file that has it; nil if none has.
  func value(of key: String) -> (value: String, file: String)? {
    var found: (value: String, file: String)?
    for file in files {
      let text = String(decoding: image[file]?.content ?? [], as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline) {
        guard let equals = line.firstIndex(of: "="), line[..<equals].trimmed == key else {
          continue
        }
        found = (Self.plain(line[line.index(after: equals)...]), file)
      }
    }
    return found
  }

  /// The files, the weakest first: a file in /etc hides the one of the same name in /usr/lib.
  private var files: [String] {
    let folders = ["usr/lib/firstlight/", "etc/firstlight/"]
    var places: [String: String] = [:]
    for folder in folders {
      let parts = folder + "firstlight.conf.d/"
      for path in image.entries.keys where path.hasPrefix(parts) && path.hasSuffix(".conf") {
        places[String(path.dropFirst(parts.count))] = path
      }
    }
    let names = places.keys.filter { !$0.contains("/") }.sorted()
    return folders.map { $0 + "firstlight.conf" }.filter { image[$0] != nil }
      + names.compactMap { places[$0] }
  }

  /// A value without its quotes or the comment behind it.
  private static func plain(_ value: Substring) -> String {
    var end = value.startIndex
    var (isAfterSpace, isQuoted) = (true, false)
    while end < value.endIndex, !(isAfterSpace && !isQuoted && value[end] == "#") {
      if value[end] == "\"" { isQuoted.toggle() }
      isAfterSpace = value[end].isWhitespace
      end = value.index(after: end)
    }
    let plain = value[..<end].trimmed
    guard plain.count >= 2, plain.first == "\"", plain.last == "\"" else { return String(plain) }
    return String(plain.dropFirst().dropLast())
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmed: Substring {
    var rest = drop { $0.isWhitespace }
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    return rest
  }
}
