import Animation
import JSON

/// Buttons and choices: their hit areas and their looks.
extension SceneReader {
  func button(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, label: String?,
    _ targets: LayerTargets
  ) -> PressControlDescription? {
    let control = press(&reader, member, label: label, targets)
    return control.options.isEmpty ? nil : pressed(control, member, targets)
  }

  /// The area of a button or a field, its looks, and the values that a press sets; a control
  /// without an option if there is a mistake in its area.
  func press(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, label: String?,
    _ targets: LayerTargets
  ) -> PressControlDescription {
    var control = PressControlDescription(isChoice: false, options: [])
    control.hasAutofocus = reader.flag("autofocus") ?? false
    addOption(named: member.key, label: label, &reader, to: &control, targets)
    takeSettings(&reader, of: member, 0)
    return control
  }

  func choice(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, _ targets: LayerTargets
  ) -> PressControlDescription? {
    let node = reader.require("options", expected: "an object with the options' names as keys")
    let value = reader.take("value")
    let hasAutofocus = reader.flag("autofocus") ?? false
    guard let node else { return nil }
    guard case .object(let members) = node.content else {
      wrongType(
        node, "options", expected: "an object with the options' names as keys",
        hint: "an option has its layer: { \"en\": { \"layer\": \"en\" } }")
      return nil
    }
    guard (1...SceneLimits.states).contains(members.count) else {
      error(
        .limit, at: node.offset, "\(members.count) options",
        expected: "1 to \(SceneLimits.states)")
      return nil
    }
    var control = PressControlDescription(isChoice: true, options: [])
    control.hasAutofocus = hasAutofocus
    for option in members where !isFull {
      guard isName(option.key, at: option.keyOffset, of: "an option") else { continue }
      guard
        var reader = ObjectReader(
          self, styled(option.value), key: option.key, owner: "an option")
      else { continue }
      reader.takeStyle()
      let label = self.label(&reader)
      let index = control.options.count
      addOption(named: option.key, label: label, &reader, to: &control, targets)
      takeSettings(&reader, of: member, index)
      reader.finish()
    }
    guard control.options.count == members.count else { return nil }
    if let value { chosen(value, of: &control) }
    return pressed(control, member, targets)
  }

  /// Reads the option that is chosen at the start, by its name or by a named string.
  private func chosen(_ value: JSONNode, of control: inout PressControlDescription) {
    guard let written = string(value, "value") else { return }
    let forms = forms(of: written, at: value)
    let usual = strings.localization("")
    // A missing string has been reported.
    let hasUnknown = TextPart.parts(of: written).contains { part in
      if case .named(let name) = part { usual.string(name) == nil } else { false }
    }
    if localizations.isEmpty || !hasUnknown,
      let wrong = forms.first(where: { control.index(of: $0) == nil })
    {
      reportUnknown("option", wrong, at: value.offset, among: control.options.map { $0.name })
    }
    control.chosen = control.index(of: usual.text(written))
    if forms.count > 1 { control.localizedChoice = written }
  }

  func addOption(
    named name: String, label: String?, _ reader: inout ObjectReader,
    to control: inout PressControlDescription, _ targets: LayerTargets
  ) {
    let node = reader.require("layer", expected: "the layer that is pressed")
    let area = reader.take("hitArea")
    let place = node.flatMap { self.layer($0, targets) }
    for look in PressControlDescription.Look.allCases {
      var state = StateDescription(
        name: Self.key(of: look), label: "",
        leaving: StateDescription.Leaving(duration: 0.15, timingFunction: .easeOut))
      if look != .chosen || control.isChoice, let node = reader.take(state.name) {
        state.changes = self.look(
          node, state.name, targets, owner: "a look of " + reader.owner, of: place)
      }
      control.states.append(state)
    }
    let hitArea = area.flatMap { self.layer($0, key: "hitArea", targets) }
    guard let place else { return }
    control.options.append(
      PressControlDescription.Option(
        name: name, label: label ?? name, hitArea: hitArea ?? place))
  }

  private static func key(of look: PressControlDescription.Look) -> String {
    switch look {
    case .chosen: "chosen"
    case .focused: "focused"
    case .pressed: "pressed"
    }
  }

  /// - Parameter expected: the looks without which people could not see the effect of their
  ///   actions.
  func pressed(
    _ control: PressControlDescription, _ member: JSONNode.Member, _ targets: LayerTargets,
    expected: [PressControlDescription.Look] = [.focused, .pressed]
  ) -> PressControlDescription {
    claimChanges(of: control.states, at: member, targets)
    let looks = PressControlDescription.Look.allCases.count
    for look in expected where !hasErrors {
      let isSeen = stride(from: look.rawValue, to: control.states.count, by: looks)
        .allSatisfy { !control.states[$0].changes.isEmpty }
      if isSeen { continue }
      warn(
        .withoutEffect, at: member.keyOffset,
        "nothing of \"" + ObjectReader.shortened(member.key) + "\" shows that it is "
          + Self.key(of: look),
        hint: "give it changes in `" + Self.key(of: look) + "`")
    }
    return control
  }
}
