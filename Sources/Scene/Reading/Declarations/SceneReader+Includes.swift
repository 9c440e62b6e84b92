import CodeUnits
import JSON
import System

/// Other files that a scene is made of.
extension SceneReader {
  /// The root of a file together with those of the files that it includes.
  /// - Parameter chain: the files around it.
  func withIncludes(_ root: JSONNode, chain: [ExactText] = []) -> JSONNode {
    guard case .object(var members) = root.content,
      let place = members.firstIndex(where: { $0.key.isIdentical(to: "include") })
    else { return root }
    var included: [[JSONNode.Member]] = []
    for name in names(of: members.remove(at: place).value) where !isFull {
      if let members = self.members(ofFile: name, chain) { included.append(members) }
    }
    for others in included.reversed() { merge(others, below: &members) }
    return JSONNode(content: .object(members), offset: root.offset, end: root.end)
  }

  /// One name, or several.
  private func names(of node: JSONNode) -> [JSONNode] {
    switch node.content {
    case .string: return [node]
    case .array:
      return elements(node, "include", count: 0...SceneLimits.includes, of: "names of files") ?? []
    default:
      wrongType(node, "include", expected: "the name of a scene file, or an array of names")
      return []
    }
  }

  /// Reads a file; nil, with a diagnostic, if that fails, and without one if it is a part already.
  private func members(ofFile node: JSONNode, _ chain: [ExactText]) -> [JSONNode.Member]? {
    guard let path = path(ofFile: node) else { return nil }
    let file = ExactText(path)
    guard !chain.contains(file) else {
      reportCycle("file", chain, file, at: node.offset)
      return nil
    }
    guard !opened.paths.contains(where: { $0.isIdentical(to: path) }) else { return nil }
    guard chain.count < SceneLimits.includeDepth, opened.paths.count < SceneLimits.includes else {
      error(
        .limit, at: node.offset, "too many files that include each other",
        expected: "at most \(SceneLimits.includes), \(SceneLimits.includeDepth) deep")
      return nil
    }
    if Self.isPictureFile(path) {
      refuseImport(of: node)
      return nil
    }
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(
        atPath: path, limit: SceneLimits.includedBytes - source.includedByteCount)
    } catch {
      source.miss(path)
      self.error(
        .file, at: node.offset, error.description, expected: "a scene file beside this one")
      return nil
    }
    opened.paths.append(path)
    let text = SourceText(name: path, bytes: bytes)
    let start = source.include(text)
    guard let root = parse(text, at: start) else { return nil }
    let moved = root.moved(by: start)
    guard case .object(let members) = withIncludes(moved, chain: chain + [file]).content else {
      error(
        .wrongType, at: start, "the file holds " + root.kindName,
        expected: "an object with keys of a scene")
      return nil
    }
    // The frames in a second and the layers, as Lottie files have them.
    if ["fr", "layers", "op"].allSatisfy({ key in members.contains { $0.key.isIdentical(to: key) } }
    ) {
      refuseImport(of: node)
      return nil
    }
    return members
  }

  /// True for the name of a file that the client makes a scene of.
  private static func isPictureFile(_ path: String) -> Bool {
    let end = path.utf8.suffix(5).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    return [".svg", ".svgz", ".gif", ".webp", ".png", ".apng", ".jpg", ".jpeg"].contains {
      end.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }

  private func refuseImport(of node: JSONNode) {
    error(
      .invalidValue, at: node.offset, "the file of this `include` is no scene",
      expected: "a scene file beside this one",
      hint:
        "`firstlight import --style NAME` makes a style of a Lottie, SVG, GIF or WebP file, which a scene "
        + "can include; an image layer shows a PNG or JPEG file")
  }

  /// The path of a file whose name is relative to the scene and does not lead out of its folder.
  private func path(ofFile node: JSONNode) -> String? {
    guard let name = string(node, "include") else { return nil }
    let isInside =
      Self.isFileName(name) && name.utf8.first != UInt8(ascii: "/")
      && !name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    guard isInside else {
      error(
        .invalidValue, at: node.offset,
        "`include` is \"" + ObjectReader.shortened(name) + "\"",
        expected: "a file in the folder of the scene, named relative to that")
      return nil
    }
    guard let directory else {
      error(
        .file, at: node.offset, "this scene has no directory to find \"" + name + "\" in",
        expected: "a scene without `include`, or one that is loaded from a file")
      return nil
    }
    return Self.path(of: name, in: directory)
  }

  // MARK: Merging

  /// Adds the members of an included file. Members of the including file win, so its variants come
  /// first.
  private func merge(_ others: [JSONNode.Member], below members: inout [JSONNode.Member]) {
    // A hostile file may have thousands of keys.
    var places: [ExactText: Int] = [:]
    for index in members.indices { places[ExactText(members[index].key)] = index }
    for other in others {
      guard let place = places[ExactText(other.key)] else {
        places[ExactText(other.key)] = members.count
        members.append(other)
        continue
      }
      let own = members[place]
      let content: JSONNode.Content
      switch (own.key, own.value.content, other.value.content) {
      case ("layers", .array(let front), .array(let behind)): content = .array(behind + front)
      case ("variants", .array(let first), .array(let later)): content = .array(first + later)
      case ("variables", .object(let own), .object(let others)),
        ("colors", .object(let own), .object(let others)),
        ("styles", .object(let own), .object(let others)),
        ("progressStyles", .object(let own), .object(let others)),
        ("controls", .object(let own), .object(let others)):
        let names = Set(own.map { ExactText($0.key) })
        content = .object(own + others.filter { !names.contains(ExactText($0.key)) })
      case ("strings", .object(let own), .object(let others)):
        content = .object(merged(own, others))
      case ("layers", .array, _):
        wrongType(other.value, other.key, expected: "an array of layers, back to front")
        continue
      case ("variables", .object, _), ("colors", .object, _), ("styles", .object, _),
        ("progressStyles", .object, _), ("controls", .object, _), ("strings", .object, _):
        wrongType(other.value, other.key, expected: "an object with names as keys")
        continue
      default: continue
      }
      members[place] = JSONNode.Member(
        key: own.key, keyOffset: own.keyOffset,
        value: JSONNode(content: content, offset: own.value.offset, end: own.value.end))
    }
  }
}

