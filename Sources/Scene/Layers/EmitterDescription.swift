import Animation
import CodeUnits
import Geometry
import Layers
import Raster

/// An emitter layer as the scene file describes it.
struct EmitterDescription {
  var cells: [CellDescription] = []
  var shape: EmitterLayer.Shape
  var mode: EmitterLayer.Mode
  var renderMode: EmitterLayer.RenderMode
  /// Horizontal and vertical; nil for the middle.
  var position: [Length]?
  /// Width and height; nil for none.
  var size: [Length]?
  var seed: UInt64
  var birthRate: Double
  var lifetime: Double
  var velocity: Double
  var scale: Double
  var spin: Double
  /// True if an error hides cells or their names. No further errors are reported for key paths to
  /// cells that it may have defined.
  var hidesCells = false

  /// Raises a number of a cell on which the number and the size of its particles depend.
  mutating func raise(_ key: EmitterCellKey, to value: Double) {
    let index = cells.firstIndex { $0.cell.name?.isIdentical(to: key.name) ?? false }
    guard let index else { return }
    func raise(_ number: inout Double) { number = max(number, value) }
    switch key.property {
    case .birthRate: raise(&cells[index].cell.birthRate)
    case .lifetime: raise(&cells[index].cell.lifetime)
    case .lifetimeRange: raise(&cells[index].cell.lifetimeRange)
    case .scale: raise(&cells[index].cell.scale)
    case .scaleRange: raise(&cells[index].cell.scaleRange)
    case .scaleSpeed: raise(&cells[index].cell.scaleSpeed)
    default: break
    }
  }

  /// Points on a side of the largest particle.
  func largestParticle(_ inner: LengthContext) -> Double {
    cells.reduce(0) { max($0, $1.largestParticle(inner)) } * scale
  }

  func makeLayer(_ inner: LengthContext) -> EmitterLayer {
    let layer = EmitterLayer()
    layer.emitterCells = cells.map { $0.resolved(inner) }
    layer.emitterShape = shape
    layer.emitterMode = mode
    layer.renderMode = renderMode
    layer.emitterPosition =
      position.map { Point(x: inner.x($0[0]), y: inner.y($0[1])) }
      ?? Point(x: inner.size.width / 2, y: inner.size.height / 2)
    layer.emitterSize =
      size.map { Size(width: max(0, inner.x($0[0])), height: max(0, inner.y($0[1]))) } ?? .zero
    layer.seed = seed
    layer.birthRate = birthRate
    layer.lifetime = lifetime
    layer.velocity = velocity
    layer.scale = scale
    layer.spin = spin
    return layer
  }
}

/// A cell with lengths that wait for the output's size.
struct CellDescription {
  enum Look {
    case disc(Length)
    case glow(Length)
    case image(Image)
    case none
  }

  var look: Look
  /// All properties that are not lengths.
  var cell: EmitterCell
  var velocity: Length
  var velocityRange: Length
  var xAcceleration: Length
  var yAcceleration: Length
  var cells: [CellDescription] = []

  /// Points on a side of the largest particle, including those of inner cells.
  func largestParticle(_ inner: LengthContext) -> Double {
    let side: Double =
      switch look {
      case .disc(let diameter), .glow(let diameter): max(0, inner.side(diameter))
      case .image(let image):
        max(
          Double(image.size.width) * cell.contentsRect.width,
          Double(image.size.height) * cell.contentsRect.height) / cell.contentsScale
      case .none: 0
      }
    let age = cell.lifetime + cell.lifetimeRange / 2
    let growth = cell.scale + cell.scaleRange / 2 + max(cell.scaleSpeed, 0) * age
    return cells.reduce(side * growth) { max($0, $1.largestParticle(inner)) }
  }

  /// Percentages are of the layer's shorter side.
  func resolved(_ inner: LengthContext) -> EmitterCell {
    var resolved = cell
    switch look {
    case .disc(let diameter): resolved.contents = .disc(diameter: max(0, inner.side(diameter)))
    case .glow(let diameter): resolved.contents = .glow(diameter: max(0, inner.side(diameter)))
    case .image(let image): resolved.contents = .image(image)
    case .none: resolved.contents = .none
    }
    resolved.velocity = inner.side(velocity)
    resolved.velocityRange = max(0, inner.side(velocityRange))
    resolved.xAcceleration = inner.side(xAcceleration)
    resolved.yAcceleration = inner.side(yAcceleration)
    resolved.emitterCells = cells.map { $0.resolved(inner) }
    return resolved
  }
}
