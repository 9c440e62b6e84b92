/// The folders of scenes with names.
package enum SceneFolders {
  /// In the order of search.
  package static var all: [String] {
    [
      "/etc/firstlight/scenes", "/usr/local/share/firstlight/scenes",
      "/usr/share/firstlight/scenes",
    ]
  }

  /// The name of the scene that is compiled into the program.
  package static var builtInName: String { "boot" }

  package static var suffixes: [String] { [".jsonc", ".json"] }
}
