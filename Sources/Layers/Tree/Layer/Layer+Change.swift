public import Animation
import Geometry
import Raster

extension Layer {
  /// Changes a property of the model and runs its action.
  final func change(
    _ property: AnimatableProperty, unless isSame: Bool, _ store: () -> Void
  ) {
    // An equal value still ends a running motion, as any other value would.
    if isSame && !animations.contains(where: { $0.animation.animates(property) }) { return }
    let action = implicitAction(for: property)
    store()
    markUncommitted()
    if needsDisplay(forKey: property) { needsDisplay = true }
    switch action {
    case .animation(let animation, let onStart, let onStop):
      add(animation, forKey: property.name, onStart: onStart, onStop: onStop)
    case .call(let body): body(self, property)
    case .null, nil: break
    }
  }

  /// Sets a whole value or one of its components, as the property's setter would. Returns false if
  /// the layer has no such property or the value is of another kind.
  @discardableResult
  public final func setValue(_ value: AnimatableValue, for keyPath: AnimationKeyPath) -> Bool {
    if let part = keyPath.part {
      if partValue(of: part) == value { return true }
      guard storePartValue(value, of: part) else { return false }
      // The change shows at once: a part is not a layer and has no actions.
      markUncommitted()
      if needsDisplay(forKey: keyPath.property) { needsDisplay = true }
      return true
    }
    guard let old = animatableValue(of: keyPath.property),
      var new = old.replacing(keyPath.component, with: value)
    else { return false }
    if keyPath.property == .bounds, case (.rect(let old), .rect(let rect)) = (old, new) {
      new = .rect(rect.standardized)
      if rect.standardized.size != old.size { needsLayout = true }
    }
    change(keyPath.property, unless: old == new) {
      storeAnimatableValue(new, of: keyPath.property)
    }
    return true
  }

  /// A whole value or one of its components; nil if the layer has no such property.
  public final func value(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    wholeValue(for: keyPath)?.component(keyPath.component)
  }

  /// The value of the property that a key path names, in whole or in part.
  final func wholeValue(for keyPath: AnimationKeyPath) -> AnimatableValue? {
    if let part = keyPath.part { return partValue(of: part) }
    return animatableValue(of: keyPath.property)
  }

  /// The action of a property: the provider's, then that in `actions`, then the class's.
  public final func action(forKey property: AnimatableProperty) -> Action? {
    actionProvider?(self, property) ?? actions[property] ?? defaultAction(forKey: property)
  }

  private final func implicitAction(for property: AnimatableProperty) -> Action? {
    guard isCommitted, let tree = unsafe host, !tree.transaction.disableActions else { return nil }
    return action(forKey: property)
  }

  /// Requests a new recording of the drawing in the next commit.
  public final func setNeedsDisplay() {
    needsDisplay = true
    markUncommitted()
  }

  /// Requests a call of the layout handler in the next commit.
  public final func setNeedsLayout() {
    needsLayout = true
    markUncommitted()
  }

  /// Requests layout of the nearest layer around this one that follows the sizes of contents.
  final func contentSizeDidChange() {
    var layer = superlayer
    while let current = layer {
      if current.followsContentSizes { return current.setNeedsLayout() }
      layer = current.superlayer
    }
  }

  /// Changes a property of the model without any action.
  final func changeInstantly(_ property: AnimatableProperty, _ store: () -> Void) {
    store()
    markUncommitted()
    if needsDisplay(forKey: property) { needsDisplay = true }
  }

  /// Records the drawing if this was requested; true if it differs from the last one.
  final func display(_ presentation: Layer) -> Bool {
    guard needsDisplay else { return false }
    needsDisplay = false
    guard drawsContent else { return false }
    var recording = Drawing()
    presentation.draw(into: &recording)
    displayCount += 1
    guard recording != drawing else { return false }
    drawing = recording
    return true
  }

  final func markUncommitted() {
    unsafe host?.markUncommitted(self)
  }
}
