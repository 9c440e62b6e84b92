import Animation
import Geometry
import JSON
import Raster

/// The content of a whole scene file.
struct SceneDescription {
  var name: String?
  /// The fit to outputs of other sizes; nil if it is laid out anew for each.
  var fit: SceneFit?
  var background: Color?
  var snapsPictures = true
  var layers: [LayerDescription] = []
  /// The number of all layers, with those within others.
  var layerCount = 0
  /// In the order of the file.
  var controls: [ControlDescription] = []
  var prompt: PromptDescription?
  var strings = StringTable()
  var variableNames: [String] = []
  /// For outputs of some sizes; the first that matches counts.
  var variants: [VariantDescription] = []
}

/// The top level of the file.
extension SceneReader {
  /// - Parameters:
  ///   - root: of the file, with the files that it includes.
  ///   - variables: values in place of the scene's own.
  func description(of root: JSONNode, set variables: [VariableAssignment]) -> SceneDescription {
    let whole = withVariables(root, set: variables)
    // If the names of the variables are not known, or more uses of them are wrong than are noted,
    // each use would be another mistake.
    guard !self.variables.isUnread, filling.unfilled.count < SceneLimits.unfilledTexts else {
      return SceneDescription()
    }
    var description = scene(whole)
    description.variableNames = self.variables.names
    if !hasErrors { checkBudget(of: &description) }
    return description
  }

  func scene(_ root: JSONNode) -> SceneDescription {
    var scene = SceneDescription()
    guard case .object(let members) = root.content else {
      error(
        .wrongType, at: root.offset, "the file holds " + root.kindName,
        expected: "an object with the keys `name`, `layers` and `controls`")
      return scene
    }
    var reader = ObjectReader(self, root, members: members, owner: "a scene")
    noteParts(&reader)
    scene.name = reader.string("name")
    scene.fit = fit(&reader)
    if let node = reader.take("colors") { colors = definitions(node, "colors", of: "colours") }
    if let node = reader.take("styles") { styles = definitions(node, "styles", of: "styles") }
    if let node = reader.take("progressStyles") {
      progressStyles = definitions(
        node, "progressStyles", of: "progress styles", limit: SceneLimits.progressStyles)
    }
    if let node = reader.take("timing") { timingDefaults(node) }
    strings(&reader)
    scene.background = reader.color("background")
    scene.snapsPictures = reader.flag("snapsPictures") ?? true
    let layers = reader.require("layers", expected: "an array of layers, back to front")
    let controls = reader.take("controls").map { controlsWithStyles($0) }
    hasImageControls = controls.map { hasImageControl($0) } ?? false
    if let layers { scene.layers = self.layers(layers, depth: 1, path: []) }
    checkInnerChanges(scene.layers)
    if let controls {
      scene.controls = self.controls(controls, layers: scene.layers, prompt: &scene.prompt)
    }
    checkEmptyImages()
    checkEmptyCodes()
    warnOfMissingCharacters()
    checkAlignments(of: scene.layers)
    if let node = reader.take("variants") { scene.variants = variants(node) }
    // For editors.
    _ = reader.string("$schema")
    reader.finish()
    checkProgressStyles()
    checkDefinitions()
    checkStrings()
    scene.strings = strings
    scene.layerCount = numbering.layerCount
    return scene
  }

  /// Takes the keys that were read before all others.
  private func noteParts(_ reader: inout ObjectReader) {
    if let node = reader.take("include") {
      note(node, .oneOrMore(0...SceneLimits.includes))
      if case .array(let names) = node.content {
        for name in names { note(name, .string) }
      } else {
        note(node, .string)
      }
    }
    if let node = reader.take("variables") { noteVariables(node) }
  }

  func noteVariables(_ node: JSONNode) {
    #if !hasFeature(Embedded)
      guard case .object(let members) = node.content else { return }
      for member in members {
        note(member.value, .string)
        note(member.value, .flag)
        note(member.value, .number(-1e15...1e15))
      }
    #endif
  }

  /// The size that the scene was drawn for is a hint for people and tools, unless it is fitted.
  private func fit(_ reader: inout ObjectReader) -> SceneFit? {
    let size = sceneSize(&reader)
    let place = reader.keyOffset("fit")
    let mode = fitMode(&reader)
    guard let place, let mode = mode ?? nil else { return nil }
    guard let size else {
      // A size with a mistake was reported.
      guard reader.keyOffset("size") == nil else { return nil }
      error(
        .missingKey, at: place, "`fit` in a scene without a `size`",
        expected: "`\"size\": [width, height]`, the size that the scene was drawn for")
      return nil
    }
    return SceneFit(size: Size(width: size[0], height: size[1]), mode: mode)
  }

  func sceneSize(_ reader: inout ObjectReader) -> [Double]? {
    reader.numbers("size", count: 2...2, in: 1...SceneLimits.length)
  }

  func fitMode(_ reader: inout ObjectReader) -> SceneFit.Mode?? {
    reader.choice(
      "fit", [("none", SceneFit.Mode?.none), ("contain", .contain), ("cover", .cover)])
  }

