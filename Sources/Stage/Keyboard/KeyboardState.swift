/// The pages and letters of the keyboard on the screen, apart from pressed keys.
struct KeyboardState: Equatable {
  enum Shift { case off, once, locked }

  /// Index in the table of layouts.
  var layout = 0
  var page = KeyboardPage.letters
  var shift = Shift.off
  /// True if the field is for a mail address.
  var isForEmail = false
  /// The layout before a mail address whose letters that layout lacks; nil at other times.
  var layoutBeforeMail: Int?
  /// True for a secret: all pages have the same height, since layer lists show the height.
  var isSecret = false

  /// The number of rows for which the board has space at least; 0 for no minimum.
  var lineCount: Int { isSecret ? Self.mostRows : 0 }

  /// The rows of a page with letters.
  private static let mostRows = 5

  /// The keys, row by row from the top.
  var rows: [[KeyboardSlot]] {
    switch page {
    case .digits: digitRows
    case .choices: choiceRows
    case .symbols:
      rows(of: KeyboardLayout.symbols, first: .page(.accents), other: .page(.letters))
    case .accents:
      rows(of: KeyboardLayout.accents, first: .page(.symbols), other: .page(.letters))
    case .letters:
      rows(
        of: shift == .off
          ? KeyboardLayout.all[layout].letters : KeyboardLayout.all[layout].capitals,
        first: .shift, other: .page(.symbols))
    }
  }

  /// - Parameters:
  ///   - first: the key before the last row of characters.
  ///   - other: the key to the other page.
  private func rows(
    of characters: String, first: KeyboardKey, other: KeyboardKey
  ) -> [[KeyboardSlot]] {
    var rows: [[KeyboardSlot]] = [[]]
    for scalar in characters.unicodeScalars {
      if scalar == " " {
        rows.append([])
      } else {
        rows[rows.count - 1].append(KeyboardSlot(key: .character(scalar)))
      }
    }
    let columns = Double(rows.reduce(0) { max($0, $1.count) })
    let last = rows.count - 1
    let side = max((columns - Double(rows[last].count)) / 2, 1)
    rows[last].insert(KeyboardSlot(key: first, width: side), at: 0)
    rows[last].append(KeyboardSlot(key: .backspace, width: side))
    rows.append([
      KeyboardSlot(key: other, width: 1.5), KeyboardSlot(key: .layout),
      KeyboardSlot(key: .character(isForEmail ? "@" : ",")),
      KeyboardSlot(key: .space, width: columns - 7), KeyboardSlot(key: .character(".")),
      KeyboardSlot(key: .enter, width: 1.5), KeyboardSlot(key: .hide),
    ])
    return rows
  }

  private var digitRows: [[KeyboardSlot]] {
    var rows: [[KeyboardSlot]] = []
    for row in 0..<4 {
      let side: KeyboardKey =
        row == 0 ? .backspace : row == 1 ? .page(.letters) : row == 2 ? .hide : .enter
      var slots: [KeyboardSlot] = []
      for column in 0..<3 {
        let digit = Unicode.Scalar(UInt8(0x31 + row * 3 + column))
        let key: Unicode.Scalar = row < 3 ? digit : column == 0 ? "-" : column == 1 ? "0" : "."
        slots.append(KeyboardSlot(key: .character(key)))
      }
      rows.append(slots + [KeyboardSlot(key: side)])
    }
    return rows
  }

  private var choiceRows: [[KeyboardSlot]] {
    let sides: [KeyboardKey] = [.up, .down, .hide]
    var rows: [[KeyboardSlot]] = []
    for (row, side) in sides.enumerated() {
      var slots: [KeyboardSlot] = []
      for column in 0..<3 {
        let digit = Unicode.Scalar(UInt8(0x31 + row * 3 + column))
        slots.append(KeyboardSlot(key: .character(digit)))
      }
      rows.append(slots + [KeyboardSlot(key: side)])
    }
    return rows + [[KeyboardSlot(key: .enter, width: 4)]]
  }

  /// The text of a key; nil for a key that types nothing.
  static func character(of key: KeyboardKey) -> Unicode.Scalar? {
    switch key {
    case .character(let scalar): scalar
    case .space: " "
    default: nil
    }
  }

  /// Changes the state as a key does.
  mutating func handle(_ key: KeyboardKey) {
    switch key {
    case .shift: shift = shift == .off ? .once : shift == .once ? .locked : .off
    case .page(let page): self.page = page
    case .character: if shift == .once { shift = .off }
    case .space, .backspace, .enter, .layout, .hide, .up, .down: break
    }
  }
}
