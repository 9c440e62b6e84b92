import Foundation
import Scene

/// The scenes that a daemon of this machine loads by name.
enum InstalledScenes {
  /// Sorted, each once.
  static func names(in folders: [String] = SceneFolders.all) -> [String] {
    var names: Set = [SceneFolders.builtInName]
    for folder in folders {
      for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        for suffix in SceneFolders.suffixes where file.hasSuffix(suffix) {
          names.insert(String(file.dropLast(suffix.count)))
        }
      }
    }
    return names.sorted()
  }
}
