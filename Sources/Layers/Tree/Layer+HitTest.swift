public import Geometry

extension Layer {
  /// True if a point in the layer's own coordinates lies in its bounds. Corners, shapes and
  /// transparency do not count.
  public final func contains(_ point: Point) -> Bool { values.bounds.contains(point) }

  /// The frontmost of the layer and those below it whose bounds hold a point, which is in the
  /// superlayer's coordinates; nil if there is none.
  ///
  /// As in Core Animation, a layer that is hidden is passed over with all below it, and so are the
  /// sublayers outside of a layer that clips to its bounds; opacity, masks and the corners do not
  /// matter, and sublayers outside of a layer that does not clip are found.
  ///
  /// - Parameter presented: true to look where the layers are on the screen, else as they were set.
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

  /// The frontmost of the sought layers, this one and those below it, that a point touches or that has
  /// one below it which the point touches, as `hitTest` finds them; nil if there is none. Layers that
  /// are not sought hide none of them.
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

  /// Brings a point from the layer's own coordinates to another's, or to those around the topmost
  /// layer for nil. Nil where the other's transform leads to no area.
  ///
  /// - Parameter presented: true to count with what is on the screen, else with what was set.
  public final func convert(
    _ point: Point, to other: Layer?, presented: Bool = false
  ) -> Point? {
    let outside = transformToOutside(presented: presented).apply(to: point)
    guard let other else { return outside }
    return other.transformToOutside(presented: presented).inverse?.apply(to: outside)
  }

  /// Brings a point from another layer's coordinates, or those around the topmost one for nil, to
  /// the layer's own. Nil where its transform leads to no area.
  public final func convert(
    _ point: Point, from other: Layer?, presented: Bool = false
  ) -> Point? {
    let outside = other?.transformToOutside(presented: presented).apply(to: point) ?? point
    return transformToOutside(presented: presented).inverse?.apply(to: outside)
  }

  /// Maps the layer's own coordinates to those around the topmost layer.
  ///
  /// - Parameter presented: true to count with what is on the screen, else with what was set.
  public final func transformToOutside(presented: Bool) -> AffineTransform {
    var transform = AffineTransform.identity
    var layer: Layer? = self
    while let current = layer {
      transform = transform.followed(by: current.transformToSuperlayer(presented: presented))
      layer = current.superlayer
    }
    return transform
  }

  /// Maps the layer's own coordinates to its superlayer's, through that one's sublayer transform.
  ///
  /// - Parameter presented: true to count with what is on the screen, else with what was set.
  public final func transformToSuperlayer(presented: Bool) -> AffineTransform {
    func shown(_ layer: Layer) -> Layer { presented ? layer.presentation() ?? layer : layer }
    let around = isMask ? nil : superlayer.flatMap { shown($0).sublayerTransformInBounds }
    return shown(self).transformToSuperlayer(through: around)
  }
}
