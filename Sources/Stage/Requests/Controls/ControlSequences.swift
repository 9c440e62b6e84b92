extension String {
  /// The text without commands of terminals: control sequences (ECMA-48) as a whole, and control
  /// characters. Line feeds stay, carriage returns go, and a tab becomes a space.
  var withoutControlSequences: String {
    guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return self }
    var filter = ControlSequenceFilter()
    for scalar in unicodeScalars { filter.handle(scalar) }
    return String(filter.text)
  }
}

extension Substring {
  /// The text without commands of terminals, cut to its beginning of at most so many bytes: it is
  /// read up to there.
  func withoutControlSequences(to byteCount: Int) -> String {
    var filter = ControlSequenceFilter(byteLimit: byteCount)
    for scalar in unicodeScalars {
      filter.handle(scalar)
      if filter.isFull { break }
    }
    return String(filter.text)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || 0x7F..<0xA0 ~= value }
}

/// Reads a text by scalars and keeps the visible ones.
private struct ControlSequenceFilter {
  private enum State {
    case text
    /// After ESC, and in intermediate bytes.
    case escape
    /// CSI up to its final byte.
    case control
    /// OSC, DCS, SOS, PM and APC, up to a string terminator.
    case string
    /// ESC in one of these, which always ends it.
    case stringEscape
  }

  private var state = State.text
  private(set) var text = String.UnicodeScalarView()
  /// Bytes that are left for the text.
  private var rest: Int
  /// True if the text has no bytes left for what came.
  private(set) var isFull = false

  init(byteLimit: Int = .max) { rest = byteLimit }

  private mutating func append(_ scalar: Unicode.Scalar) {
    rest -= UTF8.width(scalar)
    if rest < 0 { isFull = true } else { text.append(scalar) }
  }

  mutating func handle(_ scalar: Unicode.Scalar) {
    switch state {
    case .text: begin(scalar)
    case .escape: handleEscaped(scalar)
    case .control:
      switch scalar.value {
      case 0x20..<0x40: break
      case 0x40..<0x7F: state = .text
      default: begin(scalar)
      }
    case .string:
      switch scalar.value {
      case 0x07, 0x18, 0x1A, 0x9C: state = .text
      case 0x1B: state = .stringEscape
      default: break
      }
    case .stringEscape:
      if scalar == "\\" { state = .text } else { handleEscaped(scalar) }
    }
  }

  private mutating func handleEscaped(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x30: state = .escape
    case 0x5B: state = .control
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .string
    case 0x30..<0x7F: state = .text
    default: begin(scalar)
    }
  }

  /// Reads a scalar outside of any sequence, or one that is invalid in the sequence before it.
  private mutating func begin(_ scalar: Unicode.Scalar) {
    state = .text
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x9B: state = .control
    case 0x9D, 0x90, 0x98, 0x9E, 0x9F: state = .string
    case 0x09: append(" ")
    case 0x0A: append(scalar)
    default:
      if !scalar.isControl { append(scalar) }
    }
  }
}
