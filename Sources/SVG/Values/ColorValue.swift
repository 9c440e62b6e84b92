import Raster

/// Colours as CSS writes them.
enum ColorValue: Equatable {
  case color(Color)
  case currentColor

  /// Nil where no colour comes next.
  ///
  /// - Parameter depth: colours around this one.
  init?(_ scanner: inout TextScanner, depth: Int = 0) {
    scanner.skipSpace()
    if scanner.take("#") {
      guard let color = ColorValue.hexadecimal(scanner.word()) else { return nil }
      self = .color(color)
      return
    }
    let word = scanner.word().lowercased()
    if word == "currentcolor" {
      self = .currentColor
      return
    }
    if word == "transparent" {
      self = .color(.clear)
      return
    }
    if ColorFunction.names.contains(word), scanner.take("(") {
      guard let color = ColorFunction.color(word, &scanner, depth: depth) else { return nil }
      self = .color(color)
      return
    }
    guard let number = NamedColors.colors[word] ?? NamedColors.systemColors[word] else {
      return nil
    }
    self = .color(ColorValue.color(number))
  }

  /// Nil where the text is no colour.
  init?(_ text: some StringProtocol) {
    var scanner = TextScanner(text)
    guard let value = ColorValue(&scanner), scanner.rest.isEmpty else { return nil }
    self = value
  }

  static func color(_ number: UInt32) -> Color {
    Color(
      red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255,
      blue: Double(number & 255) / 255)
  }

  /// Three, four, six or eight digits.
  private static func hexadecimal(_ digits: String) -> Color? {
    var values: [Double] = []
    for byte in digits.utf8 {
      guard let value = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      values.append(Double(value))
    }
    switch values.count {
    case 3, 4:
      values = values.map { $0 * 17 / 255 }
    case 6, 8:
      let digits = values
      values = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        values.append((digits[index] * 16 + digits[index + 1]) / 255)
      }
    default: return nil
    }
    return Color(
      red: values[0], green: values[1], blue: values[2], alpha: values.count > 3 ? values[3] : 1)
  }

  /// Degrees.
  static func angle(_ number: Double, unit: String) -> Double? {
    switch unit.lowercased() {
    case "", "deg": number
    case "grad": number * 0.9
    case "rad": number * 180 / .pi
    case "turn": number * 360
    default: nil
    }
  }

  static func color(
    hue: Double, saturation: Double, lightness: Double, alpha: Double
  ) -> Color {
    let turn = hue.truncatingRemainder(dividingBy: 360) / 30
    let amplitude = saturation * min(lightness, 1 - lightness)
    func component(_ offset: Double) -> Double {
      var place = (offset + turn).truncatingRemainder(dividingBy: 12)
      if place < 0 { place += 12 }
      return lightness - amplitude * max(-1, min(place - 3, 9 - place, 1))
    }
    return Color(red: component(0), green: component(8), blue: component(4), alpha: alpha)
  }
}
