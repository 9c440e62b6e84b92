import Geometry

/// The form of a text as a QR code.
public struct QRStyle: Equatable, Sendable {
  /// The part of the code that may be unreadable: about 7, 15, 25 and 30 %.
  public enum Level: Int, CaseIterable, Sendable {
    case low, medium, quartile, high
  }

  public var level: Level
  /// Modules around the code that stay empty.
  public var quietZone: Int

  public init(level: Level = .medium, quietZone: Int = 4) {
    self.level = level
    self.quietZone = quietZone
  }

  /// The most bytes of a text in UTF-8, whatever its characters are.
  public var capacity: Int { QRCode.capacity(of: level, isASCII: false) }

  /// The dark modules of a text's code, each a point wide, and the modules along a side with the
  /// quiet zone. Nil for a text that is empty or too long.
  func outline(of text: String) -> (path: Path, side: Int)? {
    guard !text.isEmpty, let code = QRCode(Array(text.utf8), level: level) else { return nil }
    var path = Path()
    for y in 0..<code.side {
      var x = 0
      while x < code.side {
        let start = x
        while x < code.side, code.isDark(x, y) { x += 1 }
        if x > start {
          path.addRect(
            Rect(x: Double(start), y: Double(y), width: Double(x - start), height: 1))
        }
        x += 1
      }
    }
    path.removeSpareCapacity()
    return (path, code.side + 2 * quietZone)
  }

  /// The modules along a side with the quiet zone, or 1 for a text without a code.
  package func sideCount(of text: String) -> Int {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    guard !text.isEmpty,
      let side = QRCode.side(ofBytes: text.utf8.count, level, isASCII: isASCII)
    else { return 1 }
    return side + 2 * quietZone
  }

  /// The most modules of the code of a number of bytes: those of the largest one beyond its
  /// capacity.
  public func moduleCount(of bytes: Int) -> Int {
    let side = QRCode.side(ofBytes: bytes, level, isASCII: false) ?? QRCode.largestSide
    return side * side
  }

  /// Maps modules to the middle of a layer, as large as they fit.
  func placement(_ side: Int, in bounds: Rect) -> AffineTransform {
    let module = min(bounds.width, bounds.height) / Double(side)
    let half = module * Double(side - 2 * quietZone) / 2
    return AffineTransform(
      a: module, b: 0, c: 0, d: module, tx: bounds.midX - half, ty: bounds.midY - half)
  }
}
