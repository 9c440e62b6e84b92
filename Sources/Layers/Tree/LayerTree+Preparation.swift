import Raster

extension LayerTree {
  /// Does the part of the first commit that does not depend on the time: makes the presentations,
  /// shapes texts and breaks their lines. It may run ahead of need, on another thread, and changes
  /// nothing visible.
  public func prepare() {
    var preparation = TreePreparation(of: self)
    while !preparation.prepareSlice() {}
  }
}

/// The part of a tree's preparation that is left to do, in slices. The tree must not be changed
/// meanwhile.
public struct TreePreparation {
  /// The next one last.
  private var left: [Layer]
  /// Layers in a slice.
  private static let sliceLength = 32

  public init(of tree: LayerTree) { left = [tree.root] }

  /// Prepares some dozens of layers, up to a text, which may take as long as thousands of others.
  /// - Returns: true if all are prepared.
  public mutating func prepareSlice() -> Bool {
    for _ in 0..<Self.sliceLength {
      guard let layer = left.popLast() else { return true }
      if let mask = layer.mask { left.append(mask) }
      left += layer.sublayers.reversed()
      if Self.prepare(layer), layer.contentKind == .text { break }
    }
    if left.isEmpty { left = [] }
    return left.isEmpty
  }

  /// - Returns: true if there was something to do.
  private static func prepare(_ layer: Layer) -> Bool {
    guard layer.presented == nil, isAlike(layer.contentKind) else { return false }
    let presentation = layer.makePresentation()
    _ = layer.updatePresentation(presentation)
    if layer.contentKind == .text {
      var drawing = Drawing()
      presentation.draw(into: &drawing)
    }
    layer.prepared = presentation
    return true
  }

  /// True for kinds whose presentation depends on the model alone, not on time or history.
  private static func isAlike(_ kind: ContentKind) -> Bool {
    switch kind {
    case .plain, .shape, .image, .gradient, .text: true
    default: false
    }
  }
}
