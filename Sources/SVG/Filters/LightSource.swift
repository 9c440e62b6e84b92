import CMath

/// A source of light of a lighting step (Filter Effects level 1, section 9.4), in pixels of the
/// area.
enum LightSource {
  /// The direction to the light.
  case distant(SIMD3<Float>)
  case point(SIMD3<Float>)
  /// - Parameters:
  ///   - aim: the unit vector from the light to where it points.
  ///   - cone: the cosine of the angle beyond which there is no light; −1 for none.
  case spot(SIMD3<Float>, aim: SIMD3<Float>, exponent: Float, cone: Float)

  /// The unit vector from a place on the surface to the light, and the part of the light that
  /// arrives there.
  func light(at place: SIMD3<Float>) -> (direction: SIMD3<Float>, strength: Float) {
    switch self {
    case .distant(let direction): return (direction, 1)
    case .point(let light): return ((light - place).normalized, 1)
    case .spot(let light, let aim, let exponent, let cone):
      let direction = (light - place).normalized
      let cosine = -(direction * aim).sum()
      guard cosine > 0, cosine >= cone else { return (direction, 0) }
      return (direction, Float(pow(Double(cosine), Double(exponent))))
    }
  }
}

extension SIMD3<Float> {
  var normalized: SIMD3 {
    let length = (self * self).sum().squareRoot()
    return length > 0 ? self / length : self
  }
}

/// The surface that a picture's alpha makes, and its light.
struct LitSurface {
  var height: FilterImage
  /// Pixels that full alpha stands above the plane.
  var scale: Float
  var light: LightSource
  /// The light's colour, in the step's space of colours.
  var color: SIMD3<Float>

  enum Reflection {
    case diffuse(constant: Float)
    case specular(constant: Float, exponent: Float)
  }

  func image(_ reflection: Reflection) -> FilterImage {
    var result = FilterImage(width: height.width, height: height.height)
    for y in 0..<height.height {
      for x in 0..<height.width {
        let normal = normal(x, y)
        let place = SIMD3(Float(x), Float(y), scale * height[x, y].w)
        let (direction, strength) = light.light(at: place)
        let factor: Float
        switch reflection {
        case .diffuse(let constant):
          factor = constant * max(0, (normal * direction).sum()) * strength
        case .specular(let constant, let exponent):
          let half = (direction + SIMD3(0, 0, 1)).normalized
          let cosine = max(0, (normal * half).sum())
          factor = constant * Float(pow(Double(cosine), Double(exponent))) * strength
        }
        let lit = SIMD4(color * factor, 1).inRange
        var pixel = lit
        if case .specular = reflection { pixel.w = max(lit.x, lit.y, lit.z) }
        result.pixels[y * height.width + x] = pixel
      }
    }
    return result
  }

  /// By Sobel's operator; at the area's edges its nearest pixels stand for those outside.
  private func normal(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let (left, right) = (max(x - 1, 0), min(x + 1, height.width - 1))
    let (top, bottom) = (max(y - 1, 0), min(y + 1, height.height - 1))
    func alpha(_ x: Int, _ y: Int) -> Float { height[x, y].w }
    func sum(_ a: Float, _ b: Float, _ c: Float) -> Float { a + 2 * b + c }
    let dx =
      sum(alpha(right, top), alpha(right, y), alpha(right, bottom))
      - sum(alpha(left, top), alpha(left, y), alpha(left, bottom))
    let dy =
      sum(alpha(left, bottom), alpha(x, bottom), alpha(right, bottom))
      - sum(alpha(left, top), alpha(x, top), alpha(right, top))
    let (spanX, spanY) = (Float(max(1, right - left)), Float(max(1, bottom - top)))
    return SIMD3(-scale * dx / 2 / spanX, -scale * dy / 2 / spanY, 1).normalized
  }
}