extension SceneReader {
  /// The strings of two files, locale by locale.
  private func merged(
    _ own: [JSONNode.Member], _ others: [JSONNode.Member]
  ) -> [JSONNode.Member] {
    var locales = own
    var places: [ExactText: Int] = [:]
    for (place, locale) in own.enumerated() { places[ExactText(locale.key)] = place }
    for other in others {
      guard let place = places[ExactText(other.key)] else {
        places[ExactText(other.key)] = locales.count
        locales.append(other)
        continue
      }
      let locale = locales[place]
      guard case .object(let strings) = locale.value.content,
        case .object(let more) = other.value.content
      else { continue }
      let names = Set(strings.map { ExactText($0.key) })
      locales[place] = JSONNode.Member(
        key: locale.key, keyOffset: locale.keyOffset,
        value: JSONNode(
          content: .object(strings + more.filter { !names.contains(ExactText($0.key)) }),
          offset: locale.value.offset, end: locale.value.end))
    }
    return locales
  }
}

extension JSONNode {
  /// The node with its offsets in a text of several files.
  fileprivate func moved(by start: Int) -> JSONNode {
    let content: Content =
      switch self.content {
      case .array(let elements): .array(elements.map { $0.moved(by: start) })
      case .object(let members):
        .object(
          members.map {
            Member(
              key: $0.key, keyOffset: $0.keyOffset + start, value: $0.value.moved(by: start))
          })
      default: self.content
      }
    return JSONNode(content: content, offset: offset + start, end: end + start)
  }
}
