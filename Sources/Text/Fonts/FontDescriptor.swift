import CodeUnits

/// A request for a font: files and families, and a style.
public struct FontDescriptor: Hashable, Sendable {
  /// Files and families in the order of preference: the first existing one with a character draws
  /// it.
  public var sources: [FontSource]
  /// 1…1000; 400 is regular, 700 bold.
  public var weight: Int
  public var isItalic: Bool

  public init(
    sources: [FontSource] = [.family("sans-serif")], weight: Int = 400, isItalic: Bool = false
  ) {
    self.sources = sources
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// The origin of fonts.
public enum FontSource: Hashable, Sendable {
  /// The installed faces of a name, including `sans-serif`, `serif` and `monospace`.
  case family(String)
  case file(FontFile)
}

/// One face of a font file.
public struct FontFile: Hashable, Sendable {
  public var path: String
  /// Index in a collection, from 0.
  public var index: Int

  public init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }

  /// Paths are compared by their bytes, as the file system does.
  public static func == (a: FontFile, b: FontFile) -> Bool {
    a.index == b.index && a.path.isIdentical(to: b.path)
  }
}
