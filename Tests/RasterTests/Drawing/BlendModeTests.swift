import Geometry
import Raster
import Testing

/// Modes against the formulas of Compositing and Blending level 1, in double precision.
@Suite struct BlendModeTests {
  /// Straight components.
  typealias Straight = SIMD3<Double>

  private static let size = PixelSize(width: 64, height: 1)

  /// Pairs of colours that meet every branch of the formulas.
  private static var pairs: [(below: Color, above: Color)] {
    var pairs: [(Color, Color)] = []
    let levels = [0, 0.2, 0.25, 0.5, 0.8, 1]
    for (index, below) in levels.enumerated() {
      for (other, above) in levels.enumerated() {
        let alphaBelow = [1, 0.5, 0.75][index % 3]
        let alphaAbove = [0.6, 1, 0.3][other % 3]
        pairs.append(
          (
            Color(red: below, green: levels[5 - index], blue: 0.4, alpha: alphaBelow),
            Color(red: above, green: 0.7, blue: levels[(other + index) % 6], alpha: alphaAbove)
          ))
      }
    }
    return pairs
  }

  private func drawn(_ below: Color, _ above: Color, _ mode: BlendMode) -> SIMD4<Double> {
    let whole = Path.rect(Rect(x: 0, y: 0, width: 64, height: 1))
    let commands = [below, above].map {
      DrawCommand(shape: .fill(whole, .nonZero), paint: .color($0))
    }
    let buffer = PixelBuffer(size: BlendModeTests.size, format: .argb8888)
    let composition: DrawGroup.Composition = mode == .plusLighter ? .added : .blended(mode)
    Renderer().draw(
      commands, groups: [DrawGroup(commands: 1..<2, opacity: 1, composition: composition)],
      into: buffer.surface)
    let pixel = buffer.makeImage().premultipliedPixels[40]
    return SIMD4(
      Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255),
      Double(pixel >> 24))
  }

  @Test(arguments: BlendMode.allCases)
  func `a mode gives what its formula says`(mode: BlendMode) {
    for (below, above) in BlendModeTests.pairs {
      let (b, s) = (BlendModeTests.straight(below), BlendModeTests.straight(above))
      let (beta, alpha) = (below.alpha, above.alpha)
      var expected: SIMD4<Double>
      if mode == .plusLighter {
        let sum = (s * alpha + b * beta).clamped(
          lowerBound: Straight(repeating: 0), upperBound: Straight(repeating: 1))
        expected = SIMD4(sum, min(1, alpha + beta))
      } else {
        let color =
          s * (alpha * (1 - beta)) + b * (beta * (1 - alpha)) + Formula.mix(mode, b, s)
          * (alpha * beta)
        expected = SIMD4(color, alpha + beta - alpha * beta)
      }
      expected *= 255
      let found = drawn(below, above, mode)
      for component in 0..<4 {
        // The inputs are rounded to levels, and steep branches enlarge that error.
        let reach = mode == .colorDodge || mode == .colorBurn || mode == .softLight ? 6.0 : 3
        #expect(
          abs(found[component] - expected[component]) <= reach,
          "\(mode) of \(above) over \(below): \(found), not \(expected)")
      }
    }
  }

  private static func straight(_ color: Color) -> Straight {
    Straight(color.red, color.green, color.blue)
  }

  @Test(arguments: BlendMode.allCases)
  func `a clear source changes nothing, and a clear backdrop keeps the source`(mode: BlendMode) {
    let color = Color(red: 0.2, green: 0.6, blue: 1, alpha: 0.8)
    #expect(drawn(color, .clear, mode) == drawn(.clear, color, mode))
    #expect(drawn(.clear, color, mode).w == 204)
  }

  @Test func `names are those of style sheets, and lead back`() {
    #expect(BlendMode(name: "color-dodge") == .colorDodge)
    #expect(BlendMode(name: "plus-lighter") == .plusLighter)
    #expect(BlendMode(name: "Multiply") == nil)
    #expect(BlendMode.allCases.allSatisfy { BlendMode(name: $0.name) == $0 })
    #expect(Set(BlendMode.allCases.map(\.name)).count == 17)
  }

  @Test func `a part of a blended picture equals the whole`() {
    for (seed, mode) in BlendMode.allCases.enumerated() {
      let size = PixelSize(width: 83, height: 61)
      var picture = RandomPicture(seed: 900 + UInt64(seed), size: size)
      let commands = picture.commands(12)
      let groups = [
        DrawGroup(commands: 3..<9, opacity: 0.7, composition: .blended(mode)),
        DrawGroup(
          commands: 4..<6, opacity: 1, mask: 6..<8, maskMode: .luminance,
          composition: .blended(.multiply)),
      ]
      let whole = PixelBuffer(size: size, format: .argb8888)
      Renderer().draw(commands, groups: groups, into: whole.surface)
      let parts = PixelBuffer(size: size, format: .argb8888)
      let renderer = Renderer()
      for (x, y) in [(0, 0), (40, 0), (0, 30), (40, 30)] {
        let part = PixelRect(minX: x, minY: y, maxX: x == 0 ? 40 : 83, maxY: y == 0 ? 30 : 61)
        renderer.draw(commands, groups: groups, region: Region(part), into: parts.surface)
      }
      #expect(whole.bytes == parts.bytes, "\(mode)")
    }
  }

  @Test func `a luminance mask multiplies by how bright it is`() {
    let whole = Path.rect(Rect(x: 0, y: 0, width: 64, height: 1))
    for (color, factor) in [
      (Color.white, 1), (.black, 0), (Color(red: 1, green: 0, blue: 0), 0.2125),
      (Color(red: 0, green: 1, blue: 0, alpha: 0.5), 0.3577),
    ] {
      let commands = [Color.white, color].map {
        DrawCommand(shape: .fill(whole, .nonZero), paint: .color($0))
      }
      let buffer = PixelBuffer(size: BlendModeTests.size, format: .argb8888)
      let group = DrawGroup(commands: 0..<1, opacity: 1, mask: 1..<2, maskMode: .luminance)
      Renderer().draw(commands, groups: [group], into: buffer.surface)
      let alpha = Double(buffer.makeImage().premultipliedPixels[7] >> 24)
      #expect(abs(alpha - factor * 255) <= 1, "\(color): \(alpha)")
    }
  }
}

