import CLinux

/// The environment and the user of the process.
public enum ProcessEnvironment {
  /// The value of an environment variable; nil if it is not set, is not UTF-8 or has U+FFFD.
  public static func value(of name: String) -> String? {
    guard let text = repairedValue(of: name), !text.isRepaired else { return nil }
    return text
  }

  /// True if an environment variable is set to bytes that are not UTF-8, or to U+FFFD.
  public static func isBroken(_ name: String) -> Bool {
    repairedValue(of: name)?.isRepaired ?? false
  }

  private static func repairedValue(of name: String) -> String? {
    unsafe name.withCString { unsafe getenv($0).map { unsafe String(cString: $0) } }
  }

  /// Sets an environment variable, for programs that this one becomes. To be called before other
  /// threads are started.
  static func set(_ name: String, to value: String) {
    unsafe name.withCString { name in
      _ = unsafe value.withCString { unsafe setenv(name, $0, 1) }
    }
  }

  public static var processIdentifier: Int32 { getpid() }

  package static var threadIdentifier: Int32 { gettid() }

  /// The effective user.
  public static var userIdentifier: UInt32 { geteuid() }
}

/// The process's standard output and error.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes a text, waiting for a slow reader. A closed reader is ignored.
  public func write(_ text: String) {
    let bytes = [UInt8](text.utf8)
    var written = 0
    while written < bytes.count {
      let rest = bytes.span.extracting(written..<bytes.count)
      let count = unsafe rest.withUnsafeBytes { unsafe try? Syscalls.write(rawValue, $0) }
      guard let count, count > 0 else { return }
      written += count
    }
  }
}

extension String {
  /// True if the text has the character U+FFFD, which stands for bytes that were not UTF-8, or for
  /// itself: as a path it would name another file, or hardly any.
  public var isRepaired: Bool { unicodeScalars.contains { $0.value == 0xFFFD } }
}
