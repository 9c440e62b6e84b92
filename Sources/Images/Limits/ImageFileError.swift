public import System

/// The reason why a picture was not read or written.
public enum ImageFileError: Error, Equatable, Sendable {
  case notRead(ReadFileError)
  case notWritten(SystemError)
  /// The content is something else, or empty.
  case unknownFormat
  /// The file ends inside the part that begins at the offset, in bytes.
  case truncated(offset: Int)
  /// The chunk at the offset breaks the format's rules.
  case malformed(chunk: String, offset: Int, reason: String)
  case tooManyBytes(count: Int, limit: Int)
  /// A side over the limit, in pixels.
  case sideTooLong(width: Int, height: Int, limit: Int)
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// More pixels than other pictures leave of a common limit.
  case tooManyPixelsTogether(width: Int, height: Int, left: Int, limit: Int)
  /// The compressed picture is broken, in libpng's words.
  case undecodable(String)
  case outOfMemory
  /// The file is another one than when its header was read.
  case changed
  /// The reason why a JPEG file was not read.
  case jpeg(JPEGFault)
  /// An animation would become larger than its limit in bytes.
  case animationTooLarge(limit: Int)

  /// The description with the file's path, once.
  public func description(at path: String) -> String {
    if case .notRead = self { description } else { "'" + path + "': " + description }
  }

  /// One line: the reason, and a suggestion if there is one.
  public var description: String {
    switch self {
    case .notRead(let error): error.description
    case .notWritten(let error): error.description
    case .unknownFormat: "neither a PNG nor a JPEG file; convert the picture to PNG"
    case .truncated(let offset):
      "the PNG file is cut off in the chunk at byte \(offset); copy it again"
    case .malformed(let chunk, let offset, let reason):
      "not a valid PNG file: " + chunk + " at byte \(offset) " + reason
    case .tooManyBytes(let count, let limit):
      "the file has \(count) bytes, and \(limit) are allowed"
    case .sideTooLong(let width, let height, let limit):
      "the picture has \(width)×\(height) pixels, and a side may have \(limit); scale it down"
    case .tooManyPixels(let width, let height, let limit):
      "the picture has \(width)×\(height) pixels, and \(limit) in all are allowed; scale it down"
    case .tooManyPixelsTogether(let width, let height, let left, let limit):
      "the picture has \(width)×\(height) pixels, and of the \(limit) that all pictures may have together, "
        + "\(left) are left; scale the pictures down"
    case .undecodable(let message):
      "the PNG file is damaged: " + message
    case .jpeg(let fault): fault.description
    case .changed: "the picture has another size than when the scene was read; load it again"
    case .outOfMemory: "no memory for the picture"
    case .animationTooLarge(let limit):
      "the animation takes more than \(limit) bytes; make it shorter or smaller"
    }
  }
}

/// The reason why a JPEG file was not read.
public enum JPEGFault: Error, Equatable, Sendable {
  /// The file ends before its picture does.
  case truncated
  case damaged
  /// A valid file of a kind that is not read.
  case unsupported
  /// More passes over the picture than an encoder makes.
  case tooManyScans

  var description: String {
    switch self {
    case .truncated: "the JPEG file is cut off; copy it again"
    case .damaged: "the JPEG file is damaged; copy it again"
    case .unsupported:
      "JPEG files that are lossless, coded arithmetically or of 12 bits are not read; save it as a "
        + "usual JPEG or as PNG"
    case .tooManyScans: "the JPEG file has too many scans; save it anew"
    }
  }
}
