import Animation

/// The time of layers.
extension SceneReader {
  /// Nil if the layer's time is the same as the time around it.
  func layerTiming(_ reader: inout ObjectReader) -> MediaTiming? {
    let speed = reader.number("speed", in: -1000...1000)
    let timeOffset = reader.number(
      "timeOffset", in: -SceneLimits.duration...SceneLimits.duration, unit: .seconds)
    let beginTime = reader.number(
      "beginTime", in: -SceneLimits.duration...SceneLimits.duration, unit: .seconds)
    guard speed != nil || timeOffset != nil || beginTime != nil else { return nil }
    return MediaTiming(
      beginTime: beginTime ?? 0, timeOffset: timeOffset ?? 0, speed: speed ?? 1,
      duration: .infinity)
  }
}
