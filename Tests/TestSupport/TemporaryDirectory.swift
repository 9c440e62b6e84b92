import Foundation

/// A fresh directory that is removed with everything in it.
public final class TemporaryDirectory {
  public let path: String

  public init() throws {
    // Short, since a socket's path may have 107 bytes.
    path = "/tmp/fl-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The names of everything in it, hidden files too.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
