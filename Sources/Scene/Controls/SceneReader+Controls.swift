import Animation
import CodeUnits
import JSON
import Layers

/// Named controls and the layers that they refer to.
extension SceneReader {
  /// - Parameter prompt: receives the prompt, which has no name for requests.
  func controls(
    _ node: JSONNode, layers: [LayerDescription], prompt: inout PromptDescription?
  ) -> [ControlDescription] {
    guard case .object(let members) = node.content else {
      wrongType(node, "controls", expected: "an object with the controls' names as keys")
      return []
    }
    guard members.count <= SceneLimits.controls else {
      error(
        .limit, at: node.offset, "\(members.count) controls",
        expected: "at most \(SceneLimits.controls)")
      return []
    }
    var targets = LayerTargets(layers, names: numbering.names)
    var result: [ControlDescription] = []
    var states: [(index: Int, control: ControlDescription?)] = []
    // Controls that change layers are read first: the others may drive layers that states show.
    for (index, member) in members.enumerated() where !isFull && changesLayers(member) {
      states.append((index, namedControl(member, targets, &prompt)))
    }
    let shown = shownLayers(by: states.compactMap { $0.control })
    if !shown.isEmpty { targets = LayerTargets(layers, names: numbering.names, shown: shown) }
    for (index, member) in members.enumerated() where !isFull {
      if let state = states.first(where: { $0.index == index }) {
        if let control = state.control { result.append(control) }
      } else if let control = namedControl(member, targets, &prompt) {
        result.append(control)
      }
    }
    resolveSettings(in: &result, names: members.map { $0.key })
    checkStandingLayers(result, members, targets)
    checkStateClaims(result, members, targets)
    return result
  }

  /// Nil, with a diagnostic, for an invalid name or control.
  private func namedControl(
    _ member: JSONNode.Member, _ targets: LayerTargets, _ prompt: inout PromptDescription?
  ) -> ControlDescription? {
    guard isName(member.key, at: member.keyOffset, of: "a control") else { return nil }
    return control(member, targets, &prompt)
  }

  private func changesLayers(_ member: JSONNode.Member) -> Bool {
    guard case .object(let keys) = member.value.content else { return false }
    return keys.contains {
      guard $0.key == "kind", case .string(let kind) = $0.value.content else { return false }
      return [ControlKind.state, .button, .choice, .field].contains { $0.rawValue == kind }
    }
  }

  /// The meaning of the word for a kind: a control that has requests, or the prompt, which has
  /// none.
  private enum Kind {
    case control(ControlKind)
    case prompt

    static var words: [(String, Kind)] {
      ControlKind.allCases.map { ($0.rawValue, .control($0)) } + [("prompt", .prompt)]
    }
  }

  /// The words for kinds of controls.
  static var controlKinds: [String] { Kind.words.map { $0.0 } }

  /// The kind that is written, also under a misspelt key, which the reader reports at its end.
  private func kind(_ reader: inout ObjectReader) -> Kind? {
    let kinds = Kind.words
    let names = kinds.map { $0.0 }
    let expected = "one of " + names.map { "\"" + $0 + "\"" }.joined(separator: ", ")
    if let node = reader.require("kind", expected: expected) {
      if let kind = choice(node, "kind", kinds) { return kind }
      // The other keys are read as those of the kind that is probably meant, and none counts as
      // missing.
      guard case .string(let word) = node.content else { return nil }
      let meant = Synonyms.name(for: word, among: names) ?? Spelling.nearest(to: word, among: names)
      reader.allowsMissingKeys = true
      return meant.flatMap { name in kinds.first { $0.0.isIdentical(to: name) }?.1 }
    }
    guard let misspelt = reader.misspelling(of: "kind") else { return nil }
    if case .string(let text) = misspelt.value.content,
      let kind = kinds.first(where: { $0.0.isIdentical(to: text) })
    {
      return kind.1
    }
    reader.report(misspelt)
    return nil
  }

