/// Cuts a stream of bytes into lines, whatever the sizes in which it arrives.
///
/// A line ends at a line feed or a carriage return, since meters that redraw themselves use the
/// latter; empty lines are dropped. For meters that go back by backspaces or cursor sequences, a
/// line ends where they start to go back. A line has at most `limit` bytes: a longer one is dropped
/// as a whole and counted, so that memory stays bounded on any input.
struct LineSplitter {
  /// The longest line that a backspace ends, in bytes: each picture of a meter that goes back is
  /// read as a whole.
  private static let longestRedrawn = 4096
  let limit: Int
  private(set) var oversizedLineCount = 0
  /// True if the last line ended in a carriage return or a backspace: the tool draws its state
  /// again and again over one line of the terminal.
  private(set) var isRedrawing = false
  private var pending: [UInt8] = []
  private var isSkipping = false
  private var sequence = Sequencing.none
  /// Bytes of the last sequence that moved the cursor.
  private var sequenceLength = 0

  /// The state within an escape sequence, and the number of its bytes so far.
  private enum Sequencing {
    case none
    case escape(Int)
    case control(Int)
  }

  /// True from a backspace to the next other byte.
  private var isGoingBack = false

  init(limit: Int = 65_536) {
    self.limit = limit
  }

  /// The line that has begun and not ended. A meter leaves its newest state here, because it writes
  /// its carriage return before the next one; nil if it is empty or too long.
  var unfinishedLine: String? {
    pending.isEmpty || isSkipping ? nil : String(decoding: pending, as: UTF8.self)
  }

  /// Reads the next bytes of the stream and returns the lines that they end. Bytes that are not
  /// UTF-8 become replacement characters.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      switch byte {
      case 0x0A, 0x0D:
        isGoingBack = false
        isRedrawing = byte == 0x0D
        if let line = endLine() { lines.append(line) }
      case 0x08:
        if !isGoingBack, pending.count <= Self.longestRedrawn,
          pending.contains(where: { $0 != 0x20 }), let line = unfinishedLine
        {
          lines.append(line)
          isRedrawing = true
        }
        isGoingBack = true
        goBack()
      default:
        isGoingBack = false
        append(byte)
        if moves(byte), let line = endPicture() { lines.append(line) }
      }
    }
    return lines
  }

  /// Ends the stream; an unfinished line counts as a line.
  mutating func finish() -> String? {
    endLine()
  }

  private mutating func append(_ byte: UInt8) {
    if isSkipping { return }
    if pending.count == limit {
      oversizedLineCount += 1
      isSkipping = true
      pending.removeAll(keepingCapacity: true)
    } else {
      pending.append(byte)
    }
  }

  /// True if a byte ends a sequence that moves the cursor.
  private mutating func moves(_ byte: UInt8) -> Bool {
    switch sequence {
    case .none: sequence = byte == 0x1B ? .escape(1) : .none
    case .escape(let length) where byte == UInt8(ascii: "["): sequence = .control(length + 1)
    case .escape:
      sequence = .none
      // Back to the saved position of the cursor.
      if byte == UInt8(ascii: "8") {
        sequenceLength = 2
        return true
      }
    case .control(let length) where byte >= 0x40:
      sequence = .none
      sequenceLength = length + 1
      return "ABCDEFGHf".utf8.contains(byte)
    case .control(let length): sequence = length < 32 ? .control(length + 1) : .none
    }
    return false
  }

  /// Ends a line before the sequence that has just moved the cursor.
  private mutating func endPicture() -> String? {
    guard !isSkipping, pending.count >= sequenceLength else { return nil }
    pending.removeLast(sequenceLength)
    guard
      PlainText.bytes(of: String(decoding: pending, as: UTF8.self)).contains(where: { $0 != 0x20 })
    else { return nil }
    isRedrawing = true
    return endLine()
  }

  /// Removes the last character, which the next one replaces.
  private mutating func goBack() {
    while let byte = pending.popLast(), byte & 0xC0 == 0x80 {}
  }

  private mutating func endLine() -> String? {
    let line = unfinishedLine
    pending.removeAll(keepingCapacity: true)
    isSkipping = false
    return line
  }
}
