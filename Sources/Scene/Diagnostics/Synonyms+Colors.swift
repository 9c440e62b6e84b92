import CodeUnits

/// The colours of other formats.
extension Synonyms {
  /// The colours that CSS calls by a word, as a scene writes them.
  private static let colors: [(word: String, color: String)] = [
    ("aqua", "#00FFFF"), ("black", "#000000"), ("blue", "#0000FF"), ("brown", "#A52A2A"),
    ("cyan", "#00FFFF"), ("fuchsia", "#FF00FF"), ("gold", "#FFD700"), ("gray", "#808080"),
    ("green", "#008000"), ("grey", "#808080"), ("lime", "#00FF00"), ("magenta", "#FF00FF"),
    ("maroon", "#800000"), ("navy", "#000080"), ("none", "clear"), ("olive", "#808000"),
    ("orange", "#FFA500"), ("pink", "#FFC0CB"), ("purple", "#800080"), ("red", "#FF0000"),
    ("silver", "#C0C0C0"), ("teal", "#008080"), ("transparent", "clear"), ("white", "#FFFFFF"),
    ("yellow", "#FFFF00"),
  ]

  /// A colour of CSS as a scene writes it: a word, `rgb()` or `rgba()` with numbers from 0 to 255,
  /// or `hsl()` or `hsla()` with degrees and percent; their alpha is from 0 to 1, or in percent.
  static func color(_ text: String) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    let plain = plain(text)
    for entry in colors where entry.word.isIdentical(to: plain) { return entry.color }
    let bytes = text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }
    let isHSL = bytes.starts(with: "hsl".utf8)
    guard isHSL || bytes.starts(with: "rgb".utf8), bytes.last == UInt8(ascii: ")") else {
      return nil
    }
    var numbers: [Int] = []
    let parts = bytes.split { [0x20, 0x28, 0x29, 0x2C, 0x2F].contains($0) }.dropFirst()
    for part in parts {
      if numbers.count == 3 {
        guard let alpha = level(ofAlpha: part) else { return nil }
        numbers.append(alpha)
        continue
      }
      guard let number = isHSL && !numbers.isEmpty ? percentage(part) : whole(part) else {
        return nil
      }
      numbers.append(number)
    }
    guard 3...4 ~= numbers.count else { return nil }
    if isHSL {
      numbers.replaceSubrange(
        0..<3, with: levels(ofHue: numbers[0], saturation: numbers[1], lightness: numbers[2]))
    }
    guard numbers.allSatisfy({ $0 <= 255 }) else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    let hexadecimal = numbers.flatMap { [digits[$0 >> 4], digits[$0 & 15]] }
    return "#" + String(decoding: hexadecimal, as: UTF8.self)
  }

  /// The levels of red, green and blue, of 255.
  ///
  /// From CSS Color Module Level 4, section 7.1.
  /// - Parameters:
  ///   - hue: degrees.
  ///   - saturation: percent, as the lightness.
  private static func levels(ofHue hue: Int, saturation: Int, lightness: Int) -> [Int] {
    let light = Double(lightness) / 100
    let amplitude = Double(saturation) / 100 * min(light, 1 - light)
    return [0, 8, 4].map { start in
      let turned = start + Double(hue) / 30
      let place = turned - 12 * (turned / 12).rounded(.down)
      let level = light - amplitude * max(-1, min(place - 3, 9 - place, 1))
      return Int((level * 255).rounded())
    }
  }

  /// A number of at most three digits.
  private static func whole(_ text: ArraySlice<UInt8>) -> Int? {
    guard 1...3 ~= text.count, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A number from 0 to 100 before a percent sign.
  private static func percentage(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.last == UInt8(ascii: "%"), let number = whole(text.dropLast()), number <= 100 else {
      return nil
    }
    return number
  }

  /// The level of 255 of an alpha such as `1`, `0.5` or `.5`, by at most three digits behind the
  /// point, or `50%`.
  private static func level(ofAlpha text: ArraySlice<UInt8>) -> Int? {
    if let percent = percentage(text) { return (percent * 255 + 50) / 100 }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, whole.count <= 1 else { return nil }
    let fraction = parts.count > 1 ? parts[1] : []
    guard (whole + fraction).allSatisfy({ 0x30...0x39 ~= $0 }), !(whole + fraction).isEmpty else {
      return nil
    }
    let digits = fraction.prefix(3)
    var thousandths = whole.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    for index in 0..<3 {
      let digit = digits.dropFirst(index).first.map { Int($0 - 0x30) } ?? 0
      thousandths = thousandths * 10 + digit
    }
    return thousandths <= 1000 ? (thousandths * 255 + 500) / 1000 : nil
  }
}