  private func control(
    _ member: JSONNode.Member, _ targets: LayerTargets, _ prompt: inout PromptDescription?
  ) -> ControlDescription? {
    guard var reader = ObjectReader(self, member.value, key: member.key, owner: "a control") else {
      return nil
    }
    reader.takeStyle()
    guard let word = kind(&reader) else { return nil }
    guard case .control(let kind) = word else {
      reader.owner = "a prompt"
      if prompt != nil {
        error(.invalidValue, at: member.keyOffset, "a second prompt", expected: "one in a scene")
      }
      prompt = self.prompt(&reader, member, targets) ?? prompt
      reader.finish()
      return nil
    }
    reader.owner = kind.owner
    let label = label(&reader)
    let role = role(&reader)
    let content: ControlDescription.Content? =
      switch kind {
      case .progress: .progress(progressControl(&reader, member, targets))
      case .text: .text(textControl(&reader, targets))
      case .image: .image(imageControl(&reader, targets))
      case .log: .log(logControl(&reader, targets))
      case .reveal: revealControl(&reader, targets).map { .reveal($0) }
      case .scrub: scrubControl(&reader, member, targets).map { .scrub($0) }
      case .state: stateControl(&reader, member, targets).map { .state($0) }
      case .button: button(&reader, member, label: label, targets).map { .press($0) }
      case .choice: choice(&reader, member, targets).map { .press($0) }
      case .field: field(&reader, member, label: label, targets).map { .field($0) }
      }
    reader.finish()
    return content.map {
      ControlDescription(name: member.key, label: label, role: role, kind: kind, content: $0)
    }
  }

  /// The entries of an array of driven layers, or a single entry without an array; empty, with a
  /// diagnostic, if there are too many or too few.
  func entries(_ node: JSONNode, _ key: String, atLeast least: Int = 0) -> [JSONNode] {
    note(node, .oneOrMore(least...SceneLimits.drives))
    guard case .array(let elements) = node.content else { return [node] }
    if (least...SceneLimits.drives).contains(elements.count) { return elements }
    error(
      .limit, at: node.offset, "`" + key + "` has \(elements.count) entries",
      expected: least == 0 ? "at most \(SceneLimits.drives)" : "\(least) to \(SceneLimits.drives)")
    return []
  }

  /// The layers of a kind that `drives` names: only this control gives them their content.
  func drivenLayers(
    _ reader: inout ObjectReader, _ kind: LayerKind, called owner: String, showing what: String,
    _ targets: LayerTargets
  ) -> [Int] {
    guard let node = reader.require("drives", expected: "the name of " + owner) else { return [] }
    var result: [Int] = []
    for node in entries(node, "drives") where !isFull {
      guard let layer = layer(node, key: "drives", targets) else { continue }
      let content = targets.contents[layer]
      if content.kind == kind {
        claim(layer, for: kind.name, at: node)
        result.append(layer)
      } else if !content.isUnread {
        error(
          .invalidValue, at: node.offset, "only " + owner + " shows " + what,
          expected: "a layer with \"kind\": \"" + kind.name + "\"")
      }
    }
    return result
  }

  /// The names in a reference, from the outside in.
  static func names(in reference: String) -> [ExactText] {
    reference.split(separator: "/", omittingEmptySubsequences: false).map { ExactText(String($0)) }
  }

  /// The layer that a reference names. A reference is the layer's own name, preceded by as many
  /// names of layers around it, joined by slashes, as are needed to make it unique. Names between
  /// them may be left out where no layer has the path without a gap.
  func layer(_ node: JSONNode, key: String = "layer", _ targets: LayerTargets) -> Int? {
    guard let text = string(node, key) else { return nil }
    let matches = targets.matches(text)
    if matches.count == 1 { return matches[0].index }
    if matches.isEmpty {
      let wanted = Self.names(in: text)
      error(
        .unknownReference, at: node.offset,
        "there is no layer \"" + ObjectReader.shortened(text) + "\"",
        expected: "a layer's name, or the names on the way to it joined by slashes",
        hint: isFull
          ? nil
          : targets.hint(forDots: text) ?? targets.styleHint(for: wanted)
            ?? targets.hint(for: wanted))
    } else {
      let paths = matches.prefix(4).map {
        "\"" + $0.names.map { $0.text }.joined(separator: "/") + "\""
      }
      error(
        .ambiguousReference, at: node.offset,
        "\(matches.count) layers are called \"" + ObjectReader.shortened(text) + "\": "
          + paths.joined(separator: ", ") + (matches.count > 4 ? ", …" : ""),
        expected: paths.allSatisfy { $0 == paths[0] }
          ? "layers with names of their own: siblings of one name cannot be distinguished"
          : "a path that only one layer has")
    }
    return nil
  }
}

