public import Geometry
public import Raster

/// A kind of particle that an emitter layer sends out, and the rate of its births.
///
/// A property with a range is drawn for each particle from the mean ± half the range, evenly
/// spread. Lengths are points, times seconds, angles radians clockwise from 3 o'clock.
public struct EmitterCell: Equatable {
  /// The appearance of a particle at scale 1. Its colour multiplies that of a picture.
  public enum Contents: Equatable {
    /// Draws nothing: a particle that only sends out others.
    case none
    /// A disc with a crisp edge.
    case disc(diameter: Double)
    /// A disc that fades from its centre to its edge.
    case glow(diameter: Double)
    case image(Image)
  }

  /// The name in key paths as `emitterCells.NAME.velocity`. If several cells of the layer share a
  /// name, it means the first; cells of cells have no key paths.
  public var name: String?
  public var isEnabled = true
  public var contents = Contents.none
  /// The part of the picture that is shown, as fractions of its size.
  public var contentsRect = Rect(x: 0, y: 0, width: 1, height: 1)
  /// Pixels of the picture in a point.
  public var contentsScale = 1.0

  /// Seconds from the start of the emitter, or from the birth of the particle that sends these out,
  /// to the earliest birth.
  public var beginTime = 0.0
  /// Seconds from then on in which particles are born.
  public var duration = Double.infinity
  /// Births in a second.
  public var birthRate = 0.0
  public var lifetime = 0.0
  public var lifetimeRange = 0.0

  /// Points in a second, in the direction of emission.
  public var velocity = 0.0
  public var velocityRange = 0.0
  /// The direction of emission.
  public var emissionLongitude = 0.0
  /// The angle over which directions spread, half of it to either side.
  public var emissionRange = 0.0
  /// Points in a second, gained every second.
  public var xAcceleration = 0.0
  public var yAcceleration = 0.0

  public var scale = 1.0
  public var scaleRange = 0.0
  /// The change of the scale in a second. A particle whose scale falls to 0 is dead.
  public var scaleSpeed = 0.0
  /// Radians in a second.
  public var spin = 0.0
  public var spinRange = 0.0

  /// The components' means, 0…1 with the range.
  public var color = Color.white
  public var redRange = 0.0
  public var greenRange = 0.0
  public var blueRange = 0.0
  public var alphaRange = 0.0
  /// The change of a component in a second.
  public var redSpeed = 0.0
  public var greenSpeed = 0.0
  public var blueSpeed = 0.0
  public var alphaSpeed = 0.0

  /// Cells that each particle sends out from its own place, in its own colour.
  public var emitterCells: [EmitterCell] = []

  public init() {}
}
