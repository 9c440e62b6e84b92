import Scene

/// The locales of a scene that language tags select.
enum SceneLocales {
  /// A sentence on a tag for which a scene with named strings has no texts; nil if it has some.
  static func complaint(about tag: String, among locales: [String]) -> String? {
    guard !tag.isEmpty, let usual = locales.first, nearest(to: tag, among: locales) == nil else {
      return nil
    }
    let meant = Spelling.nearest(to: tag, among: locales).map { "; did you mean '\($0)'?" } ?? ""
    return "the scene has no texts in \(tag) and shows those in \(usual); it has "
      + locales.joined(separator: ", ") + meant
  }

  /// The locale that a tag shows: its own, that of a parent, or the first of its language; nil for
  /// none of them.
  static func nearest(to tag: String, among locales: [String]) -> String? {
    var next: LocaleName? = LocaleName(tag)
    while let name = next {
      if let own = locales.first(where: { LocaleName($0) == name }) { return own }
      next = name.parent
    }
    return locales.first { LocaleName($0).language == LocaleName(tag).language }
  }
}
