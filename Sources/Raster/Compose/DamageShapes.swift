import Geometry

/// The items in whose pixels alone rows are drawn, since everything else of them looks right already.
@safe struct DamageShapes: ~Copyable {
  /// Their slots; none where all pixels are drawn.
  private var slots = Scratch<Int>(capacity: Region.Cover.limit)
  /// The stretches of a row that they cover.
  var stretches = RowStretches()

  var isSet: Bool { slots.count > 0 }
  var count: Int { slots.count }
  subscript(place: Int) -> Int { slots[place] }

  mutating func removeAll() { slots.removeAll() }
  mutating func append(_ slot: Int) { slots.append(slot) }

  func contains(_ slot: Int) -> Bool {
    for place in 0..<slots.count where slots[place] == slot { return true }
    return false
  }

  /// True if some of a list are among them.
  func containsAny(of list: borrowing Scratch<Int>) -> Bool {
    for place in 0..<list.count where contains(list[place]) { return true }
    return false
  }
}
