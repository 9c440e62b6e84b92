import Geometry

/// A length as it is written: a number and its unit.
struct LengthValue: Equatable {
  enum Unit {
    case user, percent, em, ex, ch, rem, inch, centimetre, millimetre, quarter, point, pica
    case pictureWidth, pictureHeight, pictureLeast, pictureGreatest
  }

  var number: Double
  var unit: Unit
  /// A calculation in place of the number, which is 0 then.
  var calculation: Calculation?

  init(_ number: Double, _ unit: Unit = .user) {
    self.number = number
    self.unit = unit
  }

  /// Nil for a unit that is not known; an empty one is the user unit.
  init?(_ number: Double, unitName: String) {
    guard let unit = LengthValue.units[unitName.lowercased()] else { return nil }
    self.init(number, unit)
  }

  /// Nil where the text is no length alone.
  init?(_ text: some StringProtocol) {
    var scanner = TextScanner(text.trimmed)
    guard let value = LengthValue(&scanner), scanner.isAtEnd else { return nil }
    self = value
  }

  init?(_ scanner: inout TextScanner) {
    if scanner.next.isLetter {
      guard let calculation = Calculation(&scanner) else { return nil }
      self.init(0)
      self.calculation = calculation
      return
    }
    guard let number = scanner.number() else { return nil }
    if scanner.take("%") {
      self.init(number, .percent)
      return
    }
    let word = scanner.word().lowercased()
    guard let unit = LengthValue.units[word] else { return nil }
    self.init(number, unit)
  }

  /// Words of style sheets that stand for no length.
  static let absentWords: Set<String> = ["auto", "initial", "unset", "revert", "revert-layer"]

  private static let units: [String: Unit] = [
    "": .user, "px": .user, "em": .em, "ex": .ex, "ch": .ch, "rem": .rem, "in": .inch,
    "cm": .centimetre, "mm": .millimetre, "q": .quarter, "pt": .point, "pc": .pica,
    "vw": .pictureWidth, "vh": .pictureHeight, "vmin": .pictureLeast, "vmax": .pictureGreatest,
  ]
}

/// A number or a percentage, as opacities and the offsets of stops are written.
enum PartValue {
  /// The percentage as a part of 1; nil where the text is neither alone, as a length.
  static func number(_ text: some StringProtocol) -> Double? {
    guard let value = LengthValue(text) else { return nil }
    guard value.calculation != nil || value.unit == .user || value.unit == .percent,
      text.trimmed.last?.isLetter == false
    else { return nil }
    return LengthContext.unit.resolve(value, .horizontal)
  }
}

/// The side of the viewport, or its diagonal, that a percentage is a part of.
enum LengthAxis { case horizontal, vertical, diagonal }

/// The measures for lengths at a place in the picture.
struct LengthContext: Equatable {
  /// The viewport's, in the user units in it.
  var viewport: Size
  var fontSize = 16.0
  var rootFontSize = 16.0
  /// The whole picture's size, in its own units.
  var picture: Size

  /// - Parameter picture: nil for the viewport's size.
  init(viewport: Size, picture: Size? = nil) {
    self.viewport = viewport
    self.picture = picture ?? viewport
  }

  /// The context of a box whose sides are 1.
  static var unit: LengthContext { LengthContext(viewport: Size(width: 1, height: 1)) }

  /// In user units.
  func resolve(_ length: LengthValue, _ axis: LengthAxis) -> Double {
    if let calculation = length.calculation {
      let value = calculation.value { resolve($0, axis) }
      return abs(value) <= TextScanner.largestNumber ? value : 0
    }
    let number = length.number
    switch length.unit {
    case .user: return number
    case .percent: return number / 100 * extent(axis)
    case .em: return number * fontSize
    // Without the font's own measures both are half an em, as CSS says.
    case .ex, .ch: return number * fontSize / 2
    case .rem: return number * rootFontSize
    case .inch: return number * 96
    case .centimetre: return number * 96 / 2.54
    case .millimetre: return number * 96 / 25.4
    case .quarter: return number * 96 / 101.6
    case .point: return number * 96 / 72
    case .pica: return number * 16
    case .pictureWidth: return number / 100 * picture.width
    case .pictureHeight: return number / 100 * picture.height
    case .pictureLeast: return number / 100 * min(picture.width, picture.height)
    case .pictureGreatest: return number / 100 * max(picture.width, picture.height)
    }
  }

  private func extent(_ axis: LengthAxis) -> Double {
    switch axis {
    case .horizontal: viewport.width
    case .vertical: viewport.height
    case .diagonal:
      ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    }
  }
}
