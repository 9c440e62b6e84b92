/// Cuts a stream of bytes into lines, whatever the sizes in which it arrives.
///
/// A line ends at a line feed or a carriage return, since meters that redraw themselves use the
/// latter; empty lines are dropped. A line is at most `limit` bytes: a longer one is thrown away
/// whole and counted, so that memory stays bounded on any input.
struct LineSplitter {
  let limit: Int
  private(set) var oversizedLineCount = 0
  /// Whether the last line ended in a carriage return: the tool draws its state again and again
  /// over one line of the terminal.
  private(set) var isRedrawing = false
  private var pending: [UInt8] = []
  private var isSkipping = false

  init(limit: Int = 65_536) {
    self.limit = limit
  }

  /// The line that has begun and not ended. A meter leaves its newest state here, because it
  /// writes its carriage return before the next one; nil when there is nothing or too much.
  var unfinishedLine: String? {
    pending.isEmpty || isSkipping ? nil : String(decoding: pending, as: UTF8.self)
  }

  /// Takes the next bytes of the stream and gives the lines that they end. Bytes that are not
  /// UTF-8 come out as replacement characters.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        isRedrawing = byte == 0x0D
        if let line = endLine() { lines.append(line) }
      } else if isSkipping {
        continue
      } else if pending.count == limit {
        oversizedLineCount += 1
        isSkipping = true
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.append(byte)
      }
    }
    return lines
  }

  /// Ends the stream: what was begun is a line too.
  mutating func finish() -> String? {
    endLine()
  }

  private mutating func endLine() -> String? {
    let line = unfinishedLine
    pending.removeAll(keepingCapacity: true)
    isSkipping = false
    return line
  }
}
