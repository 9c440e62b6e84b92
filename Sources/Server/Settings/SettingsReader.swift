import System

/// Reads settings from configuration files and from the kernel's command line. A mistake is noted
/// with its place, and its line or word counts for nothing.
struct SettingsReader {
  /// The weakest first.
  private(set) var settings: [Setting] = []
  /// A line for each of the first mistakes, and one for the number of the others.
  var faults: [String] {
    faultCount > firstFaults.count
      ? firstFaults + ["further mistakes: \(faultCount - firstFaults.count)"] : firstFaults
  }
  private var firstFaults: [String] = []
  private var faultCount = 0

  /// The folders of configuration files, the weaker one first.
  static let folders = ["/usr/lib/firstlight", "/etc/firstlight"]
  static let fileName = "firstlight.conf"
  /// Bytes of a file, and files of a folder, at most.
  static let limits = (bytes: 1 << 16, files: 256)
  /// Mistakes that are told one by one, at most.
  static let mostFaults = 64
  private static let prefix = "firstlight."

  init() {}

  /// Reads all places.
  /// - Parameter path: a file in place of the usual ones, or `none`.
  init(path: String?, kernel: String, folders: [String] = Self.folders) {
    self.init()
    switch path {
    case "none": break
    case let path?:
      readFile(path, isNeeded: true)
      for name in names(in: path + ".d") { readFile(path + ".d/" + name) }
    case nil:
      for folder in folders { readFile(folder + "/" + Self.fileName) }
      readDropIns(folders.map { $0 + "/" + Self.fileName + ".d" })
    }
    readKernel(kernel)
  }

  private mutating func note(_ fault: String) {
    faultCount += 1
    if faultCount <= Self.mostFaults { firstFaults.append(fault) }
  }

  // MARK: Files

  /// Reads the files of folders in the order of their names. A file hides the files with its name
  /// in earlier folders.
  private mutating func readDropIns(_ folders: [String]) {
    var files: [(name: String, path: String)] = []
    for folder in folders {
      for name in names(in: folder) {
        files.removeAll { $0.name == name }
        files.append((name, folder + "/" + name))
      }
    }
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for file in files { readFile(file.path) }
  }

  private mutating func names(in folder: String) -> [String] {
    let names: [String]
    do throws(SystemError) {
      names = try listDirectory(folder)
    } catch {
      if !error.isNotFound { note("the configuration is not read: " + error.description) }
      return []
    }
    let chosen = ConfigurationText.fileNames(among: names)
    if chosen.count > Self.limits.files {
      note(folder + ": only the first \(Self.limits.files) files are read")
    }
    return Array(chosen.prefix(Self.limits.files))
  }

  private mutating func readFile(_ path: String, isNeeded: Bool = false) {
    do throws(ReadFileError) {
      read(try System.readFile(atPath: path, limit: Self.limits.bytes), from: path)
    } catch {
      if case .system(let error) = error, error.isNotFound, !isNeeded { return }
      note("the configuration is not read: " + error.description)
    }
  }

  /// Reads the lines of a file.
  mutating func read(_ bytes: [UInt8], from path: String) {
    for line in ConfigurationText.lines(bytes) {
      let source = Setting.Source.file(path: path, line: line.number)
      guard let (key, value) = line.setting else {
        note(source.description + ": 'key = value' is expected")
        continue
      }
      add(key, value, from: source)
    }
  }

  // MARK: The kernel

  /// Reads the words of the kernel's command line. As there, quotes hold words together, and a dash
  /// is an underscore.
  private mutating func readKernel(_ line: String) {
    for word in Self.words(line) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let value = parts.count == 2 ? String(parts[1]) : "yes"
      if name == "plymouth.force-scale" {
        add("scale", value, from: .kernel)
      } else if name.hasPrefix(Self.prefix) {
        let bytes = name.utf8.dropFirst(Self.prefix.utf8.count)
          .map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        let key = String(decoding: bytes, as: UTF8.self)
        // The systemd units read this key themselves.
        if key == "enable" { continue }
        add(key == "debug" ? DaemonOption.verbose.key : key, value, from: .kernel)
      }
    }
  }

  static func words(_ line: String) -> [String] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var isQuoted = false
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case 0...0x20 where !isQuoted:
        if !word.isEmpty { words.append(word) }
        word = []
      default: word.append(byte)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Settings

  private mutating func add(_ key: String, _ value: String, from source: Setting.Source) {
    do throws(UsageError) {
      guard let option = DaemonOption(key: key) else { throw .unknownKey(key) }
      let setting = Setting(option, value, from: source)
      try setting.check()
      settings.append(setting)
    } catch {
      note(error.message(from: source))
    }
  }
}
