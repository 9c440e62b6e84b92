import CodeUnits
import JSON

/// The key `sets` of a state, of a button, of an option, of a field and of a progress control:
/// values for other controls.
extension SceneReader {
  /// The place of a `sets`, which is read once all controls have been read.
  struct WrittenSettings {
    var node: JSONNode
    var control: String
    /// The index of the state or of the option; 0 for other controls.
    var index: Int
  }

  /// Keeps the settings of a state, an option or a control until all controls are read.
  func takeSettings(_ reader: inout ObjectReader, of control: JSONNode.Member, _ index: Int) {
    guard let node = reader.take("sets") else { return }
    writtenSettings.append(WrittenSettings(node: node, control: control.key, index: index))
  }

  /// Reads the settings of all controls.
  /// - Parameter names: of all controls of the file, also of those that a mistake left out.
  func resolveSettings(in controls: inout [ControlDescription], names: [String]) {
    let written = writtenSettings
    writtenSettings = []
    var readings: [(settings: [ControlSetting], written: WrittenSettings, place: Int)] = []
    var count = 0
    for entry in written where !isFull {
      // The settings of a control that a mistake left out are read, too, to find the mistakes in
      // them.
      let settings = settings(entry, controls, names)
      guard let place = controls.firstIndex(where: { $0.name.isIdentical(to: entry.control) })
      else { continue }
      count += settings.count
      guard count <= ControlSetting.mostInScene else {
        error(
          .limit, at: entry.node.offset, "\(count) settings of controls",
          expected: "at most \(ControlSetting.mostInScene) in a scene")
        return
      }
      readings.append((settings, entry, place))
    }
    for reading in readings {
      controls[reading.place].content.setSettings(reading.settings, ofItem: reading.written.index)
    }
    checkCircles(written, controls)
  }

  private func settings(
    _ written: WrittenSettings, _ controls: [ControlDescription], _ names: [String]
  ) -> [ControlSetting] {
    guard case .object(let members) = written.node.content else {
      wrongType(
        written.node, "sets", expected: "an object with the names of other controls as keys")
      return []
    }
    guard members.count <= SceneLimits.controls else {
      error(
        .limit, at: written.node.offset, "\(members.count) controls",
        expected: "at most \(SceneLimits.controls)")
      return []
    }
    var result: [ControlSetting] = []
    for member in members where !isFull {
      if let setting = setting(member, of: written.control, controls, names) {
        result.append(setting)
      }
    }
    return result
  }

  /// A value that a control gives to another one, or to the locale.
  private func setting(
    _ member: JSONNode.Member, of owner: String, _ controls: [ControlDescription],
    _ names: [String]
  ) -> ControlSetting? {
    guard let control = controls.first(where: { $0.name.isIdentical(to: member.key) }) else {
      // A mistake in a control that the file has was reported there.
      if names.contains(where: { $0.isIdentical(to: member.key) }) { return nil }
      if member.key.isIdentical(to: ControlSetting.localeKey) {
        return localeTag(member.value).map {
          ControlSetting(control: member.key, value: .locale($0))
        }
      }
      reportUnknown("control", member.key, at: member.keyOffset, among: names)
      return nil
    }
    // A field may empty itself for the next line.
    guard control.kind == .field || !control.name.isIdentical(to: owner) else {
      error(
        .conflict, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(member.key) + "\" sets itself",
        expected: "another control")
      return nil
    }
    return value(at: member, of: control).map {
      ControlSetting(control: control.name, value: $0)
    }
  }

  private func value(
    at member: JSONNode.Member, of control: ControlDescription
  ) -> ControlSetting.Value? {
    if case .progress = control.content { return progress(member.value).map { .progress($0) } }
    guard let text = string(member.value, "sets") else { return nil }
    switch control.content {
    case .state(let state):
      if let index = state.index(of: text) { return .state(index) }
      reportUnknown("state", text, at: member.value.offset, among: state.states.map { $0.name })
    case .press(let choice) where choice.isChoice:
      if text.utf8.isEmpty { return .option(nil) }
      if let index = choice.index(of: text) { return .option(index) }
      reportUnknown("option", text, at: member.value.offset, among: choice.options.map { $0.name })
    case .text, .log: return limitedText(member.value, "sets").map { .text($0.text) }
    case .field(let field):
      guard let (text, forms) = limitedText(member.value, "sets") else { return nil }
      return fits(forms, in: field, at: member.value) ? .text(text) : nil
    default:
      error(
        .invalidValue, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(member.key) + "\" cannot be set so",
        expected:
          "a control of kind \"state\", \"choice\", \"text\", \"field\", \"log\" or \"progress\"")
    }
    return nil
  }

