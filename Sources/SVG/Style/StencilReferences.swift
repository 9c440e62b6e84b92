/// The references of clips and masks to one another that close a circle.
///
/// A reference belongs to the clip or the mask that has it, or that its element lies in. In the
/// order of the file, all of them are followed. A reference that leads back to a clip or a mask on
/// the way to it counts as none, wherever the circle is entered, as in browsers and resvg.
/// References of elements that only a `use` brings in are not followed.
struct StencilReferences {
  private struct Reference {
    var key: Int
    var target: Int
  }

  /// In the order in which the references of one element are followed.
  private static let kinds: [(name: String, property: String)] = [
    ("clipPath", "clip-path"), ("mask", "mask"),
  ]

  private var closing: Set<Int> = []

  init(_ document: SVGDocument, _ cascade: Cascade) throws(SVGError) {
    let stencils = document.nodes.indices.filter { Self.isStencil(document[$0]) }
    let references = try Self.references(document, cascade)
    if references.isEmpty { return }
    var isOpen: [Int: Bool] = [:]
    for start in stencils where isOpen[start] == nil {
      var line = [(stencil: start, next: 0)]
      isOpen[start] = true
      while let (stencil, next) = line.last {
        guard let own = references[stencil], next < own.count else {
          isOpen[stencil] = false
          line.removeLast()
          continue
        }
        line[line.count - 1].next += 1
        let target = own[next].target
        switch isOpen[target] {
        case true?: closing.insert(own[next].key)
        case false?: break
        case nil:
          isOpen[target] = true
          line.append((target, 0))
        }
      }
    }
  }

  /// The references of each clip and mask, in the order of the file.
  private static func references(
    _ document: SVGDocument, _ cascade: Cascade
  ) throws(SVGError) -> [Int: [Reference]] {
    var owners: [Int?] = []
    var references: [Int: [Reference]] = [:]
    for (place, node) in document.nodes.enumerated() {
      owners.append(isStencil(node) ? place : node.parent < 0 ? nil : owners[node.parent])
      guard let owner = owners[place] else { continue }
      let declarations = try cascade.declarations(of: place)
      for (kind, property) in kinds {
        guard let text = declarations[property], let name = ReferenceValue.name(text),
          let target = document.target(named: name), document[target].name == kind
        else { continue }
        references[owner, default: []].append(
          Reference(key: key(place, property), target: target))
      }
    }
    return references
  }

  private static func isStencil(_ node: SVGNode) -> Bool {
    kinds.contains { $0.name == node.name }
  }

  private static func key(_ place: Int, _ property: String) -> Int {
    place * 2 + (property == "mask" ? 1 : 0)
  }

  /// True for a reference that closes a circle.
  ///
  /// - Parameter property: `clip-path` or `mask`.
  func isClosing(_ place: Int, _ property: String) -> Bool {
    closing.contains(Self.key(place, property))
  }
}
