import Animation
import Geometry
import Images
import Raster

extension ImageDescription {
  /// In points; nil without a picture.
  var naturalSize: Size? {
    pictureSize.map {
      Size(width: Double($0.width) / pixelsPerPoint, height: Double($0.height) / pixelsPerPoint)
    }
  }
}

extension LayerDescription {
  /// The size of a drawing in a plane of its own, in points, for sides that are left open; nil for
  /// layers without a `viewBox`, and for those that take the space that is left.
  var drawingSize: Size? { grow > 0 ? nil : compositing.viewBox?.rect.size }

  /// The size from whose proportions a side follows that is left open; nil without one.
  private var naturalSize: Size? {
    if case .image(let image) = content, let natural = image.naturalSize { return natural }
    // A drawing without a side fills the layer around it.
    return width == nil && height == nil ? nil : drawingSize
  }

  /// The size of a layer outside of arrangements; in one, a size that the layer hardly exceeds.
  /// - Parameter outer: measures of the superlayer.
  func size(_ outer: LengthContext) -> Size {
    var width = width.map { max(0, outer.x($0)) }
    var height = height.map { max(0, outer.y($0)) }
    if let natural = naturalSize {
      // A side that is left open follows from the other one and the proportions.
      if width == nil {
        width = height.map { $0 * natural.width / natural.height } ?? natural.width
      }
      if height == nil { height = (width ?? 0) * natural.height / natural.width }
    }
    if grow > 0 {
      width = width.map { max($0, outer.size.width) }
      height = height.map { max($0, outer.size.height) }
    }
    if case .arrangement = content {
      // An arrangement is as large as its content, which is taken to fill the superlayer and the
      // output.
      width = width ?? max(outer.size.width, outer.output.width)
      height = height ?? max(outer.size.height, outer.output.height)
    }
    return Size(width: width ?? outer.size.width, height: height ?? outer.size.height)
  }

  /// The anchor point's place in the superlayer.
  ///
  /// - Parameters:
  ///   - size: the layer's own.
  ///   - outer: measures of the superlayer.
  func position(_ size: Size, _ outer: LengthContext) -> Point {
    switch placement {
    case .anchor(let x, let y):
      Point(
        x: x.map { outer.x($0) } ?? anchor.x * outer.size.width,
        y: y.map { outer.y($0) } ?? anchor.y * outer.size.height)
    case .corner(let x, let y):
      Point(x: outer.x(x) + anchor.x * size.width, y: outer.y(y) + anchor.y * size.height)
    }
  }

  /// The place of the firmware's logo on the screen, in points but exact to the pixel, for a layer
  /// that shows it and has neither place nor size of its own.
  func firmwareFrame(_ screen: (size: PixelSize, scale: Double)?) -> Rect? {
    guard let screen, case .image(let image) = content, let logo = image.firmwareLogo,
      case .anchor(nil, nil) = placement, width == nil, height == nil
    else { return nil }
    let rect = logo.rect(on: screen.size)
    return Rect(
      x: Double(rect.minX) / screen.scale, y: Double(rect.minY) / screen.scale,
      width: Double(rect.width) / screen.scale, height: Double(rect.height) / screen.scale)
  }

  /// The anchor point's place in the superlayer, of a layer with a frame.
  func anchorPlace(in frame: Rect) -> Point {
    Point(x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
  }

  /// The frame of a layer whose anchor point is at a place.
  func frame(_ size: Size, at place: Point) -> Rect {
    Rect(
      x: place.x - anchor.x * size.width, y: place.y - anchor.y * size.height, width: size.width,
      height: size.height)
  }

  /// The approximate size of a box around the layer and all layers below it; infinite if something
  /// in it is repeated or moves.
  func extent(_ outer: LengthContext) -> Size {
    let size = size(outer)
    if masksToBounds { return size }
    let endless = Size(width: 1e6, height: 1e6)
    if case .replicator = content { return endless }
    let viewBox = compositing.viewBox
    let inner = LengthContext(size: viewBox?.rect.size ?? size, output: outer.output)
    let viewScale = viewBox?.scale(to: size) ?? 1
    // The place of the sublayers' origin.
    let origin = viewBox.map { Vector(dx: abs($0.rect.minX), dy: abs($0.rect.minY)) } ?? .zero
    var extent = size
    for layer in sublayers {
      let moves = layer.animations.contains {
        $0.animates(.position) || $0.animates(.bounds) || $0.animates(.transform)
      }
      if moves { return endless }
      let own = layer.extent(inner)
      let place = layer.position(layer.size(inner), inner)
      let scale = layer.transform.greatestScale
      let ownExtent = Size(
        width: abs(place.x) + origin.dx + own.width * scale.dx,
        height: abs(place.y) + origin.dy + own.height * scale.dy)
      extent.width = max(extent.width, ownExtent.width * viewScale)
      extent.height = max(extent.height, ownExtent.height * viewScale)
    }
    return extent
  }
}
