internal import Compositor
import Geometry
internal import Layers
import Raster

/// Filters: the element is drawn as pixels, which the steps of the filter change.
extension LayerBuilder {
  /// The content of an element as its filter shows it.
  ///
  /// A filter that has a step which is not known is left out as a whole, with a warning.
  func filtered(
    _ content: Piece, of place: Int, _ style: ComputedStyle, in context: Context
  ) throws(SVGError) -> Piece {
    guard let reference = style.filter else { return content }
    guard reference.hasPrefix("#"), let filter = document.target(of: reference),
      document[filter].name == "filter"
    else {
      warn("the filter '\(reference.prefix(40))' is not followed", at: place)
      return content
    }
    let own = try ownStyle(of: filter, context.lengths)
    var lengths = context.lengths
    lengths.fontSize = own.fontSize
    let isUserSpace = document[filter].attribute("filterUnits") == "userSpaceOnUse"
    let isBoxedStep = document[filter].attribute("primitiveUnits") == "objectBoundingBox"
    let box = content.measuredBox
    // Parts of a box without area are nothing.
    if !isUserSpace || isBoxedStep, box?.isEmpty != false { return Piece(box: content.box) }
    let region = rect(
      of: filter, isBoxed: !isUserSpace, box: box ?? .zero, lengths,
      default: Rect(x: -10, y: -10, width: 120, height: 120))
    let toPixels = context.toPicture.followed(by: pixelTransform)
    guard let area = FilterArea(region, toPixels: toPixels) else {
      if !region.isEmpty {
        warn("the element is not drawn: its filter's region is too long", at: place)
      }
      return Piece(box: content.box)
    }
    if area.isReduced {
      warn("the filter has a large region, and is drawn with fewer pixels", at: place)
    }
    var run = FilterRun(
      builder: self, area: area, lengths: lengths, box: isBoxedStep ? box : nil,
      source: FilterImage(width: 1, height: 1))
    if let reason = refusal(of: filter, run) {
      warn("the element's filter is not drawn: \(reason)", at: place)
      return content
    }
    // Each step takes some time however small the area is.
    guard !run.keepsTooMuch(of: filter),
      spendFilterPixels(max(area.pixelCount, 1024) * run.cost(of: filter))
    else {
      warn("the element's filter is not drawn: the filters have too many pixels", at: place)
      return content
    }
    guard let inverse = area.toPixels.inverse else { return Piece(box: content.box) }
    run.source = try drawn(content.layers, in: area)
    let result = try run.result(of: filter)
    try countLayer()
    let layer = ImageLayer()
    layer.contents = result.image
    layer.anchorPoint = .zero
    layer.bounds = Rect(
      x: 0, y: 0, width: Double(area.width), height: Double(area.height))
    return Piece(layers: [try group([layer], transform: inverse)], box: content.box)
  }

  /// The reason why a filter cannot be followed, found once; nil where it can.
  private func refusal(of filter: Int, _ run: FilterRun) -> String? {
    if let known = filterRefusals[filter] { return known }
    let reason = document[filter].children.lazy.compactMap { run.refusal(of: $0) }.first
    filterRefusals[filter] = .some(reason)
    return reason
  }

  private func drawn(_ layers: [Layer], in area: FilterArea) throws(SVGError) -> FilterImage {
    let root = Layer()
    root.anchorPoint = .zero
    root.bounds = Rect(
      x: 0, y: 0, width: Double(area.width), height: Double(area.height))
    root.isolatesBlending = true
    root.addSublayer(try group(layers, transform: area.toPixels))
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    let size = PixelSize(width: area.width, height: area.height)
    let compositor = Compositor(tree: tree, size: size)
    let buffer = PixelBuffer(size: size, format: .argb8888)
    compositor.draw(compositor.update(), into: buffer.surface)
    return FilterImage(buffer.makeImage())
  }
}