/// The properties of layers that controls depend on, by index in the order of the file.
final class LayerTargets {
  private(set) var contents: [LayerDescription.Content] = []
  /// False if the layer or one around it is hidden or transparent and stays so.
  private(set) var isVisible: [Bool] = []
  /// True if the layer or one below it has animations.
  private(set) var isAnimated: [Bool] = []
  /// True if the layer's own background hides everything behind it.
  private(set) var hasBackground: [Bool] = []
  /// True if the layer has a timing of its own.
  private(set) var hasOwnTime: [Bool] = []
  /// Seconds of a layer's time that pass in a second of the scene's.
  private var speeds: [Double] = []
  /// The layer around each; nil at the top.
  private var superlayers: [Int?] = []
  private var namesByLast: [ExactText: [LayerName]] = [:]
  /// The layers that references mean. Thousands of drives may name layers of one last name, and
  /// each search looks at all of these.
  private var found: [ExactText: [LayerName]] = [:]
  private var hintedNames: [String] = []

  /// Layers that appear, though they are transparent or hidden at first.
  private let shown: Set<Int>

  /// - Parameter shown: layers that a control shows.
  init(_ layers: [LayerDescription], names: [LayerName], shown: Set<Int> = []) {
    self.shown = shown
    add(layers, isVisible: true)
    for name in names {
      let last = name.names[name.names.count - 1]
      if namesByLast[last] == nil, hintedNames.count < SceneLimits.hintedNames {
        hintedNames.append(last.text)
      }
      namesByLast[last, default: []].append(name)
    }
  }

  /// The layer that a reference means, or several that it does not tell apart.
  func matches(_ reference: String) -> [LayerName] {
    let text = ExactText(reference)
    if let known = found[text] { return known }
    let matches = matches(SceneReader.names(in: reference))
    found[text] = matches
    return matches
  }

  /// - Parameter wanted: the names of the reference, from the outside in.
  func matches(_ wanted: [ExactText]) -> [LayerName] {
    let candidates = namesByLast[wanted.last ?? ExactText(""), default: []]
    var matches = candidates.filter { $0.names.suffix(wanted.count).elementsEqual(wanted) }
    if matches.isEmpty, candidates.count <= SceneLimits.hintedNames {
      matches = candidates.filter { $0.isBelow(wanted.dropLast()) }
    }
    let exact = matches.filter { $0.names.count == wanted.count }
    if exact.count == 1 { return exact }
    let own = matches.filter { !$0.isOfStyle }
    return own.count == 1 ? own : matches
  }

  /// The advice for a reference that matches no layer: a similar reference, the last layer on its
  /// path that exists, or a name similar to its last one. Only the first names of a scene are
  /// compared.
  func hint(for wanted: [ExactText]) -> String? {
    // No layer has more names around it.
    for count in stride(from: min(wanted.count - 1, SceneLimits.depth), to: 0, by: -1) {
      let way = wanted[..<count]
      guard let known = way.last, let candidates = namesByLast[known],
        candidates.contains(where: { $0.names.suffix(count).elementsEqual(way) })
      else { continue }
      let names = hintedNames.filter {
        namesByLast[ExactText($0), default: []].prefix(SceneLimits.hintedNames).contains {
          $0.isBelow(way)
        }
      }
      if let nearest = Spelling.nearest(to: wanted[count].text, among: names) {
        let meant = way + [ExactText(nearest)] + wanted[(count + 1)...]
        if matches(Array(meant)).count == 1 {
          return "did you mean \"" + ObjectReader.shortened(Self.path(meant)) + "\"?"
        }
      }
      return "\"" + ObjectReader.shortened(Self.path(way)) + "\" has no layer \""
        + ObjectReader.shortened(wanted[count].text) + "\""
    }
    guard let last = wanted.last,
      let nearest = Spelling.nearest(to: last.text, among: hintedNames[...])
    else { return nil }
    let layers = namesByLast[ExactText(nearest), default: []].prefix(4)
    return "did you mean " + SceneReader.alternatives(layers.map { reference(to: $0) }) + "?"
  }

  /// The advice for names that are joined by dots, as in key paths; nil if they are no path.
  func hint(forDots reference: String) -> String? {
    let names = reference.split(separator: ".").map { ExactText(String($0)) }
    guard 2...SceneLimits.depth ~= names.count, matches(names).count == 1 else { return nil }
    return "did you mean \"" + ObjectReader.shortened(Self.path(names[...])) + "\"?"
  }