/// The functions of the specification, word for word.
private enum Formula {
  typealias Straight = BlendModeTests.Straight

  static func mix(_ mode: BlendMode, _ b: Straight, _ s: Straight) -> Straight {
    switch mode {
    case .hue: setLuminosity(setSaturation(s, saturation(b)), luminosity(b))
    case .saturation: setLuminosity(setSaturation(b, saturation(s)), luminosity(b))
    case .color: setLuminosity(s, luminosity(b))
    case .luminosity: setLuminosity(b, luminosity(s))
    default: Straight(mix(mode, b.x, s.x), mix(mode, b.y, s.y), mix(mode, b.z, s.z))
    }
  }

  private static func mix(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return mix(.hardLight, s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return s <= 0.5 ? b * 2 * s : mix(.screen, b, 2 * s - 1)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    default: return s
    }
  }

  private static func luminosity(_ c: Straight) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

  private static func saturation(_ c: Straight) -> Double { c.max() - c.min() }

  private static func setLuminosity(_ c: Straight, _ l: Double) -> Straight {
    var c = c + (l - luminosity(c))
    let (own, least, most) = (luminosity(c), c.min(), c.max())
    if least < 0 { c = own + (c - own) * own / (own - least) }
    if most > 1 { c = own + (c - own) * (1 - own) / (most - own) }
    return c
  }

  private static func setSaturation(_ c: Straight, _ s: Double) -> Straight {
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    var result = Straight.zero
    if c[order[2]] > c[order[0]] {
      result[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
      result[order[2]] = s
    }
    return result
  }
}
