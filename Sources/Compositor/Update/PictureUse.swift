internal import Geometry
public import Layers
public import Raster

/// The way in which a layer shows a picture on the output, as of the last update. Another thread
/// can use it to make the copies that drawing needs in advance.
public struct PictureUse: Equatable {
  let place: ContentsPlace
  /// Maps the layer's coordinates to framebuffer pixels.
  let transform: AffineTransform

  /// Makes what drawing a picture in this way needs. The picture belongs to the caller's thread
  /// until it is passed on.
  public func prepare(_ picture: Image) {
    for command in place.commands(of: picture, under: transform, opacity: 1) {
      if case .image(let paint) = command.paint { paint.prepare(under: transform) }
    }
  }
}

extension Compositor {
  /// The way in which an image layer shows its picture; nil for a layer in perspective, and before
  /// the first update.
  ///
  /// Another thread may be in `beginDrawing` at the same time, which writes nothing that is read
  /// here.
  public func use(of layer: ImageLayer) -> PictureUse? {
    guard let index = entryOfLayer[ObjectIdentifier(layer)], index < entries.count,
      let presentation = layer.presentation()
    else { return nil }
    let context = entries[index].context.value.entering(presentation)
    guard context.projection == nil else { return nil }
    return PictureUse(place: presentation.contentsPlace, transform: context.transform)
  }
}