  /// A locale's tag, or an empty one for the scene's own.
  private func localeTag(_ node: JSONNode) -> String? {
    guard let tag = string(node, "sets") else { return nil }
    guard tag.utf8.isEmpty || LocaleName.isValid(tag) else {
      error(
        .invalidValue, at: node.offset,
        "\"" + ObjectReader.shortened(tag) + "\" is not a locale",
        expected: "a language tag, as in \"de\" or \"pt-BR\", or \"\" for the scene's own locale")
      return nil
    }
    if !tag.utf8.isEmpty, !strings.entries.isEmpty, strings.entries(for: LocaleName(tag)).isEmpty {
      warn(
        .withoutEffect, at: node.offset, "there are no `strings` in the locale \"" + tag + "\"",
        hint: "the scene has " + strings.entries.map { $0.tag }.joined(separator: ", "))
    }
    return tag
  }

  /// A part of 1, or a text such as `"40%"`.
  private func progress(_ node: JSONNode) -> Double? {
    if case .string(let text) = node.content {
      note(node, .string)
      if let number = WrittenNumber(text)?.part, 0...1 ~= number { return number }
      error(
        .invalidValue, at: node.offset, "`sets` is \"" + ObjectReader.shortened(text) + "\"",
        expected: "\"0%\" to \"100%\", or a number from 0 to 1, for a control of kind \"progress\"")
      return nil
    }
    return number(node, "sets", in: 0...1)
  }

  /// Reports a state that sets itself in the end, or a progress that completes itself, by way of
  /// others.
  private func checkCircles(_ written: [WrittenSettings], _ controls: [ControlDescription]) {
    guard !hasErrors else { return }
    var marks: [SettingPlace: Bool] = [:]
    for entry in written {
      guard let place = controls.firstIndex(where: { $0.name.isIdentical(to: entry.control) })
      else { continue }
      let start = SettingPlace(control: place, item: entry.index)
      guard leadsToItself(start, controls, &marks) else { continue }
      error(
        .conflict, at: entry.node.offset,
        "the controls that these settings lead to set one another",
        expected: "settings without a circle")
      return
    }
  }

  /// A state, or the end of a progress.
  private struct SettingPlace: Hashable {
    var control: Int
    /// The index of the state.
    var item: Int
  }

  /// - Parameter marks: true for a place on the way to this one, false for one that leads to no
  ///   circle.
  private func leadsToItself(
    _ start: SettingPlace, _ controls: [ControlDescription], _ marks: inout [SettingPlace: Bool]
  ) -> Bool {
    // The places on the way, each with the next places that are still to be tried.
    var way: [(place: SettingPlace, next: [SettingPlace])] = []
    func enter(_ place: SettingPlace) {
      marks[place] = true
      way.append((place, nextPlaces(of: place, controls)))
    }
    guard marks[start] == nil else { return false }
    enter(start)
    while let last = way.last {
      guard let next = last.next.last else {
        marks[last.place] = false
        way.removeLast()
        continue
      }
      way[way.count - 1].next.removeLast()
      switch marks[next] {
      case true?: return true
      case false?: continue
      case nil: enter(next)
      }
    }
    return false
  }

  private func nextPlaces(
    of place: SettingPlace, _ controls: [ControlDescription]
  ) -> [SettingPlace] {
    let settings: [ControlSetting]
    switch controls[place.control].content {
    case .state(let control): settings = control.states[place.item].settings
    case .progress(let control): settings = control.settings
    // Controls of the other kinds make their settings only when a person presses or types.
    default: return []
    }
    return settings.compactMap { setting in
      let item: Int
      switch setting.value {
      case .state(let state): item = state
      case .progress(1): item = 0
      case .progress, .option, .text, .locale: return nil
      }
      return controls.firstIndex { $0.name.isIdentical(to: setting.control) }.map {
        SettingPlace(control: $0, item: item)
      }
    }
  }
}

extension ControlDescription.Content {
  /// Gives a state, an option or a control its settings.
  fileprivate mutating func setSettings(_ settings: [ControlSetting], ofItem index: Int) {
    switch self {
    case .state(var control):
      control.states[index].settings = settings
      self = .state(control)
    case .press(var control):
      control.options[index].settings = settings
      self = .press(control)
    case .field(var control):
      control.press.options[index].settings = settings
      self = .field(control)
    case .progress(var control):
      control.settings = settings
      self = .progress(control)
    default: break
    }
  }
}
