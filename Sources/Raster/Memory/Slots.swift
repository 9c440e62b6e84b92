/// A growable row of values that cannot be copied; slots, once made, are kept for reuse.
///
/// Elements are large. For a method that changes nothing and is not inlined the compiler copies a large
/// value first, all bytes of it and at each call: that is why such methods of items, outlines and what
/// composes rows are mutating.
@safe struct Slots<Element: ~Copyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 0
    unsafe base = .allocate(orNone: 0)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate(unlessNone: capacity)
  }

  /// The memory of the elements themselves, in bytes, without what these own.
  @inline(__always) var byteCount: Int { capacity &* MemoryLayout<Element>.stride }

  /// Ends all elements.
  mutating func removeAll() {
    unsafe base.deinitialize(count: count)
    count = 0
  }

  /// Appends an element at the end.
  mutating func append(_ element: consuming Element) {
    if count == capacity {
      let grown = max(capacity * 2, 1)
      let fresh = UnsafeMutablePointer<Element>.allocate(capacity: grown)
      unsafe fresh.moveInitialize(from: base, count: count)
      unsafe base.deallocate(unlessNone: capacity)
      unsafe base = fresh
      capacity = grown
    }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  /// Removes all elements but the first ones.
  mutating func removeAll(from newCount: Int) {
    if newCount >= count { return }
    unsafe (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }
}
