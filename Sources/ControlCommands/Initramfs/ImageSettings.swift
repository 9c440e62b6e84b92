import System

/// The daemon's configuration files in an image, read as the daemon reads them: the last value of a
/// key counts.
struct ImageSettings {
  private let image: InitramfsImage
  /// The daemon reads no larger file, in bytes.
  private static let largest = 1 << 16

  init(_ image: InitramfsImage) { self.image = image }

  /// The value of a key, and the file that has it; nil if none has.
  func value(of key: String) -> (value: String, file: String)? {
    var found: (value: String, file: String)?
    for file in files {
      guard let content = image[file]?.content, content.count <= Self.largest else { continue }
      for line in ConfigurationText.lines(Array(content)) {
        guard let setting = line.setting, setting.key == key else { continue }
        found = (setting.value, file)
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
      for path in image.entries.keys where path.hasPrefix(parts) {
        places[String(path.dropFirst(parts.count))] = path
      }
    }
    let names = ConfigurationText.fileNames(among: places.keys.filter { !$0.contains("/") })
    return folders.map { $0 + "firstlight.conf" }.filter { image[$0] != nil }
      + names.compactMap { places[$0] }
  }
}
