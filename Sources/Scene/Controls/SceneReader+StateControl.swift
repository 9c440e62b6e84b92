import Animation
import CodeUnits
import JSON
import Layers

/// State controls: their states, and the changes of each.
extension SceneReader {
  func stateControl(
    _ reader: inout ObjectReader, _ member: JSONNode.Member, _ targets: LayerTargets
  ) -> StateControlDescription? {
    let node = reader.require("states", expected: "an object with the states' names as keys")
    let value = reader.take("value")
    let lost = reader.take("onDisconnect")
    guard let node else { return nil }
    let (states, references) = self.states(node, of: member, targets)
    let names = Self.keys(of: node)
    var control = StateControlDescription(states: states)
    guard !control.states.isEmpty else { return nil }
    if let value { control.initial = state(value, "value", of: control, among: names) ?? 0 }
    if let lost { control.onDisconnect = state(lost, "onDisconnect", of: control, among: names) }
    resolve(references, in: &control, at: member, names)
    claimChanges(of: control.states, at: member, targets)
    let setsOthers = writtenSettings.contains { $0.control.isIdentical(to: member.key) }
    if !hasErrors, !setsOthers, control.states.allSatisfy({ $0.changes.isEmpty }) {
      warn(
        .withoutEffect, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(member.key) + "\" changes nothing",
        hint: "give its states `changes`")
    }
    return control
  }

  /// The other states that a state names.
  private struct StateReferences {
    var base: JSONNode?
    var after: (state: JSONNode, duration: Double)?
  }

  private func states(
    _ node: JSONNode, of control: JSONNode.Member, _ targets: LayerTargets
  ) -> ([StateDescription], [StateReferences]) {
    guard case .object(let members) = node.content else {
      wrongType(
        node, "states", expected: "an object with the states' names as keys",
        hint: "a state has its changes: { \"on\": { \"changes\": […] } }")
      return ([], [])
    }
    guard (1...SceneLimits.states).contains(members.count) else {
      error(
        .limit, at: node.offset, "\(members.count) states", expected: "1 to \(SceneLimits.states)")
      return ([], [])
    }
    var states: [StateDescription] = []
    var references: [StateReferences] = []
    for member in members where !isFull {
      guard isName(member.key, at: member.keyOffset, of: "a state") else { continue }
      var named = StateReferences()
      guard
        let state = state(member, of: control, at: states.count, targets, &named)
      else { continue }
      states.append(state)
      references.append(named)
    }
    return (states, references)
  }

  private func state(
    _ member: JSONNode.Member, of control: JSONNode.Member, at index: Int, _ targets: LayerTargets,
    _ references: inout StateReferences
  ) -> StateDescription? {
    guard var reader = ObjectReader(self, member.value, key: member.key, owner: "a state") else {
      return nil
    }
    var state = StateDescription(
      name: member.key, label: label(&reader) ?? member.key,
      leaving: StateDescription.Leaving(
        duration: defaultDuration, timingFunction: defaultTiming.function))
    if let node = reader.take("leave") { state.leaving = leaving(node) ?? state.leaving }
    references.base = reader.take("extends")
    if let node = reader.take("changes") { state.changes = changes(node, "changes", targets) }
    references.after = reader.take("after").flatMap { after($0) }
    takeSettings(&reader, of: control, index)
    reader.finish()
    return state
  }

  private func after(_ node: JSONNode) -> (state: JSONNode, duration: Double)? {
    guard
      var reader = ObjectReader(
        self, node, key: "after", owner: "the time limit of a state",
        example: "{ \"duration\": 5, \"state\": \"done\" }")
    else { return nil }
    let duration = reader.require("duration", expected: "seconds").flatMap {
      timeLimit($0, "duration", in: SceneLimits.leastStateDuration...SceneLimits.duration)
    }
    let state = reader.require("state", expected: "the state that follows")
    reader.finish()
    guard let duration, let state else { return nil }
    return (state, duration)
  }

  // MARK: References

  private func resolve(
    _ references: [StateReferences], in control: inout StateControlDescription,
    at member: JSONNode.Member, _ names: [String]
  ) {
    var bases: [Int?] = []
    for (index, reference) in references.enumerated() {
      bases.append(reference.base.flatMap { state($0, "extends", of: control, among: names) })
      guard let after = reference.after,
        let next = state(after.state, "state", of: control, among: names)
      else { continue }
      guard next != index else {
        error(
          .invalidValue, at: after.state.offset,
          "the state \"" + ObjectReader.shortened(control.states[index].name) + "\" follows itself",
          expected: "another state")
        continue
      }
      control.states[index].after = StateDescription.After(
        duration: after.duration, state: next)
    }
    var origin = 0
    for state in control.states.indices {
      for change in control.states[state].changes.indices {
        control.states[state].changes[change].origin = origin
        origin += 1
      }
    }
    inheritChanges(of: bases, references, in: &control, at: member)
  }

