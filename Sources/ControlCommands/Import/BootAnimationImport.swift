import Foundation

/// Android's `bootanimation.zip`: parts of pictures that are played one after the other.
/// (frameworks/base/cmds/bootanimation/FORMAT.md of the Android Open Source Project.)
struct BootAnimationImport {
  private struct Part {
    /// Runs; 0 for no end.
    var count: Int
    /// Frames of waiting behind each run.
    var pause: Int
    var folder: String
    var background: String?
    var line: Int
  }

  /// The pictures of a folder, which several parts may play.
  private struct Pictures {
    var layer: ImportedScene.Entry
    var count: Int
    var hasAlpha: Bool
  }

  private let zip: ZipArchive
  private(set) var scene: ImportedScene
  private var size: [Double] = []
  private var rate = 0
  private var parts: [Part] = []
  private var played: [String: Pictures] = [:]

  private static let mostParts = 1000
  /// Bytes of desc.txt: a line for each part, and some.
  private static let longestDescription = 1 << 18

  init(_ bytes: [UInt8], _ path: String) throws(ClientError) {
    zip = try ZipArchive.reading(path) { () throws(ZipArchive.Fault) in try ZipArchive(bytes) }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    scene = ImportedScene(origin: "Android's boot animation \(name)", name: name)
    let description = try ZipArchive.reading(path) { [zip] () throws(ZipArchive.Fault) in
      guard let entry = zip.entry(named: "desc.txt") else { return nil as [UInt8]? }
      guard entry.size <= Self.longestDescription else {
        throw ZipArchive.Fault(
          message: "desc.txt has more than \(Self.longestDescription >> 10) KiB")
      }
      return try zip.content(of: entry)
    }
    guard let description else {
      throw ClientError(
        .refused, "\(path) has no desc.txt", hint: "a boot animation has it at its top")
    }
    try read(String(decoding: description, as: UTF8.self), path)
    try addParts(path)
    for file in zip.entries where file.name.hasSuffix(".wav") {
      scene.omit(file.name, "sound is not played")
    }
  }

  // MARK: desc.txt

  private mutating func read(_ text: String, _ path: String) throws(ClientError) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map { String($0) }
      let place = "desc.txt:\(index + 1)"
      if words.isEmpty { continue }
      if size.isEmpty {
        guard words.count >= 3, let width = Int(words[0]), let height = Int(words[1]),
          let rate = Int(words[2]), 1...16_384 ~= width, 1...16_384 ~= height, 1...1000 ~= rate
        else {
          throw ClientError(
            .refused, "\(path), \(place): \"\(line)\" is not a size and a rate",
            hint: "WIDTH HEIGHT FPS, such as 720 1280 30")
        }
        size = [Double(width), Double(height)]
        self.rate = rate
        if words.count > 3 { scene.omit(place, "the number of the progress is not shown") }
      } else if words[0].first == "p" || words[0].first == "c" || words[0].first == "f" {
        try readPart(words, index + 1, "\(path), \(place)")
      } else {
        scene.omit(place, "`\(words[0])` is not carried over")
      }
    }
    guard !parts.isEmpty else { throw ClientError(.refused, "\(path): desc.txt names no parts") }
  }

  private mutating func readPart(
    _ words: [String], _ line: Int, _ place: String
  ) throws(ClientError) {
    guard words.count >= 4, let count = Int(words[1]), let pause = Int(words[2]),
      0...1_000_000 ~= count, 0...1_000_000 ~= pause
    else {
      throw ClientError(
        .refused, "\(place): not a part", hint: "TYPE COUNT PAUSE PATH, such as p 1 0 part0")
    }
    guard parts.count < Self.mostParts else {
      throw ClientError(.refused, "\(place): more than \(Self.mostParts) parts")
    }
    var part = Part(count: count, pause: pause, folder: words[3], background: nil, line: line)
    for word in words.dropFirst(4) {
      if word.first == "#", word.count == 7, part.background == nil {
        part.background = word
      } else {
        scene.omit("desc.txt:\(line)", "`\(word)`: a clock or a fade is not shown")
      }
    }
    parts.append(part)
  }

  // MARK: Parts

  private mutating func addParts(_ path: String) throws(ClientError) {
    scene.background = parts[0].background ?? "#000000"
    // In pictures from the begin.
    var begin = 0
    for (index, part) in parts.enumerated() {
      let place = "desc.txt:\(part.line)"
      guard let pictures = try pictures(in: part.folder, path) else {
        scene.omit(place, "the folder \(part.folder) holds no PNG files")
        continue
      }
      var layer = pictures.layer
      layer.set("name", "part\(index)")
      layer.set("rate", Double(rate))
      if part.count == 0 {
        layer.set("repeat", "forever")
      } else if part.count > 1 {
        layer.set("repeat", Double(part.count))
      }
      if part.background ?? scene.background != scene.background {
        scene.omit(place, "the background \(part.background ?? "") is the one of the first part")
      }
      if part.pause > 0, part.count != 1 {
        scene.omit(place, "the pause of \(part.pause) frames between its runs")
      }
      if begin > 0 {
        layer.set("beginTime", Double(begin) / Double(rate))
        layer.set("fillMode", "forwards")
        if pictures.hasAlpha {
          scene.omit(
            place, "pictures with alpha: the part before shows through them")
        }
      }
      scene.layers.append(layer)
      begin += pictures.count * part.count + part.pause
      if part.count == 0 {
        for rest in parts[(index + 1)...] {
          scene.omit(
            "desc.txt:\(rest.line)", "\(rest.folder), which is played when the boot is over")
        }
        return
      }
    }
    guard !scene.layers.isEmpty else {
      throw ClientError(.refused, "\(path): no part has pictures")
    }
  }

  private mutating func pictures(
    in folder: String, _ path: String
  ) throws(ClientError) -> Pictures? {
    if let played = played[folder] { return played }
    let prefix = folder + "/"
    let entries = zip.entries.filter {
      $0.name.hasPrefix(prefix) && $0.name.lowercased().hasSuffix(".png")
    }
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    guard !entries.isEmpty else { return nil }
    if zip.entry(named: prefix + "trim.txt") != nil {
      throw ClientError(
        .refused, "\(path): \(folder) has pictures that are trimmed (trim.txt)",
        hint: "make the animation with whole pictures")
    }
    var files: [(place: String, bytes: [UInt8])] = []
    for entry in entries {
      let bytes = try ZipArchive.reading(path) { () throws(ZipArchive.Fault) in
        try zip.content(of: entry)
      }
      files.append((path + ", " + entry.name, bytes))
    }
    let pictures = Pictures(
      layer: try scene.frames(in: "part\(played.count)", files), count: files.count,
      hasAlpha: files.contains { Self.hasAlpha($0.bytes) })
    played[folder] = pictures
    return pictures
  }

  /// True for the colour types with alpha, and for palettes that may have some.
  private static func hasAlpha(_ bytes: [UInt8]) -> Bool {
    bytes.count > 25 && (bytes[25] & 4 != 0 || bytes[25] == 3)
  }
}
