import CMath
import Geometry
import Raster

/// Steps with many attributes: kernels, displacement, noise and light.
extension FilterRun {
  /// The values of a kernel; larger ones are refused.
  private static let kernelLimit = 256

  /// Nil for a kernel that is in error, which leaves the step out.
  func kernel(of step: Int) -> FilterImage.Kernel? {
    let node = document[step]
    let order = numbers("order", of: step)
    let (columns, rows) = (order.first ?? 3, order.count > 1 ? order[1] : order.first ?? 3)
    guard 1...256 ~= columns, 1...256 ~= rows, columns * rows <= Double(Self.kernelLimit),
      columns == columns.rounded(), rows == rows.rounded()
    else { return nil }
    let values = numbers("kernelMatrix", of: step).map { Float($0) }
    guard values.count == Int(columns * rows) else { return nil }
    let sum = values.reduce(0, +)
    let divisor = Float(number("divisor", of: step))
    func target(_ name: String, _ count: Double) -> Int {
      Int(number(name, of: step, (count / 2).rounded(.down)).rounded(.down))
    }
    let (targetX, targetY) = (target("targetX", columns), target("targetY", rows))
    guard 0..<Int(columns) ~= targetX, 0..<Int(rows) ~= targetY else { return nil }
    let mode = node.attribute("edgeMode").flatMap { FilterImage.EdgeMode(rawValue: String($0)) }
    return FilterImage.Kernel(
      columns: Int(columns), rows: Int(rows), values: values,
      divisor: divisor != 0 ? divisor : sum != 0 ? sum : 1, bias: Float(number("bias", of: step)),
      targetX: targetX, targetY: targetY, edgeMode: mode ?? .duplicate,
      preservesAlpha: node.attribute("preserveAlpha") == "true")
  }

  func displaced(_ image: FilterImage, by map: FilterImage, _ step: Int) -> FilterImage {
    func channel(_ name: String) -> Int {
      switch document[step].attribute(name) {
      case "R": 0
      case "G": 1
      case "B": 2
      default: 3
      }
    }
    let scale = number("scale", of: step)
    let extent = pixels(scale, scale)
    return image.displaced(
      by: map, scaleX: extent.dx, scaleY: extent.dy,
      channels: (channel("xChannelSelector"), channel("yChannelSelector")))
  }

  func turbulence(of step: Int) -> FilterImage {
    let node = document[step]
    var result = FilterImage(width: area.width, height: area.height)
    var frequencies = numbers("baseFrequency", of: step)
    // More than two numbers are an error, and count as none.
    if frequencies.count > 2 { frequencies = [] }
    let x = frequencies.first ?? 0
    let y = frequencies.last ?? 0
    let isFractal = node.attribute("type") == "fractalNoise"
    guard x >= 0, y >= 0, let inverse = area.toPixels.inverse else { return result }
    let noise = TurbulenceNoise(
      seed: number("seed", of: step), frequency: SIMD2(x, y),
      octaves: Int(min(max(number("numOctaves", of: step, 1), 0), 32)), isFractal: isFractal,
      tile: node.attribute("stitchTiles") == "stitch" ? subregion(of: step) : nil)
    for row in 0..<area.height {
      for column in 0..<area.width {
        let place = inverse.apply(to: Point(x: Double(column), y: Double(row)))
        var color = noise.color(at: place)
        let alpha = color.w
        color *= alpha
        color.w = alpha
        result.pixels[row * area.width + column] = color
      }
    }
    return result
  }

  /// The light on the surface that a picture's alpha makes.
  func lit(_ image: FilterImage, of step: Int, _ style: ComputedStyle) -> FilterImage {
    let node = document[step]
    let empty = FilterImage(width: area.width, height: area.height)
    guard
      let source = node.children.first(where: {
        ["feDistantLight", "fePointLight", "feSpotLight"].contains(document[$0].name)
      }), let light = light(source)
    else { return empty }
    var color = SIMD3(
      Float(style.lightingColor.red), Float(style.lightingColor.green),
      Float(style.lightingColor.blue))
    if style.filtersLinearly {
      let linear = TransferTable.toLinear
      color = SIMD3(linear[color.x], linear[color.y], linear[color.z])
    }
    let surface = LitSurface(
      height: image, scale: Float(number("surfaceScale", of: step, 1) * depthScale), light: light,
      color: color)
    if node.name == "feDiffuseLighting" {
      return surface.image(
        .diffuse(constant: Float(max(0, number("diffuseConstant", of: step, 1)))))
    }
    let exponent = min(max(number("specularExponent", of: step, 1), 1), 128)
    return surface.image(
      .specular(
        constant: Float(max(0, number("specularConstant", of: step, 1))), exponent: Float(exponent))
    )
  }

  /// Pixels to a unit of depth: the mean of both directions.
  private var depthScale: Double {
    ((area.scaleX * area.scaleX + area.scaleY * area.scaleY) / 2).squareRoot()
  }

  private func light(_ place: Int) -> LightSource? {
    func radians(_ name: String) -> Double {
      number(name, of: place).truncatingRemainder(dividingBy: 360) * .pi / 180
    }
    func point(_ x: String, _ y: String, _ z: String) -> SIMD3<Float> {
      var own = Point(x: number(x, of: place), y: number(y, of: place))
      if let box { own = Point(x: box.minX + own.x * box.width, y: box.minY + own.y * box.height) }
      let placed = area.toPixels.apply(to: own)
      return SIMD3(
        Float(placed.x), Float(placed.y), Float(number(z, of: place) * depthScale))
    }
    switch document[place].name {
    case "feDistantLight":
      let (azimuth, elevation) = (radians("azimuth"), radians("elevation"))
      return .distant(
        SIMD3(
          Float(cos(azimuth) * cos(elevation)), Float(sin(azimuth) * cos(elevation)),
          Float(sin(elevation))))
    case "fePointLight": return .point(point("x", "y", "z"))
    case "feSpotLight":
      let light = point("x", "y", "z")
      let aim = (point("pointsAtX", "pointsAtY", "pointsAtZ") - light).normalized
      let hasCone = document[place].attribute("limitingConeAngle") != nil
      return .spot(
        light, aim: aim,
        exponent: Float(min(max(number("specularExponent", of: place, 1), 0), 128)),
        cone: hasCone ? Float(cos(abs(radians("limitingConeAngle")))) : -1)
    default: return nil
    }
  }
}