  func definitions(
    _ node: JSONNode, _ key: String, of what: String, limit: Int = SceneLimits.definitions
  ) -> Definitions {
    var result = Definitions()
    guard case .object(let members) = node.content else {
      wrongType(node, key, expected: "an object with the names of " + what + " as keys")
      result.isUnread = true
      return result
    }
    guard members.count <= limit else {
      error(
        .limit, at: node.offset, "\(members.count) " + what, expected: "at most \(limit)")
      result.isUnread = true
      return result
    }
    for member in members { result.add(member) }
    return result
  }

  private func timingDefaults(_ node: JSONNode) {
    guard var reader = ObjectReader(self, node, key: "timing", owner: "the timing defaults")
    else { return }
    if let duration = reader.duration("duration", in: 0.001...SceneLimits.duration) {
      defaultDuration = duration
    }
    if let node = reader.take("function") {
      defaultTiming = timing(node, "function") ?? defaultTiming
    }
    reader.finish()
  }

  /// True of a definition that another value of a variable would use.
  func mayBeUsed(_ name: String) -> Bool {
    filling.composedNames.count >= ComposedName.limit
      || filling.composedNames.contains { $0.matches(name) }
  }

  /// Reads definitions that nothing uses, too, for the mistakes in them. Included files may have
  /// some for other scenes.
  private func checkDefinitions() {
    for name in colors.names where !isFull {
      guard let definition = colors[name], !definition.isUsed else { continue }
      let isRight = definedColor(definition.node, name) != nil
      if isRight, !mayBeUsed(name), !source.isIncluded(definition.keyOffset) {
        warn(.unused, at: definition.keyOffset, "nothing uses the colour \"" + name + "\"")
      }
    }
    for name in styles.names where !isFull {
      guard let definition = styles[name], !definition.isUsed else { continue }
      checkUnusedStyle(name, definition.node)
      if source.isIncluded(definition.keyOffset) || mayBeUsed(name) { continue }
      warn(.unused, at: definition.keyOffset, "nothing uses the style \"" + name + "\"")
    }
  }

  // MARK: Timing

  func timing(_ node: JSONNode, _ key: String) -> TimingDescription? {
    note(node, .named("timing"))
    note(node, .steps)
    if case .array = node.content {
      guard let values = numbers(node, key, count: 4...4, in: -10...10) else { return nil }
      guard
        let curve = MediaTimingFunction(
          x1: values[0], y1: values[1], x2: values[2], y2: values[3])
      else {
        error(
          .outOfRange, at: node.offset, "`" + key + "` is a curve that runs back in time",
          expected: "[x1, y1, x2, y2] with x1 and x2 from 0 to 1")
        return nil
      }
      return .curve(curve)
    }
    if case .string(let text) = node.content, text.utf8.starts(with: "steps(".utf8) {
      if let steps = Self.steps(text) { return .curve(steps) }
      error(
        .invalidValue, at: node.offset, "`" + key + "` is \"" + ObjectReader.shortened(text) + "\"",
        expected: "\"steps(4)\", 1 to 1000 of them, or \"steps(4, start)\" with the jumps at the "
          + "`start`, the `end`, at `both` or at `none`, which takes 2 steps or more")
      return nil
    }
    if case .string(let text) = node.content, text.utf8.starts(with: "cubic-bezier(".utf8) {
      error(
        .invalidValue, at: node.offset, "`" + key + "` is \"" + ObjectReader.shortened(text) + "\"",
        expected: "[x1, y1, x2, y2], the same four numbers in an array")
      return nil
    }
    if case .string(let text) = node.content, TimingName(rawValue: text) == nil,
      let name = TimingName(otherwise: text)
    {
      warn(
        .otherName, at: node.offset,
        "\"" + text + "\" is another name of \"" + name.rawValue + "\"",
        hint: "write \"" + name.rawValue + "\"")
      return .named(name)
    }
    return choice(
      node, key, TimingName.allCases.map { ($0.rawValue, TimingDescription.named($0)) })
  }

  /// The function that "steps(4)" or "steps(4, jump-start)" names, as in CSS.
  private static func steps(_ text: String) -> MediaTimingFunction? {
    var bytes = text.utf8.dropFirst(6).filter { $0 != 0x20 }
    guard bytes.popLast() == UInt8(ascii: ")") else { return nil }
    var count = 0
    var index = 0
    while index < bytes.count, 0x30...0x39 ~= bytes[index], count <= 1000 {
      count = count * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    guard index > 0, count <= 1000 else { return nil }
    var jump = MediaTimingFunction.StepJump.end
    if index < bytes.count {
      switch String(decoding: bytes[index...], as: UTF8.self) {
      case ",end", ",jump-end": jump = .end
      case ",start", ",jump-start": jump = .start
      case ",none", ",jump-none": jump = .none
      case ",both", ",jump-both": jump = .both
      default: return nil
      }
    }
    return MediaTimingFunction(steps: count, jump: jump)
  }
}
