import System

/// A value of an option, and the place that it comes from.
struct Setting: Equatable {
  enum Source: Equatable {
    /// Counted from 1.
    case file(path: String, line: Int)
    /// A word of the kernel's command line.
    case kernel
    case commandLine

    var description: String {
      switch self {
      case .file(let path, let line): path + ":\(line)"
      case .kernel: "the kernel's command line"
      case .commandLine: "the command line"
      }
    }

    /// True for two lines of a file, and for two words of a command line.
    func isSamePlace(as other: Source) -> Bool {
      switch (self, other) {
      case (.file(let path, _), .file(let otherPath, _)): path == otherPath
      default: self == other
      }
    }
  }

  let option: DaemonOption
  let value: String
  let source: Source

  init(_ option: DaemonOption, _ value: String, from source: Source) {
    self.option = option
    self.value = value
    self.source = source
  }

  /// - Throws: an error for a value that the option cannot have.
  func check() throws(UsageError) {
    // A text that was not UTF-8 would silently name another file.
    guard !value.isRepaired, !value.utf8.contains(0) else {
      throw UsageError(
        option.name + ": '" + value.printable + "' has bytes that are not UTF-8, U+FFFD or NUL")
    }
    var configuration = Configuration()
    try option.apply(value, to: &configuration)
  }
}
