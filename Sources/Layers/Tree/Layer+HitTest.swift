public import Geometry

extension Layer {
  /// True if a point in the layer's own coordinates lies in its bounds. Corners, shapes and
  /// transparency do not count.
  public final func contains(_ point: Point) -> Bool { values.bounds.contains(point) }

  /// The frontmost layer, among this one and those below it, whose bounds contain a point; nil if
  /// there is none. The point is in the superlayer's coordinates.
  ///
  /// As in Core Animation, a hidden layer is passed over with everything below it, and so are
  /// sublayers outside of a layer that clips to its bounds. Opacity, masks and corners do not
  /// matter, and sublayers outside of a layer that does not clip are found.
  ///
  /// - Parameter presented: true to search the layers as they are on the screen, false as they were
  ///   set.
  public final func hitTest(_ point: Point, presented: Bool = false) -> Layer? {
    let shown = presented ? presentation() ?? self : self
    guard !shown.isHidden, let inverse = transformToSuperlayer(presented: presented).inverse
    else { return nil }
    let inside = inverse.apply(to: point)
    let isHit = shown.contains(inside)
    if shown.masksToBounds && !isHit { return nil }
    let ordered = presented ? sublayersInDrawingOrder : sublayersInModelOrder
    for sublayer in ordered.reversed() {
      if let layer = sublayer.hitTest(inside, presented: presented) { return layer }
    }
    return isHit ? self : nil
  }

  /// The frontmost of the sought layers, among this one and those below it, that a point touches,
  /// itself or by a layer below it, as `hitTest` finds them; nil if there is none. Layers that are
  /// not sought hide none of them.
  public final func hitTest(
    _ point: Point, presented: Bool = false, for isSought: (Layer) -> Bool
  ) -> Layer? {
    let shown = presented ? presentation() ?? self : self
    guard !shown.isHidden, let inverse = transformToSuperlayer(presented: presented).inverse
    else { return nil }
    let inside = inverse.apply(to: point)
    if shown.masksToBounds && !shown.contains(inside) { return nil }
    let ordered = presented ? sublayersInDrawingOrder : sublayersInModelOrder
    for sublayer in ordered.reversed() {
      if let layer = sublayer.hitTest(inside, presented: presented, for: isSought) { return layer }
    }
    return isSought(self) ? hitTest(point, presented: presented).map { _ in self } : nil
  }

  /// Converts a point from the layer's own coordinates to another's, or for nil to those around the
  /// topmost layer. Nil if the other's transform is not invertible.
  ///
  /// - Parameter presented: true for the layers as they are on the screen, false as they were set.
  public final func convert(
    _ point: Point, to other: Layer?, presented: Bool = false
  ) -> Point? {
    let outside = transformToOutside(presented: presented).apply(to: point)
    guard let other else { return outside }
    return other.transformToOutside(presented: presented).inverse?.apply(to: outside)
  }

  /// Converts a point from another layer's coordinates, or for nil those around the topmost layer,
  /// to the layer's own. Nil if its transform is not invertible.
  public final func convert(
    _ point: Point, from other: Layer?, presented: Bool = false
  ) -> Point? {
    let outside = other?.transformToOutside(presented: presented).apply(to: point) ?? point
    return transformToOutside(presented: presented).inverse?.apply(to: outside)
  }

  /// Maps the layer's own coordinates to those around the topmost layer.
  ///
  /// - Parameter presented: true for the layers as they are on the screen, false as they were set.
  public final func transformToOutside(presented: Bool) -> AffineTransform {
    var transform = AffineTransform.identity
    var layer: Layer? = self
    while let current = layer {
      transform = transform.followed(by: current.transformToSuperlayer(presented: presented))
      layer = current.superlayer
    }
    return transform
  }

  /// Maps the layer's own coordinates to its superlayer's, through the superlayer's sublayer
  /// transform.
  ///
  /// - Parameter presented: true for the layers as they are on the screen, false as they were set.
  public final func transformToSuperlayer(presented: Bool) -> AffineTransform {
    func shown(_ layer: Layer) -> Layer { presented ? layer.presentation() ?? layer : layer }
    let around = isMask ? nil : superlayer.flatMap { shown($0).sublayerTransformInBounds }
    return shown(self).transformToSuperlayer(through: around)
  }
}
