public import Animation

/// What a change of a layer's property sets off.
public enum Action {
  /// Adds the animation under the property's name.
  case animation(Animation)
  /// Nothing, and the search for an action ends here.
  case null
  /// Calls a function with the layer and the property, after the change.
  case call((Layer, AnimatableProperty) -> Void)
}
