internal import Geometry
internal import Layers
internal import Raster

extension EmitterLayer {
  /// One command for each particle.
  var particleCommands: [DrawCommand] {
    let disc = Path.circle(center: .zero, radius: 0.5)
    let isAdded = renderMode == .additive
    return particles.compactMap {
      guard var command = $0.command(disc: disc) else { return nil }
      command.isAdded = isAdded
      return command
    }
  }
}

extension EmittedParticle {
  /// - Parameter disc: of diameter 1 about the origin, shared by all particles.
  fileprivate func command(disc: Path) -> DrawCommand? {
    switch contents {
    case .none:
      return nil
    case .disc(let diameter):
      return DrawCommand(
        shape: .fill(disc, .nonZero), paint: .color(color), transform: toLayer(times: diameter))
    case .glow(let diameter):
      var edge = color
      edge.alpha = 0
      let gradient = Gradient(
        geometry: .radial(center: .zero, radius: 0.5, scaleY: 1),
        stops: [GradientStop(offset: 0, color: color), GradientStop(offset: 1, color: edge)])
      return DrawCommand(
        shape: .fill(disc, .nonZero), paint: .gradient(gradient),
        transform: toLayer(times: diameter))
    case .image(let image):
      return command(showing: image)
    }
  }

  private func command(showing image: Image) -> DrawCommand? {
    let part = Size(
      width: contentsRect.width * Double(image.size.width),
      height: contentsRect.height * Double(image.size.height))
    guard part.width > 0, part.height > 0, contentsScale > 0 else { return nil }
    // In pixels of the picture, about the middle of the shown part.
    let frame = Rect(center: .zero, size: part)
    let source = Rect(
      x: contentsRect.minX * Double(image.size.width),
      y: contentsRect.minY * Double(image.size.height), width: part.width, height: part.height)
    let isWhole = source == Rect(PixelRect(image.size))
    let paint = ImagePaint(
      image: image,
      transform: .translation(x: frame.minX - source.minX, y: frame.minY - source.minY),
      source: isWhole ? nil : source, isReducedByHalves: isWhole)
    return DrawCommand(
      shape: .fill(.rect(frame), .nonZero), paint: .image(paint), opacity: color.alpha,
      transform: toLayer(times: 1 / contentsScale))
  }

  /// Maps coordinates about the particle's centre to the layer.
  private func toLayer(times factor: Double) -> AffineTransform {
    let size = AffineTransform.scale(x: scale * factor, y: scale * factor)
    return (rotation == 0 ? size : size.followed(by: .rotation(rotation)))
      .followed(by: .translation(x: position.x, y: position.y))
  }
}

extension DisplayListEntry {
  /// Adds one rectangle around all differences if they are large: particles fly together and all of
  /// them move.
  ///
  /// - Returns: false, with nothing added, if they are small.
  mutating func addParticleDamage(
    since old: [DrawCommand], _ former: inout CommandBounds, to damage: inout Region
  ) -> Bool {
    guard old.count + commands.count > Region.rectLimit else { return false }
    var box = PixelRect.empty
    for index in 0..<max(old.count, commands.count) {
      let (isFormer, isPresent) = (index < old.count, index < commands.count)
      if isFormer, isPresent {
        if commands[index] == old[index] { continue }
        // All particles have one shape, or pictures of one size.
        if commands[index].shape == old[index].shape {
          bounds.adoptExtent(of: index, in: former, count: commands.count)
        }
      }
      if isFormer { box = box.union(former.of(index, in: old)) }
      if isPresent { box = box.union(bounds.of(index, in: commands)) }
    }
    damage.formUnion(box)
    return true
  }
}
