/// A file's elements, in the order in which they begin. The root is the first.
struct SVGDocument {
  var nodes: [SVGNode] = []
  /// Elements by their names; the first one if several share a name.
  var places: [String: Int] = [:]
  /// The file's encoding where this machine does not know it.
  let unknownEncoding: String?

  init(bytes: [UInt8], limits: SVGLimits) throws(SVGError) {
    guard bytes.count <= limits.byteCount else {
      throw SVGError("the file has more than \(limits.byteCount) bytes")
    }
    let reader = XMLReader(limits: limits)
    nodes = try reader.read(bytes)
    unknownEncoding = reader.unknownEncoding
    guard nodes.first?.name == "svg" else {
      throw SVGError(
        "the root is not an svg element of the namespace http://www.w3.org/2000/svg",
        line: nodes.first?.line ?? 0)
    }
    for node in nodes where !node.children.isEmpty { countChildren(node.children) }
    for (place, node) in nodes.enumerated() {
      if let id = node.attributes["id"], !id.isEmpty, places[id] == nil { places[id] = place }
    }
  }

  /// Gives an element's children their places among each other.
  private mutating func countChildren(_ children: [Int]) {
    var counts: [String: Int] = [:]
    for (index, child) in children.enumerated() {
      nodes[child].index = index
      nodes[child].typeIndex = counts[nodes[child].name, default: 0]
      counts[nodes[child].name, default: 0] += 1
    }
    for child in children { nodes[child].typeCount = counts[nodes[child].name] ?? 1 }
  }

  subscript(_ place: Int) -> SVGNode { nodes[place] }

  /// The element that a reference names, as `#name`; nil where it is of another file or not there.
  func target(of reference: String?) -> Int? {
    guard let reference = reference?.trimmed, reference.utf8.first == UInt8(ascii: "#") else {
      return nil
    }
    return target(named: String(reference.dropFirst()))
  }

  /// The element of a name, which may have escapes; nil where there is none.
  func target(named name: String) -> Int? {
    places[name] ?? places[String(decoding: DataReference.unescaped(name), as: UTF8.self)]
  }

  /// True if an element around another one has its white space kept.
  func preservesSpace(around place: Int) -> Bool {
    var place = nodes[place].parent
    while place >= 0 {
      if let space = nodes[place].attributes["xml:space"] { return space == "preserve" }
      place = nodes[place].parent
    }
    return false
  }

  /// An element's language in lower case, as it or an element around it gives it; nil where none
  /// does.
  ///
  /// - Parameter steps: the number of elements that may still be looked at.
  func language(of place: Int, steps: inout Int) -> String? {
    var place = place
    while place >= 0, steps > 0 {
      steps -= 1
      let attributes = nodes[place].attributes
      if let name = attributes["xml:lang"] ?? attributes["lang"] {
        return name.trimmed.lowercased()
      }
      place = nodes[place].parent
    }
    return nil
  }

  /// True if an element is another one or around it.
  func contains(_ outer: Int, _ inner: Int) -> Bool {
    var place = inner
    while place >= 0 {
      if place == outer { return true }
      place = nodes[place].parent
    }
    return false
  }
}