  /// Gives states the changes of the states that they extend.
  ///
  /// - Parameter bases: for each state, the one that it extends.
  private func inheritChanges(
    of bases: [Int?], _ references: [StateReferences], in control: inout StateControlDescription,
    at member: JSONNode.Member
  ) {
    var isExtended = bases.map { $0 == nil }
    for index in bases.indices {
      // The states from this one to the first that already has all its changes.
      var path: [Int] = []
      var place: Int? = index
      while let state = place, !isExtended[state], !path.contains(state) {
        path.append(state)
        place = bases[state]
      }
      if let place, !isExtended[place], let node = references[place].base {
        error(
          .conflict, at: node.offset,
          "the state \"" + ObjectReader.shortened(control.states[place].name)
            + "\" extends itself in the end")
        return
      }
      for state in path.reversed() {
        isExtended[state] = true
        guard let base = bases[state] else { continue }
        control.states[state].inheritChanges(of: control.states[base])
        guard control.states[state].changes.count <= SceneLimits.drives else {
          error(
            .limit, at: member.keyOffset, "more than \(SceneLimits.drives) changes of layers",
            expected: "at most \(SceneLimits.drives) in a control")
          return
        }
      }
    }
  }

  private func leaving(_ node: JSONNode) -> StateDescription.Leaving? {
    guard var reader = ObjectReader(self, node, key: "leave", owner: "the end of a state") else {
      return nil
    }
    var leaving = StateDescription.Leaving(
      duration: reader.duration("duration", in: 0...SceneLimits.duration)
        ?? defaultDuration,
      timingFunction: (reader.take("timing").flatMap { timing($0, "timing") } ?? defaultTiming)
        .function)
    leaving.isFirst = reader.flag("first") ?? false
    reader.finish()
    return leaving
  }

  /// The state that a key names.
  /// - Parameter names: of all states of the file.
  private func state(
    _ node: JSONNode, _ key: String, of control: StateControlDescription, among names: [String]
  ) -> Int? {
    guard let name = string(node, key) else { return nil }
    if let index = control.index(of: name) { return index }
    // The description of a state may have been left out for a mistake.
    if !names.contains(where: { $0.isIdentical(to: name) }) {
      reportUnknown("state", name, at: node.offset, among: names)
    }
    return nil
  }

  private static func keys(of node: JSONNode) -> [String] {
    guard case .object(let members) = node.content else { return [] }
    return members.map { $0.key }
  }

  func reportUnknown(_ what: String, _ name: String, at offset: Int, among names: [String]) {
    let nearest = Spelling.nearest(to: name, among: names)
    error(
      .unknownReference, at: offset,
      "there is no " + what + " \"" + ObjectReader.shortened(name) + "\"",
      expected: nearest == nil ? "one of " + names.joined(separator: ", ") : nil,
      hint: nearest.map { "did you mean \"" + $0 + "\"?" })
  }

  // MARK: Changes

  /// An array of changes, or one.
  func changes(
    _ node: JSONNode, _ key: String, _ targets: LayerTargets
  ) -> [StateDescription.Change] {
    changes(node, key, targets, owner: "a change of a state", of: nil, needsLayer: true)
  }

  /// The changes of a look.
  /// - Parameters:
  ///   - owner: the look in messages.
  ///   - layer: the layer of changes without one; nil if a reported error hides it.
  func look(
    _ node: JSONNode, _ key: String, _ targets: LayerTargets, owner: String, of layer: Int?
  ) -> [StateDescription.Change] {
    changes(node, key, targets, owner: owner, of: layer, needsLayer: false)
  }

  private func changes(
    _ node: JSONNode, _ key: String, _ targets: LayerTargets, owner: String, of layer: Int?,
    needsLayer: Bool
  ) -> [StateDescription.Change] {
    var end = 0.0
    var result: [StateDescription.Change] = []
    for entry in entries(node, key) where !isFull {
      guard
        var reader = ObjectReader(self, entry, key: key, owner: "a change of a state")
      else { continue }
      reader.owner = owner
      let reference =
        needsLayer
        ? reader.require("layer", expected: "a layer's name or path") : reader.take("layer")
      result += changes(&reader, reference, after: &end, targets, of: layer)
    }
    return result
  }

