#if !hasFeature(Embedded)
  /// A place in a scene's files.
  package struct ScenePlace: Equatable {
    /// The file's name as given.
    package var file: String
    /// From 1.
    package var line: Int
    /// From 1, in characters.
    package var column: Int

    /// As compilers write it: `boot.jsonc:3:5`.
    package var text: String { file + ":\(line):\(column)" }
  }
#endif
