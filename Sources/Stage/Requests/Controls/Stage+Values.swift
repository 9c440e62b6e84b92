public import Animation
internal import Layers

/// Presented values of single properties, for tools that inspect an animation.
extension Stage {
  /// The value of a layer's property, or of a component of it, in the last frame; nil if the layer
  /// has no such property.
  public func presentedValue(
    of keyPath: AnimationKeyPath, ofLayer path: String
  ) throws(ControlError) -> AnimatableValue? {
    let layer = try layer(at: path)
    return (layer.presentation() ?? layer).value(for: keyPath)
  }

  /// The properties of a layer that have an animatable value, and then those of its parts with
  /// names.
  public func properties(ofLayer path: String) throws(ControlError) -> [AnimationKeyPath] {
    let layer = try layer(at: path)
    var keyPaths: [AnimationKeyPath] = []
    for property in AnimatableProperty.allCases where layer.animatableValue(of: property) != nil {
      keyPaths.append(AnimationKeyPath(property))
    }
    for key in layer.partKeys { keyPaths.append(AnimationKeyPath(key)) }
    return keyPaths
  }
}
