import Animation
import Geometry
import Raster

/// Gives properties of a part to layers: values, and animations where they change.
struct PropertyScope {
  /// The layer, for messages.
  let owner: String
  /// The path of the converted part in the file, for messages.
  let place: String
  let span: FrameSpan

  /// The tolerance for places and contours between samples, in points.
  private static let tolerance = 0.04

  func timeline<Value: SampledValue>(
    _ times: [TrackTimes], isLinear: Bool = true, tolerance: Double = tolerance,
    _ value: (Double) -> Value
  ) throws(LayerObstacle) -> Timeline<Value> {
    guard
      let timeline = Timeline(times, over: span, isLinear: isLinear, tolerance: tolerance, value)
    else {
      throw LayerObstacle(reason: owner + " changes too often for keyframes", place: place)
    }
    return timeline
  }

  func timeline<Value: SampledValue>(
    _ track: Track<Value>
  ) throws(LayerObstacle) -> Timeline<Value> {
    try timeline([track.times].compactMap { $0 }) { track.value(at: $0) }
  }

  /// Sets a value that is not the usual one, and animates it where it changes.
  func set<Value>(
    _ key: LayerNode.Key, _ property: AnimatableProperty, _ timeline: Timeline<Value>,
    usual: Value? = nil, of node: inout LayerNode, _ value: (Value) -> AnimatableValue
  ) {
    let first = value(timeline.first)
    if !timeline.isFixed || first != usual.map(value) { node.values.append((key, first)) }
    animate(AnimationKeyPath(property), timeline, of: &node, value)
  }

  private func animate<Value>(
    _ keyPath: AnimationKeyPath?, _ timeline: Timeline<Value>, of node: inout LayerNode,
    _ value: (Value) -> AnimatableValue
  ) {
    guard let keyPath, let animation = timeline.animation(keyPath, span, value) else { return }
    node.animations.append(animation)
  }

  /// Percents as 0…1.
  func setOpacity(_ track: Track<Numbers>, of node: inout LayerNode) throws(LayerObstacle) {
    set(.opacity, .opacity, try timeline(track), usual: Numbers(repeating: 100), of: &node) {
      .scalar(min(max($0.x / 100, 0), 1))
    }
  }

  // MARK: Places

  /// Places a layer without a place.
  ///
  /// - Parameter outer: the size of the layer around.
  func place(
    _ transform: TransformModel, _ node: inout LayerNode, in outer: Size
  ) throws(LayerObstacle) {
    guard !transform.isIdentity else { return }
    let size = node.frame?.size ?? outer
    if try turnsWhileGone(transform) {
      // The rotation of a plane without a width cannot be found from its transform, so a separate
      // layer has the scale.
      var (still, turning) = (transform, transform)
      still.position = transform.anchor
      still.rotation = Track(.zero)
      turning.scale = Track(Numbers(repeating: 100))
      try place(still, &node, in: outer)
      var around = LayerNode(node.name)
      around.frame = Rect(origin: .zero, size: size)
      around.sublayers = [node]
      node = around
      return try place(turning, &node, in: outer)
    }
    let anchor = try timeline(transform.anchor.times) { frame in
      let point = transform.anchor.point(at: frame)
      return Numbers(point.x, point.y, 0, 0)
    }
    // Samples are compared in points, and converted to fractions of the size afterwards.
    set(.anchorPoint, .anchorPoint, anchor, of: &node) {
      .point(Point(x: $0.x / size.width, y: $0.y / size.height))
    }
    try setPosition(transform.position, of: &node)
    try setScale(transform.scale, of: &node)
    let rotation = try timeline(transform.rotation)
    if !rotation.isFixed || rotation.first.x != 0 {
      node.values.append((.rotation, .scalar(rotation.first.x)))
      animate(AnimationKeyPath(.transform, .rotation), rotation, of: &node) { .scalar($0.x) }
    }
  }

  /// True if the layer rotates, or changes its size while it is rotated, and its scale comes near 0
  /// or below.
  private func turnsWhileGone(_ transform: TransformModel) throws(LayerObstacle) -> Bool {
    if transform.rotation.isFixed, transform.scale.isFixed || transform.rotation.first.x == 0 {
      return false
    }
    return try timeline(transform.scale).keys.contains { $0.value.x < 1 || $0.value.y < 1 }
  }

  private func setPosition(
    _ position: PositionTrack, of node: inout LayerNode
  ) throws(LayerObstacle) {
    guard case .split(let x, let y) = position else {
      let points = try timeline(position.times) { frame in
        let point = position.point(at: frame)
        return Numbers(point.x, point.y, 0, 0)
      }
      return set(.position, .position, points, of: &node) { .point(Point(x: $0.x, y: $0.y)) }
    }
    let across = try timeline(x)
    let down = try timeline(y)
    node.values.append((.position, .point(Point(x: across.first.x, y: down.first.x))))
    animate(AnimationKeyPath(.position, .x), across, of: &node) { .scalar($0.x) }
    animate(AnimationKeyPath(.position, .y), down, of: &node) { .scalar($0.x) }
  }

  private func setScale(_ track: Track<Numbers>, of node: inout LayerNode) throws(LayerObstacle) {
    let scale = try timeline(track)
    let first = scale.first
    // The layer's own scale, if negative, could not be told from half a turn, and the animation
    // would start from that.
    let isPlain = scale.isFixed || (first.x > 0 && first.y > 0)
    if isPlain, !scale.isFixed || first.x != 100 || first.y != 100 {
      node.values.append((.scale, .size(Size(width: first.x / 100, height: first.y / 100))))
    }
    if scale.keys.allSatisfy({ $0.value.x == $0.value.y }) {
      return animate(AnimationKeyPath(.transform, .scale), scale, of: &node) { .scalar($0.x / 100) }
    }
    animate(AnimationKeyPath(.transform, .scaleX), scale, of: &node) { .scalar($0.x / 100) }
    animate(AnimationKeyPath(.transform, .scaleY), scale, of: &node) { .scalar($0.y / 100) }
  }
}
