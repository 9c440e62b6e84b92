/// The groups of a list of commands, made ready for the composer.
@safe struct GroupTree: ~Copyable {
  struct Node: BitwiseCopyable {
    /// The group around it, or −1.
    var parent: Int
    /// The last group that lies in it, or itself: they are numbered from the outside in.
    var last: Int
    var opacity: UInt8
  }

  private(set) var nodes = Scratch<Node>(capacity: 16)
  /// The innermost group of each command, or −1.
  private var ofCommand = Scratch<Int>(capacity: 64)

  var isEmpty: Bool { nodes.count == 0 }

  mutating func prepare(_ groups: [DrawGroup], commandCount: Int) {
    nodes.removeAll()
    ofCommand.removeAll()
    if groups.isEmpty { return }
    ofCommand.resize(commandCount, filledWith: -1)
    var start = 0
    var end = 0
    for group in groups where !group.commands.isEmpty {
      let range = group.commands
      precondition(range.upperBound <= commandCount, "a group reaches behind its list")
      let parent = ofCommand[range.lowerBound]
      // The commands of a group that holds this one reach to its end, and no others have a group.
      precondition(
        range.upperBound <= end
          ? range.lowerBound >= start && ofCommand[range.upperBound - 1] == parent
          : range.lowerBound >= end, "groups overlap")
      start = range.lowerBound
      end = max(end, range.upperBound)
      let opacity = group.opacity > 0 ? UInt8(min(group.opacity, 1) * 255 + 0.5) : 0
      if opacity == 255 { continue }
      let index = nodes.count
      nodes.append(Node(parent: parent, last: index, opacity: opacity))
      for command in range { ofCommand[command] = index }
      var ancestor = parent
      while ancestor >= 0 {
        nodes[ancestor].last = index
        ancestor = nodes[ancestor].parent
      }
    }
  }

  /// The innermost group of a command, or −1.
  func group(ofCommand index: Int) -> Int { isEmpty ? -1 : ofCommand[index] }

  /// Whether a group, or the outside (−1), holds another or is it.
  func holds(_ group: Int, _ other: Int) -> Bool {
    group < 0 || (other >= group && other <= nodes[group].last)
  }
}
