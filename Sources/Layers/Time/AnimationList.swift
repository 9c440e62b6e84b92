import Animation
import CodeUnits

/// The animations of a layer, in the order in which they are applied. A layer may have thousands:
/// they are found by their keys in a table, and one that leaves does not move the others.
struct AnimationList: Sequence {
  /// The animations, and gaps of some that have left: no more of these than of animations.
  private var slots: [RunningAnimation] = []
  /// The slots by the bytes of the keys, as names are compared; nil where there are few.
  private var table: [[UInt8]: Int]?

  /// The fewest animations with a table.
  private static var fewest: Int { 16 }

  init() {}

  /// - Parameter animations: each with another key.
  init(_ animations: some Sequence<RunningAnimation>) {
    for animation in animations { append(animation) }
  }

  var isEmpty: Bool { slots.isEmpty }
  var count: Int { table?.count ?? slots.count }

  /// From the first animation to the last. Not all indices hold one.
  var indices: Range<Int> { slots.indices }

  func holds(_ index: Int) -> Bool { !slots[index].hasLeft }

  subscript(index: Int) -> RunningAnimation {
    get { slots[index] }
    _modify { yield &slots[index] }
  }

  func index(forKey key: String) -> Int? {
    guard let table else { return slots.firstIndex { $0.key.isIdentical(to: key) } }
    return table[Array(key.utf8)]
  }

  subscript(key: String) -> RunningAnimation? { index(forKey: key).map { slots[$0] } }

  // MARK: Changes

  /// Adds an animation behind the others. None of them has its key.
  mutating func append(_ animation: RunningAnimation) {
    if table == nil, slots.count + 1 == Self.fewest {
      var table: [[UInt8]: Int] = [:]
      for index in slots.indices { table[Array(slots[index].key.utf8)] = index }
      self.table = table
    }
    table?[Array(animation.key.utf8)] = slots.count
    slots.append(animation)
  }

  mutating func remove(forKey key: String) -> RunningAnimation? {
    guard let index = index(forKey: key) else { return nil }
    let removed = slots[index]
    leave(at: index)
    closeGaps()
    return removed
  }

  /// Removes an animation, while the others keep their indices until `closeGaps()`.
  mutating func leave(at index: Int) {
    table?[Array(slots[index].key.utf8)] = nil
    slots[index].hasLeft = true
    slots[index].onStart = nil
    slots[index].onStop = nil
    slots[index].completion = nil
  }

  /// To be called after `leave(at:)`. Each removal moves one animation on average.
  mutating func closeGaps() {
    if table == nil {
      slots.removeAll { $0.hasLeft }
    } else if 2 * count < slots.count {
      self = AnimationList(self)
    }
  }

  struct Iterator: IteratorProtocol {
    fileprivate var slots: IndexingIterator<[RunningAnimation]>

    mutating func next() -> RunningAnimation? {
      while let animation = slots.next() {
        if !animation.hasLeft { return animation }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(slots: slots.makeIterator()) }
}
