import CMath
import Raster

/// Functions of CSS Color levels 4 and 5 that give a colour; colours outside sRGB are clipped to
/// it.
enum ColorFunction {
  static let names: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
    "light-dark",
  ]

  /// Colours in one another.
  private static let depthLimit = 8

  private struct Argument {
    var number = 0.0
    var isPercent = false
    /// True for a calculation or `none`, which may be either.
    var isOpen = false
    var isNone = false

    /// The number, or the part of a range that the percentage says.
    func value(of range: Double) -> Double { isPercent ? number / 100 * range : number }
  }

  /// The colour after a function's opening bracket; the text is taken up to the closing bracket.
  /// Nil for a wrong colour.
  static func color(_ name: String, _ scanner: inout TextScanner, depth: Int) -> Color? {
    guard depth < depthLimit else { return nil }
    if name == "color-mix" || name == "light-dark" {
      guard let inside = scanner.textInBrackets() else { return nil }
      let parts = TextList.split(inside[...], at: UInt8(ascii: ","))
      // A picture is always light: its reader's preference is not known.
      if name == "light-dark" {
        return parts.count == 2 ? plain(parts[0], depth: depth + 1) : nil
      }
      return mix(parts, depth: depth + 1)
    }
    var space = ""
    if name == "color" {
      scanner.skipSpace()
      space = scanner.word().lowercased()
    }
    guard let (list, alpha) = arguments(name, &scanner), list.count == 3 else { return nil }
    switch name {
    case "rgb", "rgba":
      // To whole levels, as browsers do.
      let levels = list.map { (unit($0.value(of: 255) / 255) * 255).rounded() / 255 }
      return Color(red: levels[0], green: levels[1], blue: levels[2], alpha: alpha)
    case "hsl", "hsla":
      return ColorValue.color(
        hue: list[0].number, saturation: unit(list[1].number / 100),
        lightness: unit(list[2].number / 100), alpha: alpha)
    case "hwb": return hwb(list, alpha)
    case "lab":
      return lab(list[0].value(of: 100), list[1].value(of: 125), list[2].value(of: 125), alpha)
    case "lch":
      let (a, b) = polar(max(0, list[1].value(of: 150)), list[2].number)
      return lab(list[0].value(of: 100), a, b, alpha)
    case "oklab":
      return oklab(list[0].value(of: 1), list[1].value(of: 0.4), list[2].value(of: 0.4), alpha)
    case "oklch":
      let (a, b) = polar(max(0, list[1].value(of: 0.4)), list[2].number)
      return oklab(list[0].value(of: 1), a, b, alpha)
    default: return predefined(space, list.map { $0.value(of: 1) }, alpha)
    }
  }

  private static func plain(_ text: some StringProtocol, depth: Int) -> Color? {
    var scanner = TextScanner(text)
    guard case .color(let color)? = ColorValue(&scanner, depth: depth), scanner.rest.isEmpty else {
      return nil
    }
    return color
  }

  // MARK: Arguments

  /// Three components and an alpha, with commas or without, and the closing bracket.
  private static func arguments(
    _ name: String, _ scanner: inout TextScanner
  ) -> (list: [Argument], alpha: Double)? {
    var list: [Argument] = []
    var hasCommas = false
    let hueIndex = name.hasPrefix("h") ? 0 : name.hasSuffix("lch") ? 2 : -1
    while true {
      scanner.skipSpace()
      if scanner.take(")") { break }
      if !list.isEmpty {
        if scanner.take(",") {
          hasCommas = true
        } else if scanner.take("/") {
          // A slash may follow only components without commas.
          guard !hasCommas else { return nil }
        }
        scanner.skipSpace()
      }
      guard list.count < 4, let argument = argument(&scanner, isHue: list.count == hueIndex) else {
        return nil
      }
      list.append(argument)
    }
    guard list.count == 3 || list.count == 4 else { return nil }
    if hasCommas, !isLegacy(list, name) { return nil }
    return (Array(list.prefix(3)), list.count > 3 ? unit(list[3].value(of: 1)) : 1)
  }

  /// True for components that may stand with commas: all of red, green and blue are of one kind,
  /// saturation and lightness are percentages, and none is `none` (CSS Color level 4, sections
  /// 5.1 and 7).
  private static func isLegacy(_ list: [Argument], _ name: String) -> Bool {
    if list.contains(where: \.isNone) { return false }
    if name.hasPrefix("rgb") {
      return Set(list.prefix(3).lazy.filter { !$0.isOpen }.map(\.isPercent)).count <= 1
    }
    return !name.hasPrefix("hsl") || list[1...2].allSatisfy { $0.isOpen || $0.isPercent }
  }

  private static func argument(_ scanner: inout TextScanner, isHue: Bool) -> Argument? {
    if scanner.next.isLetter {
      if let calculation = Calculation(&scanner) {
        return Argument(number: calculation.value { $0.number }, isOpen: true)
      }
      guard scanner.letters().lowercased() == "none" else { return nil }
      return Argument(isOpen: true, isNone: true)
    }
    guard let number = scanner.number() else { return nil }
    if isHue {
      return ColorValue.angle(number, unit: scanner.letters()).map { Argument(number: $0) }
    }
    return Argument(number: number, isPercent: scanner.take("%"))
  }

  private static func unit(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }

  private static func polar(_ chroma: Double, _ hue: Double) -> (Double, Double) {
    let angle = hue.truncatingRemainder(dividingBy: 360) * .pi / 180
    return (chroma * cos(angle), chroma * sin(angle))
  }

  // MARK: Spaces

  private static func hwb(_ list: [Argument], _ alpha: Double) -> Color {
    let (white, black) = (unit(list[1].number / 100), unit(list[2].number / 100))
    if white + black >= 1 {
      let gray = white / (white + black)
      return Color(red: gray, green: gray, blue: gray, alpha: alpha)
    }
    let pure = ColorValue.color(hue: list[0].number, saturation: 1, lightness: 0.5, alpha: alpha)
    func mixed(_ value: Double) -> Double { value * (1 - white - black) + white }
    return Color(
      red: mixed(pure.red), green: mixed(pure.green), blue: mixed(pure.blue), alpha: alpha)
  }

  /// The colour of values in CIE Lab with the white D50.
  private static func lab(_ l: Double, _ a: Double, _ b: Double, _ alpha: Double) -> Color {
    let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
    let l = min(max(l, 0), 100)
    let fy = (l + 16) / 116
    let (fx, fz) = (a / 500 + fy, fy - b / 200)
    let x = fx * fx * fx > epsilon ? fx * fx * fx : (116 * fx - 16) / kappa
    let y = l > kappa * epsilon ? fy * fy * fy : l / kappa
    let z = fz * fz * fz > epsilon ? fz * fz * fz : (116 * fz - 16) / kappa
    return color(fromD50: (x * 0.3457 / 0.3585, y, z * (1 - 0.3457 - 0.3585) / 0.3585), alpha)
  }

  private static func color(
    fromD50 xyz: (x: Double, y: Double, z: Double), _ alpha: Double
  ) -> Color {
    // Bradford's adaptation to D65.
    let x = 0.955473421488075 * xyz.x - 0.02309845494876471 * xyz.y + 0.06325924320057072 * xyz.z
    let y = -0.0283697093338637 * xyz.x + 1.0099953980813041 * xyz.y + 0.021041441191917323 * xyz.z
    let z = 0.012314014864481998 * xyz.x - 0.020507649298898964 * xyz.y + 1.330365926242124 * xyz.z
    return color(fromXYZ: (x, y, z), alpha)
  }

  private static func color(
    fromXYZ xyz: (x: Double, y: Double, z: Double), _ alpha: Double
  ) -> Color {
    color(
      fromLinear: (
        3.2409699419045213 * xyz.x - 1.5373831775700935 * xyz.y - 0.4986107602930033 * xyz.z,
        -0.9692436362808798 * xyz.x + 1.8759675015077206 * xyz.y + 0.04155505740717561 * xyz.z,
        0.05563007969699361 * xyz.x - 0.20397695888897657 * xyz.y + 1.0569715142428786 * xyz.z
      ), alpha)
  }

  private static func color(
    fromLinear rgb: (red: Double, green: Double, blue: Double), _ alpha: Double
  ) -> Color {
    Color(
      red: level(rgb.red), green: level(rgb.green), blue: level(rgb.blue), alpha: alpha)
  }

  private static func level(_ value: Double) -> Double {
    let value = unit(value)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }

  private static func linear(_ level: Double) -> Double {
    level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
  }

  private static func oklab(_ l: Double, _ a: Double, _ b: Double, _ alpha: Double) -> Color {
    let l = unit(l)
    func cube(_ value: Double) -> Double { value * value * value }
    let long = cube(l + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(l - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(l - 0.0894841775 * a - 1.2914855480 * b)
    return color(
      fromLinear: (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
      ), alpha)
  }

  /// The colour of the function `color()`.
  private static func predefined(_ space: String, _ c: [Double], _ alpha: Double) -> Color? {
    switch space {
    case "srgb": return Color(red: unit(c[0]), green: unit(c[1]), blue: unit(c[2]), alpha: alpha)
    case "srgb-linear": return color(fromLinear: (c[0], c[1], c[2]), alpha)
    case "display-p3":
      let p = c.map { linear(unit($0)) }
      return color(
        fromXYZ: (
          0.4865709486482162 * p[0] + 0.26566769316909306 * p[1] + 0.1982172852343625 * p[2],
          0.2289745640697488 * p[0] + 0.6917385218365064 * p[1] + 0.079286914093745 * p[2],
          0.04511338185890264 * p[1] + 1.043944368900976 * p[2]
        ), alpha)
    case "xyz", "xyz-d65": return color(fromXYZ: (c[0], c[1], c[2]), alpha)
    case "xyz-d50": return color(fromD50: (c[0], c[1], c[2]), alpha)
    default: return nil
    }
  }

  // MARK: Mixing

  /// `in SPACE`, and two colours with their parts.
  private static func mix(_ parts: [Substring], depth: Int) -> Color? {
    guard parts.count == 3 else { return nil }
    let words = parts[0].lowercased().split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0] == "in", let first = part(parts[1], depth: depth),
      let second = part(parts[2], depth: depth)
    else { return nil }
    var share = (first.share ?? second.share.map { 1 - $0 } ?? 0.5, second.share ?? 0)
    if second.share == nil { share.1 = 1 - share.0 }
    let sum = share.0 + share.1
    guard sum > 0 else { return nil }
    let weight = share.1 / sum
    let from = components(first.color, in: words[1])
    let to = components(second.color, in: words[1])
    guard let from, let to else { return nil }
    let alpha = first.color.alpha * (1 - weight) + second.color.alpha * weight
    let mixed = (0..<3).map { index -> Double in
      let value =
        from[index] * first.color.alpha * (1 - weight) + to[index] * second.color.alpha * weight
      return alpha > 0 ? value / alpha : 0
    }
    let full = min(sum, 1) * alpha
    switch words[1] {
    case "srgb": return predefined("srgb", mixed, full)
    case "srgb-linear": return predefined("srgb-linear", mixed, full)
    default: return oklab(mixed[0], mixed[1], mixed[2], full)
    }
  }

  private static func part(_ text: Substring, depth: Int) -> (color: Color, share: Double?)? {
    var text = text.trimmed
    var share: Double?
    let words = TextList.words(text)
    if words.count > 1 {
      if words[words.count - 1].hasSuffix("%") {
        share = PartValue.number(words[words.count - 1])
        text = text.dropLast(words[words.count - 1].count).trimmed
      } else if words[0].hasSuffix("%") {
        share = PartValue.number(words[0])
        text = text.dropFirst(words[0].count).trimmed
      }
      if let share, !(0...1 ~= share) { return nil }
    }
    return plain(text, depth: depth).map { ($0, share) }
  }

  /// Nil for a space in which colours are not mixed here.
  private static func components(_ color: Color, in space: Substring) -> [Double]? {
    let levels = [color.red, color.green, color.blue]
    if space == "srgb" { return levels }
    let light = levels.map { linear($0) }
    if space == "srgb-linear" { return light }
    guard space == "oklab" else { return nil }
    func root(_ red: Double, _ green: Double, _ blue: Double) -> Double {
      let sum = red * light[0] + green * light[1] + blue * light[2]
      return sum > 0 ? pow(sum, 1.0 / 3) : 0
    }
    let long = root(0.4122214708, 0.5363325363, 0.0514459929)
    let medium = root(0.2119034982, 0.6806995451, 0.1073969566)
    let short = root(0.0883024619, 0.2817188376, 0.6299787005)
    return [
      0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
      1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    ]
  }
}
