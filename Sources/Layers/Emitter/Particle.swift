import CMath
public import Geometry
public import Raster

/// A particle with the random numbers of its birth. Its state at an age follows from them directly,
/// without steps between.
struct Particle {
  let seed: UInt64
  /// The index in the order of births of the same flow or parent.
  let place: Int
  /// Seconds since the emitter's start.
  let birthTime: Double
  let lifetime: Double
  var origin: Point
  var velocity: Vector
  var acceleration: Vector
  let scale: Double
  let scaleSpeed: Double
  let spin: Double
  /// Red, green, blue, alpha.
  let color: SIMD4<Double>
  let colorSpeed: SIMD4<Double>

  /// A particle of a cell.
  ///
  /// - Parameters:
  ///   - direction: the angle from which the direction of emission is measured, in radians.
  ///   - tint: multiplies the colour.
  init(
    _ cell: EmitterCell, seed: UInt64, place: Int, birthTime: Double, at origin: Point,
    direction: Double,
    tint: SIMD4<Double>, factors: EmitterFactors
  ) {
    var generator = ParticleGenerator(seed: seed)
    self.seed = seed
    self.place = place
    self.birthTime = birthTime
    self.origin = origin
    var life =
      generator.number(cell.lifetime, range: cell.lifetimeRange) * factors.lifetime
    let speed = generator.number(cell.velocity, range: cell.velocityRange) * factors.velocity
    let angle =
      direction + generator.number(cell.emissionLongitude, range: cell.emissionRange)
    velocity = Vector(dx: cos(angle) * speed, dy: sin(angle) * speed)
    acceleration = Vector(dx: cell.xAcceleration, dy: cell.yAcceleration)
    scale = generator.number(cell.scale, range: cell.scaleRange) * factors.scale
    scaleSpeed = cell.scaleSpeed * factors.scale
    spin = generator.number(cell.spin, range: cell.spinRange) * factors.spin
    let mean = SIMD4(cell.color.red, cell.color.green, cell.color.blue, cell.color.alpha)
    let range = SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange)
    let draw = SIMD4(generator.unit(), generator.unit(), generator.unit(), generator.unit())
    color = (mean + (draw - 0.5) * range).clamped(lowerBound: .zero, upperBound: .one) * tint
    colorSpeed =
      SIMD4(cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed) * tint
    if cell.emitterCells.isEmpty {
      // A particle that has shrunk or faded to nothing looks like a dead one.
      if scaleSpeed < 0 { life = min(life, scale / -scaleSpeed) }
      if colorSpeed.w < 0 { life = min(life, color.w / -colorSpeed.w) }
    }
    lifetime = life > 0 ? life : 0
  }

  /// In the emitter layer's coordinates.
  func position(atAge age: Double) -> Point {
    origin + velocity * age + acceleration * (age * age / 2)
  }

  func color(atAge age: Double) -> SIMD4<Double> {
    (color + colorSpeed * age).clamped(lowerBound: .zero, upperBound: .one)
  }
}

/// A particle as it is drawn.
public struct EmittedParticle: Equatable {
  /// A picture has the particle's colour already, except for the alpha.
  public var contents: EmitterCell.Contents
  public var contentsRect: Rect
  public var contentsScale: Double
  /// The centre, in the emitter layer's coordinates.
  public var position: Point
  public var scale: Double
  /// Radians.
  public var rotation: Double
  public var color: Color
}
