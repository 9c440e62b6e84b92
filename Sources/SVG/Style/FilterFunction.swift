import Raster

/// A member of the property `filter`: a reference to a filter, or a function (Filter Effects level
/// 1, section 7.1).
enum FilterFunction: Equatable {
  /// As the property writes it, `#name` for an element of the file.
  case reference(String)
  /// The standard deviation in user units.
  case blur(Double)
  /// In user units; the colour is nil for that of the element.
  case dropShadow(dx: Double, dy: Double, deviation: Double, color: Color?)
  case color(ColorChange, amount: Double)

  /// A change of colours in sRGB; the amount of `hue-rotate` is in degrees.
  enum ColorChange: String {
    case brightness, contrast, grayscale, invert, opacity, saturate, sepia
    case hueRotate = "hue-rotate"
  }

  /// Functions of one property.
  private static let limit = 32

  /// Empty for `none`; nil where a function is wrong.
  ///
  /// - Parameter takesNumbers: true if a length may have no unit, as in attributes; not so in style
  ///   sheets.
  static func list(
    _ text: String, _ lengths: LengthContext, takesNumbers: Bool
  ) -> [FilterFunction]? {
    let reader = LengthReader(lengths: lengths, takesNumbers: takesNumbers)
    if text.lowercased() == "none" { return [] }
    var scanner = TextScanner(text)
    var list: [FilterFunction] = []
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      guard list.count < limit else { return nil }
      if let name = ReferenceValue.name(&scanner) {
        list.append(.reference(name.hasSuffix("#") ? String(name.dropLast()) : "#" + name))
        continue
      }
      let name = scanner.word().lowercased()
      guard scanner.take("("), let inside = scanner.textInBrackets(),
        let function = function(name, inside.trimmed, reader)
      else { return nil }
      list.append(function)
    }
    return list.isEmpty ? nil : list
  }

  private static func function(
    _ name: String, _ text: Substring, _ lengths: LengthReader
  ) -> FilterFunction? {
    switch name {
    case "blur":
      if text.isEmpty { return .blur(0) }
      guard let value = lengths.length(text), value >= 0 else { return nil }
      return .blur(value)
    case "drop-shadow": return dropShadow(text, lengths)
    default: return ColorChange(rawValue: name).flatMap { color($0, text) }
    }
  }

  private static func color(_ change: ColorChange, _ text: Substring) -> FilterFunction? {
    if change == .hueRotate {
      guard let degrees = text.isEmpty ? 0 : angle(text) else { return nil }
      return .color(change, amount: degrees)
    }
    if text.isEmpty { return .color(change, amount: 1) }
    guard let value = PartValue.number(text), value >= 0 else { return nil }
    // For these functions a value above 1 means 1.
    let isPart = [.grayscale, .invert, .opacity, .sepia].contains(change)
    return .color(change, amount: min(value, isPart ? 1 : 1e6))
  }

  private struct LengthReader {
    let lengths: LengthContext
    let takesNumbers: Bool

    func length(_ text: some StringProtocol) -> Double? {
      guard let value = LengthValue(text), value.unit != .percent else { return nil }
      let isNumber =
        value.unit == .user && value.calculation == nil && text.trimmed.last?.isLetter == false
      // The only number that is a length without a unit is 0.
      guard takesNumbers || !isNumber || value.number == 0 else { return nil }
      return lengths.resolve(value, .horizontal)
    }
  }

  private static func angle(_ text: Substring) -> Double? {
    var scanner = TextScanner(text)
    guard let number = scanner.number() else { return nil }
    let unit = scanner.word()
    // The only number that is an angle without a unit is 0.
    guard scanner.isAtEnd, !unit.isEmpty || number == 0 else { return nil }
    return ColorValue.angle(number, unit: unit)
  }

  /// Two or three lengths, with a colour before or behind them.
  private static func dropShadow(
    _ text: Substring, _ lengths: LengthReader
  ) -> FilterFunction? {
    var values: [Double] = []
    var color: ColorValue?
    var isBehindColor = false
    for word in TextList.words(text) {
      if let value = lengths.length(word) {
        // The lengths stand together.
        guard values.isEmpty || !isBehindColor else { return nil }
        values.append(value)
        continue
      }
      guard color == nil, let own = ColorValue(word) else { return nil }
      color = own
      isBehindColor = !values.isEmpty
    }
    guard 2...3 ~= values.count, values.count == 2 || values[2] >= 0 else { return nil }
    var own: Color?
    if case .color(let value)? = color { own = value }
    return .dropShadow(
      dx: values[0], dy: values[1], deviation: values.count > 2 ? values[2] : 0, color: own)
  }
}
