import CodeUnits
import JSON

/// Finds the bytes of fonts that a file carries, within limits for all of them.
struct FontContents {
  private static let mostFonts = 64
  private static let byteLimit = 32 << 20

  private var count = 0
  private var byteCount = 0
  /// By the paths: several fonts may be one file.
  private var known: [ExactText: FontModel.Content] = [:]

  /// The content of an entry in the list of fonts.
  ///
  /// An origin of 1 or 2 has the address of a style sheet or a script; otherwise the path is that
  /// of the font's own file, or its data.
  mutating func content(_ node: JSONCursor, _ sources: PictureSources) -> FontModel.Content {
    guard let path = node.member("fPath")?.text, !path.utf8.isEmpty else { return .machine }
    let isData = path.utf8.starts(with: "data:".utf8)
    if !isData {
      let origin = node.member("origin")?.integer
      if origin == 1 || origin == 2 || FontContents.isAddress(path) { return .address }
    }
    if let content = known[ExactText(path)] { return content }
    let content = read {
      isData
        ? (DataAddress.bytes(of: path), "its data are not base64")
        : (sources.read(path), "its file '" + path + "' is not there")
    }
    known[ExactText(path)] = content
    return content
  }

  /// Reads a font unless the fonts before it have reached a limit.
  private mutating func read(_ bytes: () -> ([UInt8]?, fault: String)) -> FontModel.Content {
    guard count < FontContents.mostFonts else {
      return .unread("the file has more than \(FontContents.mostFonts) of them")
    }
    let excess = "the file's fonts have more than \(FontContents.byteLimit >> 20) MiB"
    guard byteCount <= FontContents.byteLimit else { return .unread(excess) }
    count += 1
    let (bytes, fault) = bytes()
    guard let bytes else { return .unread(fault) }
    byteCount += bytes.count
    return byteCount <= FontContents.byteLimit ? .bytes(bytes) : .unread(excess)
  }

  /// True for a path with a scheme or a host.
  private static func isAddress(_ path: String) -> Bool {
    if path.utf8.starts(with: "//".utf8) { return true }
    let end = path.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    return end.map { path.utf8[$0] == UInt8(ascii: ":") } ?? false
  }
}
