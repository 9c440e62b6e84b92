import Geometry

/// The maps of a composition's layers to it, at one time. Parents of many layers are looked up
/// once.
struct LayerMatrices {
  private let composition: CompositionModel
  private var matrices: [AffineTransform?] = []

  /// Layers whose transforms follow each other.
  private static let parentLimit = 256

  init(_ composition: CompositionModel) { self.composition = composition }

  /// A layer's map to its composition, through its parents.
  mutating func transform(of index: Int, at frame: Double) -> AffineTransform {
    var result = AffineTransform.identity
    var current: Int? = index
    var steps = 0
    while let place = current, steps < Self.parentLimit {
      result = result.followed(by: matrix(of: place, at: frame))
      current = composition.layers[place].parent
      steps += 1
    }
    return result
  }

  private mutating func matrix(of place: Int, at frame: Double) -> AffineTransform {
    if matrices.isEmpty { matrices = Array(repeating: nil, count: composition.layers.count) }
    if let known = matrices[place] { return known }
    let made = composition.layers[place].transform.matrix(at: frame)
    matrices[place] = made
    return made
  }
}
