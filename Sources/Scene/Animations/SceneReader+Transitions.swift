import Animation
import JSON

/// Transitions of layers, which are played when their contents change.
extension SceneReader {
  func transition(_ node: JSONNode) -> Transition? {
    guard var reader = ObjectReader(self, node, key: "transition", owner: "a transition") else {
      return nil
    }
    let style = reader.choice("type", Transition.Style.allCases.map { ($0.name, $0) }) ?? .fade
    let edge = reader.choice(
      "from",
      [("left", Transition.Edge.left), ("right", .right), ("top", .top), ("bottom", .bottom)])
    var transition = Transition(
      style, from: edge ?? .left,
      timing: MediaTiming(
        duration: reader.duration("duration", in: 0.001...SceneLimits.duration)
          ?? defaultDuration),
      timingFunction: reader.take("timing").flatMap { timing($0, "timing")?.function }
        ?? defaultTiming.function)
    transition.startProgress = reader.number("startProgress", in: 0...1) ?? 0
    transition.endProgress = reader.number("endProgress", in: 0...1) ?? 1
    reader.finish()
    if style == .fade, let offset = reader.keyOffset("from") {
      warn(
        .withoutEffect, at: offset, "`from` beside the type \"fade\", which comes from nowhere",
        hint: "the types \"moveIn\", \"push\" and \"reveal\" slide")
    }
    if transition.startProgress > transition.endProgress {
      error(
        .outOfRange, at: reader.keyOffset("startProgress") ?? reader.offset,
        "a transition that runs backwards", expected: "`startProgress` up to `endProgress`")
    }
    return transition
  }
}
