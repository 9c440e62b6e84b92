/// A row or a column of the modules of a QR code: the bit of a module's place is set where it is
/// dark.
struct QRLine: Equatable {
  private var low: UInt64 = 0
  private var middle: UInt64 = 0
  private var high: UInt64 = 0

  /// The first places.
  static func first(_ count: Int) -> QRLine {
    func word(_ count: Int) -> UInt64 { count < 64 ? (1 << UInt64(max(count, 0))) - 1 : .max }
    return QRLine(low: word(count), middle: word(count - 64), high: word(count - 128))
  }

  subscript(place: Int) -> Bool {
    get {
      let word = place < 64 ? low : place < 128 ? middle : high
      return word >> UInt64(place & 63) & 1 == 1
    }
    set {
      let bit = UInt64(1) << UInt64(place & 63)
      func changed(_ word: UInt64) -> UInt64 { newValue ? word | bit : word & ~bit }
      if place < 64 {
        low = changed(low)
      } else if place < 128 {
        middle = changed(middle)
      } else {
        high = changed(high)
      }
    }
  }

  /// The number of dark modules.
  var count: Int { low.nonzeroBitCount + middle.nonzeroBitCount + high.nonzeroBitCount }

  static func & (a: QRLine, b: QRLine) -> QRLine {
    QRLine(low: a.low & b.low, middle: a.middle & b.middle, high: a.high & b.high)
  }

  static func ^ (a: QRLine, b: QRLine) -> QRLine {
    QRLine(low: a.low ^ b.low, middle: a.middle ^ b.middle, high: a.high ^ b.high)
  }

  static prefix func ~ (line: QRLine) -> QRLine {
    QRLine(low: ~line.low, middle: ~line.middle, high: ~line.high)
  }

  /// Moves each module `steps` places, 1…63, towards the first.
  static func >> (line: QRLine, steps: UInt64) -> QRLine {
    QRLine(
      low: line.low &>> steps | line.middle &<< (64 &- steps),
      middle: line.middle &>> steps | line.high &<< (64 &- steps), high: line.high &>> steps)
  }

  // MARK: Penalties

  /// The penalty of a row or column of `side` modules for lines of five or more equal ones, and for
  /// patterns that look like a finder.
  func penalty(_ side: Int) -> Int {
    let alike = alike(side)
    let two = alike & alike >> 1
    // The places at which five or more begin, or go on for four more.
    let long = two & two >> 2
    let begins = long & ~QRLine.later(long)
    let light = ~self
    let fourLight = light & light >> 1 & (light & light >> 1) >> 2
    let finder =
      self & light >> 1 & self >> 2 & self >> 3 & self >> 4 & light >> 5 & self >> 6
    let places = QRLine.first(side - 10)
    let count = (finder & fourLight >> 7 & places).count + (fourLight & finder >> 4 & places).count
    return long.count + 2 * begins.count + 40 * count
  }

  /// The penalty for squares of two by two equal modules, with the line before.
  func squaresPenalty(after former: QRLine, _ side: Int) -> Int {
    let same = ~(self ^ former)
    return 3 * (alike(side) & same & same >> 1).count
  }

  /// The modules that equal the next one.
  private func alike(_ side: Int) -> QRLine { ~(self ^ self >> 1) & QRLine.first(side - 1) }

  /// Moves each module to the next place.
  private static func later(_ line: QRLine) -> QRLine {
    QRLine(
      low: line.low << 1, middle: line.middle << 1 | line.low >> 63,
      high: line.high << 1 | line.middle >> 63)
  }
}
