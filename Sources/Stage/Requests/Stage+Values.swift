public import Animation
internal import Layers

/// What is presented of single properties, for tools that look at an animation from outside.
extension Stage {
  /// The value of a layer's property, or of a component of it, in the frame advanced to last; nil if
  /// the layer has no such property.
  public func presentedValue(
    of keyPath: AnimationKeyPath, ofLayer path: String
  ) throws(ControlError) -> AnimatableValue? {
    let layer = try layer(at: path)
    return (layer.presentation() ?? layer).value(for: keyPath)
  }

  /// The properties of a layer that have a value to animate.
  public func properties(ofLayer path: String) throws(ControlError) -> [AnimatableProperty] {
    let layer = try layer(at: path)
    return AnimatableProperty.allCases.filter { layer.animatableValue(of: $0) != nil }
  }
}
