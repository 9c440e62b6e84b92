internal import Geometry
internal import Layers
internal import Scene

/// The meaning of a key for controls that people press.
public enum FocusKey: Equatable, Sendable {
  /// The focus goes to the next or previous one that is in sight, in the order of the file.
  case next, previous
  /// The focus goes to the nearest one in this direction on the screen, or else to the next or
  /// previous one.
  case move(FocusDirection)
  /// The one with the focus is pressed.
  case press
  /// Nothing has the focus any more.
  case leave
}

extension FocusKey {
  /// The meaning of a key where no field has the focus; nil for none.
  public init?(_ key: InputKey) {
    switch key {
    case .tab: self = .next
    case .backTab: self = .previous
    case .up: self = .move(.up)
    case .down: self = .move(.down)
    case .left: self = .move(.left)
    case .right: self = .move(.right)
    case .enter, .character(" "): self = .press
    case .escape: self = .leave
    case .character, .home, .end, .backspace, .delete, .erase: return nil
    }
  }
}

/// Keys on the scene's buttons, choices and fields.
extension Stage {
  /// True if the scene has something to do with keys.
  public var takesKeys: Bool { playedControls.contains { $0 is PressableControl } }

  /// - Parameter isRepeated: true for a key that is held: one press presses once.
  /// - Returns: false if the key means nothing here.
  public func handle(_ key: FocusKey, isRepeated: Bool = false) -> Bool {
    let places = focusPlaces
    let place = places.firstIndex { $0.control.focused == $0.option }
    // Without a focus it goes on behind the field whose text has ended.
    let start =
      place ?? leftField.flatMap { name in places.firstIndex { $0.control.isCalled(name) } }
    switch key {
    case .next, .previous, .move:
      let order = FocusOrder(frames: places.map { $0.frame })
      guard let place = order.place(after: start, by: key) else { return false }
      setFocus(places[place])
    case .press:
      guard let place else { return false }
      if !isRepeated { places[place].control.pressFocused() }
      applySettings()
    case .leave:
      guard playedControls.contains(where: { $0.hasFocus }) else { return false }
      setFocus(nil)
      for case let control as PressableControl in playedControls { control.giveUpFocus() }
    }
    updateKeyboard()
    noteUse()
    mayHaveToAnnounce = true
    return true
  }

  /// Gives the focus to a control that people press, as if keys had moved it there.
  /// - Parameter option: an option of a choice; nil for the chosen one, or else the first.
  package func focus(_ name: String, option: String? = nil) throws(ControlError) {
    setFocus(try focusPlace(of: name, option))
    updateKeyboard()
    mayHaveToAnnounce = true
  }

  /// The place of a control's option, which has to be in sight.
  func focusPlace(of name: String, _ option: String?) throws(ControlError) -> FocusPlace {
    let control = try control(name, PressableControl.self, called: "button")
    var index = 0
    if let choice = control as? PressControl, choice.description.isChoice {
      index =
        try option.map { option throws(ControlError) in
          try self.index(of: option, in: choice, field: "option")
        } ?? choice.chosen ?? 0
    }
    guard !control.areas[index].isOutOfSight else {
      throw .invalidValue(field: "time", reason: "it is out of sight at that time")
    }
    return FocusPlace(control: control, option: index)
  }

  struct FocusPlace {
    var control: PressableControl
    var option: Int

    /// On the output, as presented.
    var frame: Rect { control.frame(of: control.areas[option]) }
  }

  /// The options in sight, in the order of the file.
  private var focusPlaces: [FocusPlace] {
    var places: [FocusPlace] = []
    for case let control as PressableControl in playedControls {
      for (option, area) in control.areas.enumerated() where !area.isOutOfSight {
        places.append(FocusPlace(control: control, option: option))
      }
    }
    return places
  }

  /// Removes the focus from a control that is no longer visible. Gives it to a control that waits
  /// for it since it came into sight: at once, or when the control with the focus leaves, as when
  /// one page replaces another.
  func followSight() {
    var wanted: PressableControl?
    for case let control as PressableControl in playedControls {
      control.followSight()
      if control.awaitsFocus { wanted = wanted ?? control }
      guard control.isFocusOutOfSight else { continue }
      control.focus(nil)
      updateKeyboard()
      mayHaveToAnnounce = true
    }
    guard let wanted, !playedControls.contains(where: { $0.hasFocus }) else { return }
    setFocus(FocusPlace(control: wanted, option: wanted.usualOption))
    updateKeyboard()
    mayHaveToAnnounce = true
  }

  func setFocus(_ place: FocusPlace?) {
    leftField = nil
    for case let control as PressableControl in playedControls {
      control.focus(control === place?.control ? place?.option : nil)
    }
  }
}

extension PressableControl {
  /// True if the option with the focus is out of sight. An option that fades in, since it was
  /// carried over from another scene, counts as in sight.
  var isFocusOutOfSight: Bool {
    guard let focused, areas[focused].isOutOfSight else { return false }
    var layer: Layer? = areas[focused]
    while let current = layer {
      if current.animationKeys.contains(where: { LayerTree.isMigration($0) }) { return false }
      layer = current.superlayer
    }
    return true
  }
}
