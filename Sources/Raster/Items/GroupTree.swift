/// The groups of a list of commands, made ready for the composer.
///
/// A mask is a node of its own in its group, and its content is composed like a group.
@safe struct GroupTree: ~Copyable {
  struct Node: BitwiseCopyable {
    /// The node around it, or −1; an outer node has a lower number.
    var parent: Int
    /// The opacity of a group; a mask has none.
    var opacity: UInt8
    /// True if it is the mask of its parent.
    var isMask = false
    /// True if the group shows only where its mask does.
    var hasMask = false
    /// The composition of a group with the content below.
    var composition = DrawGroup.Composition.over
    /// The quantity of a mask's picture that counts.
    var maskMode = MaskMode.alpha
    /// True if it is a mask of one command, for a group of one.
    var isStencil = false
  }

  private(set) var nodes = Scratch<Node>(capacity: 16)
  /// The innermost node of each command, or −1.
  private var ofCommand = Scratch<Int>(capacity: 64)
  /// The groups that it was made of, and the node of each, or −1.
  private var groups: [DrawGroup] = []
  private var ofGroup = Scratch<Int>(capacity: 16)

  var isEmpty: Bool { nodes.count == 0 }

  mutating func prepare(_ groups: [DrawGroup], commandCount: Int) {
    self.groups = groups
    nodes.removeAll()
    ofCommand.removeAll()
    ofGroup.removeAll()
    ofGroup.resize(groups.count, filledWith: -1)
    if groups.isEmpty { return }
    ofCommand.resize(commandCount, filledWith: -1)
    var start = 0
    var end = 0
    for (place, group) in groups.enumerated() {
      let extent = group.extent
      if extent.isEmpty { continue }
      precondition(extent.upperBound <= commandCount, "a group extends beyond its list")
      let parent = ofCommand[extent.lowerBound]
      // The commands of a group that holds this one reach to its end, and no others have a group.
      precondition(
        extent.upperBound <= end
          ? extent.lowerBound >= start && ofCommand[extent.upperBound - 1] == parent
          : extent.lowerBound >= end, "groups overlap")
      start = extent.lowerBound
      end = max(end, extent.upperBound)
      if GroupTree.isNone(group) { continue }
      ofGroup[place] = nodes.count
      append(
        Node(
          parent: parent, opacity: GroupTree.opacity(of: group), hasMask: group.mask != nil,
          composition: group.composition),
        of: group.commands)
      if let mask = group.mask {
        append(
          Node(
            parent: nodes.count - 1, opacity: 0, isMask: true, maskMode: group.maskMode,
            isStencil: group.commands.count == 1 && mask.count == 1 && group.maskMode == .alpha
              && !group.composition.dependsOnBackdrop), of: mask)
      }
    }
  }

  /// Updates the tree for groups that differ from its own in opacity alone.
  ///
  /// - Returns: false, with no change, if they differ in more.
  mutating func update(_ groups: [DrawGroup]) -> Bool {
    if groups == self.groups { return true }
    guard groups.count == self.groups.count else { return false }
    for place in groups.indices {
      let (old, new) = (self.groups[place], groups[place])
      guard old.commands == new.commands, old.mask == new.mask,
        old.composition == new.composition, old.maskMode == new.maskMode,
        GroupTree.isNone(old) == GroupTree.isNone(new)
      else { return false }
    }
    for place in groups.indices where ofGroup[place] >= 0 {
      nodes[ofGroup[place]].opacity = GroupTree.opacity(of: groups[place])
    }
    self.groups = groups
    return true
  }

  private static func opacity(of group: DrawGroup) -> UInt8 {
    group.opacity > 0 ? UInt8(min(group.opacity, 1) * 255 + 0.5) : 0
  }

  /// True if a group's commands are painted as if there were none.
  private static func isNone(_ group: DrawGroup) -> Bool {
    group.mask == nil && group.composition == .over && group.opacity >= 1
  }

  private mutating func append(_ node: Node, of commands: Range<Int>) {
    for command in commands { ofCommand[command] = nodes.count }
    nodes.append(node)
  }

  /// The innermost node of a command, or −1.
  func node(ofCommand index: Int) -> Int { isEmpty ? -1 : ofCommand[index] }

  /// True if a mask is all that changes how its group's only command is painted.
  @inline(__always) func isStencil(_ node: Int) -> Bool {
    guard node >= 0, nodes[node].isStencil else { return false }
    return nodes[nodes[node].parent].opacity == 255
  }

  /// True if a node, or the outside (−1), contains another one or equals it.
  func holds(_ node: Int, _ other: Int) -> Bool {
    var other = other
    while other > node { other = nodes[other].parent }
    return other == node
  }
}
