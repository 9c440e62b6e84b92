/// The groups of a list of commands, made ready for the composer.
///
/// A mask is a node of its own, in its group: what it holds is composed like a group.
@safe struct GroupTree: ~Copyable {
  struct Node: BitwiseCopyable {
    /// The node around it, or −1; an outer node has a lower number.
    var parent: Int
    /// Of a group; a mask has none.
    var opacity: UInt8
    /// Whether it is the mask of its parent.
    var isMask = false
    /// Whether the group shows only where its mask does.
    var hasMask = false
  }

  private(set) var nodes = Scratch<Node>(capacity: 16)
  /// The innermost node of each command, or −1.
  private var ofCommand = Scratch<Int>(capacity: 64)

  var isEmpty: Bool { nodes.count == 0 }

  mutating func prepare(_ groups: [DrawGroup], commandCount: Int) {
    nodes.removeAll()
    ofCommand.removeAll()
    if groups.isEmpty { return }
    ofCommand.resize(commandCount, filledWith: -1)
    var start = 0
    var end = 0
    for group in groups {
      let extent = group.extent
      if extent.isEmpty { continue }
      precondition(extent.upperBound <= commandCount, "a group reaches behind its list")
      let parent = ofCommand[extent.lowerBound]
      // The commands of a group that holds this one reach to its end, and no others have a group.
      precondition(
        extent.upperBound <= end
          ? extent.lowerBound >= start && ofCommand[extent.upperBound - 1] == parent
          : extent.lowerBound >= end, "groups overlap")
      start = extent.lowerBound
      end = max(end, extent.upperBound)
      let opacity = group.opacity > 0 ? UInt8(min(group.opacity, 1) * 255 + 0.5) : 0
      if opacity == 255 && group.mask == nil { continue }
      append(
        Node(parent: parent, opacity: opacity, hasMask: group.mask != nil), of: group.commands)
      if let mask = group.mask {
        append(Node(parent: nodes.count - 1, opacity: 0, isMask: true), of: mask)
      }
    }
  }

  private mutating func append(_ node: Node, of commands: Range<Int>) {
    for command in commands { ofCommand[command] = nodes.count }
    nodes.append(node)
  }

  /// The innermost node of a command, or −1.
  func node(ofCommand index: Int) -> Int { isEmpty ? -1 : ofCommand[index] }

  /// Whether a node, or the outside (−1), holds another or is it.
  func holds(_ node: Int, _ other: Int) -> Bool {
    var other = other
    while other > node { other = nodes[other].parent }
    return other == node
  }
}