  /// The advice for a layer of a progress style, which no control reaches; nil for another one.
  func styleHint(for wanted: [ExactText]) -> String? {
    guard let last = wanted.last else { return nil }
    for index in contents.indices {
      // The layers of all uses of styles together have a limit.
      guard case .progress(let progress) = contents[index],
        case .declared(let style) = progress.style, style.layers.contains(where: { $0.has(last) })
      else { continue }
      let isNamed = namesByLast.values.contains { $0.contains { $0.index == index } }
      return "it is a layer of a progress style, which controls cannot name: name "
        + (isNamed ? name(of: index) : "the progress layer, which needs a `name`")
        + ", or make a sublayer of it in `layers`"
    }
    return nil
  }

  /// The shortest reference that means a layer alone; its path if there is none.
  private func reference(to layer: LayerName) -> String {
    for count in 1..<max(layer.names.count, 1) {
      let reference = layer.names.suffix(count)
      if matches(Array(reference)).map({ $0.index }) == [layer.index] {
        return Self.path(reference)
      }
    }
    return Self.path(layer.names[...])
  }

  private static func path(_ names: ArraySlice<ExactText>) -> String {
    names.map { $0.text }.joined(separator: "/")
  }

  /// The layer in messages.
  func name(of layer: Int) -> String {
    for names in namesByLast.values {
      guard let name = names.first(where: { $0.index == layer }) else { continue }
      return "\"" + ObjectReader.shortened(name.names.map { $0.text }.joined(separator: "/")) + "\""
    }
    return "a layer"
  }

  /// The layer's own key for Core Animation's name of a property, in messages.
  func key(of keyPath: String, in layer: Int) -> String {
    contents[layer].kind.name(of: keyPath)
  }

  private func add(
    _ layers: [LayerDescription], isVisible: Bool, speed: Double = 1, superlayer: Int? = nil
  ) {
    for layer in layers {
      // Layers that mistakes left out are counted, too.
      while contents.count < layer.index {
        contents.append(.plain)
        self.isVisible.append(false)
        isAnimated.append(false)
        hasBackground.append(false)
        hasOwnTime.append(false)
        speeds.append(1)
        superlayers.append(nil)
      }
      let changes =
        shown.contains(layer.index)
        || layer.animations.contains { $0.animates(.opacity) || $0.animates(.isHidden) }
      let isShown = !layer.isHidden && !layer.isCollapsed && layer.opacity > 0
      let isSeen = isVisible && (changes || isShown)
      contents.append(layer.content)
      self.isVisible.append(isSeen)
      isAnimated.append(false)
      hasBackground.append(layer.backgroundColor != nil)
      let ownSpeed = speed * (layer.timing?.speed ?? 1)
      hasOwnTime.append(layer.timing != nil)
      speeds.append(ownSpeed)
      superlayers.append(superlayer)
      if !layer.animations.isEmpty { markAnimated(layer.index) }
      for inner in [layer.sublayers, layer.compositing.mask] {
        add(inner, isVisible: isSeen, speed: ownSpeed, superlayer: layer.index)
      }
    }
  }

  /// True if a layer is another or below it.
  func isInside(_ layer: Int, _ other: Int) -> Bool {
    var place: Int? = layer
    while let current = place {
      if current == other { return true }
      place = superlayers[current]
    }
    return false
  }

  /// Some layers, and all layers in them.
  func withSublayers(_ layers: Set<Int>) -> Set<Int> {
    var all = layers
    // A layer has a greater index than the one around it.
    for (index, outer) in superlayers.enumerated() {
      if let outer, all.contains(outer) { all.insert(index) }
    }
    return all
  }

  /// The layer around a layer; nil at the top.
  func superlayer(of layer: Int) -> Int? { superlayers[layer] }

  /// True if a layer's time stands still, or runs backwards.
  func isStanding(_ layer: Int) -> Bool { !(speeds[layer] > 0) }

  private func markAnimated(_ layer: Int) {
    var place: Int? = layer
    while let current = place, !isAnimated[current] {
      isAnimated[current] = true
      place = superlayers[current]
    }
  }
}

extension LayerDescription {
  /// True if it or a layer in it has a name.
  fileprivate func has(_ name: ExactText) -> Bool {
    self.name.map { ExactText($0) == name } ?? false || sublayers.contains { $0.has(name) }
      || compositing.mask.contains { $0.has(name) }
  }
}
