public import Animation

/// The action that a change of a layer's property runs.
///
/// A change looks for its action in the layer's `actionProvider`, then in its `actions`, then in
/// the class's `defaultAction(forKey:)`, and takes the first one it finds. Core Animation's
/// `style`, a dictionary of property values by name that comes between the last two, has no
/// counterpart: a layer's properties are typed and always have a value.
public enum Action {
  /// Adds the animation under the property's name, with the functions that `add` takes.
  case animation(
    Animation, onStart: (() -> Void)? = nil, onStop: ((_ finished: Bool) -> Void)? = nil)
  /// Nothing, and the search for an action ends here.
  case null
  /// Calls a function with the layer and the property, after the change.
  case call((Layer, AnimatableProperty) -> Void)
}