  /// An entry of `changes`: a property's value, a text, animations, or several of these.
  ///
  /// - Parameter end: the end of the entries before it, in seconds from the beginning of the state.
  private func changes(
    _ reader: inout ObjectReader, _ reference: JSONNode?, after end: inout Double,
    _ targets: LayerTargets, of usual: Int?
  ) -> [StateDescription.Change] {
    let (key, to) = (reader.take("key"), reader.take("to"))
    let spring = reader.take("spring").flatMap { self.spring($0) }
    let (text, motions) = (reader.take("text"), reader.take("animations"))
    let delay = reader.duration("delay", in: 0...SceneLimits.duration) ?? 0
    let duration = reader.duration("duration", in: 0...SceneLimits.duration)
    let timing = reader.take("timing").flatMap { self.timing($0, "timing") } ?? defaultTiming
    let start = (reader.flag("follows") ?? false ? end : 0) + delay
    reader.finish()
    let place = reference.map { self.layer($0, targets) } ?? usual
    if key == nil && text == nil && motions == nil || (key == nil) != (to == nil) {
      if reader.hasUnknownKeys { return [] }
      error(
        .missingKey, at: reader.offset, "the change sets nothing",
        expected: "`key` and `to`, `text`, or `animations`")
      return []
    }
    let collapses = key.map { isCollapse($0) } ?? false
    warnOfIdlePace(reader, isMotion: key != nil && !collapses)
    guard let layer = place else {
      if let motions { _ = animations(motions, content: .unread) }
      return []
    }
    let content = targets.contents[layer]
    var change = StateDescription.Change(
      layer: layer, start: start, duration: duration ?? defaultDuration,
      timingFunction: timing.function, effect: .text(""), offset: reader.offset)
    var result: [StateDescription.Change] = []
    /// Adds a change of the layer, which lasts for some seconds.
    func add(_ effect: StateDescription.Effect, lasting length: Double) {
      change.effect = effect
      result.append(change)
      end = max(end, start + length)
    }
    if let to, collapses {
      controlled.collapsed.insert(layer)
      if let isCollapsed = flag(to, "to") { add(.collapse(isCollapsed), lasting: 0) }
    } else if let key, let to,
      let (effect, length) = valueEffect(key, to, spring, duration, content)
    {
      if let length { change.duration = length }
      add(effect, lasting: change.duration)
    }
    if text != nil { controlled.told.insert(layer) }
    if let text, let string = stateText(text, content) { add(.text(string), lasting: 0) }
    if let motions {
      for animation in animations(motions, content: content) {
        let length = animation.timing.activeDuration
        add(.motion(animation), lasting: length.isFinite ? length : 0)
      }
    }
    return result
  }

  /// Warns of keys that set the pace of a motion to a value, where there is none or a spring has
  /// its own.
  private func warnOfIdlePace(_ reader: ObjectReader, isMotion: Bool) {
    if isMotion { return warnOfTiming(besideSpringIn: reader) }
    for name in ["duration", "spring", "timing"] {
      guard let offset = reader.keyOffset(name) else { continue }
      warn(
        .withoutEffect, at: offset,
        "`" + name + "` does nothing in a change that moves no property",
        hint: "it belongs to a `key` with a value to move to; `delay` waits")
    }
  }

  /// A property's new value, and the seconds that its spring takes, where it has one: those given,
  /// or those in which it settles.
  private func valueEffect(
    _ key: JSONNode, _ to: JSONNode, _ spring: (animation: SpringAnimation, offset: Int)?,
    _ duration: Double?, _ content: LayerDescription.Content
  ) -> (StateDescription.Effect, length: Double?)? {
    guard
      let keyPath = keyPath(
        key, "key", content: content,
        textHint: "write `text` with the text, in place of `key` and `to`"),
      let value = value(to, "to", for: keyPath)
    else { return nil }
    return (
      .value(keyPath, value, spring?.animation),
      spring.map { duration ?? settlingDuration(of: $0) }
    )
  }

  /// True of the key `collapsed`, which is no property to animate.
  private func isCollapse(_ node: JSONNode) -> Bool {
    note(node, .word(["collapsed"]))
    guard case .string(let key) = node.content else { return false }
    return key.isIdentical(to: "collapsed")
  }

  private func settlingDuration(of spring: (animation: SpringAnimation, offset: Int)) -> Double {
    let duration = spring.animation.settlingDuration
    if duration <= SceneLimits.duration { return duration }
    error(
      .outOfRange, at: spring.offset, "a spring that does not settle within a day",
      expected: "another `damping`, or a `duration`")
    return defaultDuration
  }

  private func stateText(_ node: JSONNode, _ content: LayerDescription.Content) -> String? {
    guard case .text = content else {
      if content.isUnread { return nil }
      error(
        .invalidValue, at: node.offset, "only a text layer shows a text",
        expected: "a layer with \"kind\": \"text\"")
      return nil
    }
    guard let (text, forms) = limitedText(node, "text") else { return nil }
    noteMissingCharacters(in: forms, shownBy: content, at: node.offset)
    if content.code == nil { warnOfUnknownPlaces(in: text, at: node.offset) }
    counts.textBytes += forms.reduce(0) { max($0, $1.utf8.count) }
    guard counts.textBytes <= SceneLimits.allText else {
      error(
        .limit, at: node.offset, "\(counts.textBytes) bytes of text or more",
        expected: "at most \(SceneLimits.allText) in a scene")
      return nil
    }
    return forms.allSatisfy { fits($0, "text", at: node, content.code) } ? text : nil
  }

