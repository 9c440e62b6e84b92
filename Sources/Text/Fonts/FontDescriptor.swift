/// A request for a font: a file, or families in order of preference, and a style.
public struct FontDescriptor: Hashable, Sendable {
  /// Families by name, including `sans-serif`, `serif` and `monospace`; the first installed one
  /// that has a character draws it.
  public var families: [String]
  /// A face of a font file, which is preferred to the families.
  public var file: FontFile?
  /// 1…1000; 400 is regular, 700 bold.
  public var weight: Int
  public var isItalic: Bool

  public init(
    families: [String] = ["sans-serif"], file: FontFile? = nil, weight: Int = 400,
    isItalic: Bool = false
  ) {
    self.families = families
    self.file = file
    self.weight = weight
    self.isItalic = isItalic
  }
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
    a.index == b.index && a.path.utf8.elementsEqual(b.path.utf8)
  }
}
