public import System

/// Why a font cannot be used.
public enum FontError: Error, Equatable, Sendable {
  case notRead(ReadFileError)
  /// No TrueType or OpenType font, or one that is broken; `reason` continues "because it".
  case unusable(path: String, reason: String)
  /// The file has `count` faces only.
  case noSuchFace(path: String, index: Int, count: Int)

  /// Evaluates what reads files.
  static func wrapping<Result: ~Copyable>(
    _ result: @autoclosure () throws(ReadFileError) -> Result
  ) throws(FontError) -> Result {
    do throws(ReadFileError) {
      return try result()
    } catch {
      throw .notRead(error)
    }
  }

  /// One line: what failed, on what, why, and what to try.
  public var description: String {
    switch self {
    case .notRead(let error): error.description
    case .unusable(let path, let reason):
      "cannot use the font '" + path + "': it " + reason
    case .noSuchFace(let path, let index, let count):
      "cannot use face \(index) of the font '" + path + "': it has \(count), counted from 0"
    }
  }
}