  // MARK: Conflicts

  /// Reports properties that a state sets twice, or that two state controls set.
  func claimChanges(
    of states: [StateDescription], at member: JSONNode.Member, _ targets: LayerTargets
  ) {
    let count = states.reduce(0) { $0 + $1.changes.count }
    guard count <= SceneLimits.drives else {
      error(
        .limit, at: member.keyOffset, "\(count) changes of layers",
        expected: "at most \(SceneLimits.drives) in a control")
      return
    }
    var own: Set<StateClaim> = []
    for state in states {
      var set: Set<StateClaim> = []
      for change in state.changes where !isFull {
        guard let claim = StateClaim(change) else { continue }
        if !set.insert(claim).inserted {
          error(
            .conflict, at: change.offset,
            "the state \"" + ObjectReader.shortened(state.name) + "\" sets `"
              + targets.key(of: claim.property, in: claim.layer) + "` of "
              + targets.name(of: claim.layer) + " twice",
            expected: "one value, or `animations` with several `values`")
        } else if controlled.stateClaims.contains(claim), own.insert(claim).inserted {
          error(
            .conflict, at: change.offset,
            "another control changes `"
              + targets.key(of: claim.property, in: claim.layer) + "` of "
              + targets.name(of: claim.layer) + ", too, by a state or by a look",
            expected: "one control with states or looks for each property of a layer",
            hint: "a layer within it, or around it, may have the other change")
        }
      }
      own.formUnion(set)
    }
    controlled.stateClaims.formUnion(own)
  }

  /// The layers whose opacity or visibility a state changes.
  func shownLayers(by controls: [ControlDescription]) -> Set<Int> {
    var shown: Set<Int> = []
    for control in controls {
      for change in control.content.states.flatMap({ $0.changes }) {
        let shows =
          switch change.effect {
          case .value(let keyPath, _, _):
            keyPath.property == .opacity || keyPath.property == .isHidden
          case .motion(let animation):
            animation.animates(.opacity) || animation.animates(.isHidden)
          case .collapse: true
          case .text: false
          }
        if shows { shown.insert(change.layer) }
      }
    }
    return shown
  }

  /// Reports controls that drive a property that a state control sets.
  func checkStateClaims(
    _ controls: [ControlDescription], _ members: [JSONNode.Member], _ targets: LayerTargets
  ) {
    guard !controlled.stateClaims.isEmpty else { return }
    for control in controls where !isFull {
      let drives = control.content.progress?.drives ?? []
      let claims =
        drives.map { StateClaim($0) }
        + control.content.textLayers.map { StateClaim(layer: $0, property: "text") }
      guard let claim = claims.first(where: { controlled.stateClaims.contains($0) }),
        let member = members.first(where: { $0.key.isIdentical(to: control.name) })
      else { continue }
      error(
        .conflict, at: member.keyOffset,
        "the control \"" + ObjectReader.shortened(control.name)
          + "\" drives `" + targets.key(of: claim.property, in: claim.layer)
          + "` of " + targets.name(of: claim.layer) + ", and so does a state",
        expected: claim.property.isIdentical(to: "text")
          ? "another text layer for one of them, which the state shows by its `opacity`"
          : "another property, or a layer around it")
    }
  }
}

extension StateDescription {
  /// Puts the changes of another state first, without those that a change of this state replaces.
  fileprivate mutating func inheritChanges(of base: StateDescription) {
    let own = Set(changes.map { StateClaim(anyOf: $0) })
    changes = base.changes.filter { !own.contains(StateClaim(anyOf: $0)) } + changes
  }
}

/// A property of a layer that a state control sets.
struct StateClaim: Hashable {
  var layer: Int
  /// The name of the key path, or `text`.
  var property: String
}

extension StateClaim {
  /// Nil for a motion, which sets no property of its own.
  fileprivate init?(_ change: StateDescription.Change) {
    if case .motion = change.effect { return nil }
    self.init(anyOf: change)
  }

  /// The target of any change, of a motion by its key.
  fileprivate init(anyOf change: StateDescription.Change) {
    switch change.effect {
    case .value(let keyPath, _, _): self.init(layer: change.layer, property: keyPath.name)
    case .text: self.init(layer: change.layer, property: "text")
    case .collapse: self.init(layer: change.layer, property: "collapsed")
    case .motion(let animation):
      self.init(layer: change.layer, property: "animation of " + animation.key)
    }
  }

  fileprivate init(_ drive: DriveDescription) {
    self.init(layer: drive.layer, property: drive.keyPath.name)
  }
}
