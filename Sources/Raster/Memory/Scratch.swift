/// A growable block of plain values that one owner keeps from frame to frame, so that a frame in
/// steady state allocates nothing.
///
/// Elements up to `count` are initialised; growing keeps them. Checked subscripts are for set-up
/// code; inner loops take `base` once and stay below `capacity`.
@safe struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    unsafe base = .allocate(orNone: capacity)
  }

  deinit { unsafe base.deallocate(unlessNone: capacity) }

  /// The memory of all elements that it has capacity for, in bytes.
  @inline(__always) var byteCount: Int { capacity &* MemoryLayout<Element>.stride }

  /// Gives memory to `needed` elements in all, at least doubling when it grows.
  mutating func reserve(_ needed: Int) {
    guard needed > capacity else { return }
    let grown = max(needed, capacity * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    unsafe fresh.copy(from: base, count: count)
    unsafe base.deallocate(unlessNone: capacity)
    unsafe base = fresh
    capacity = grown
  }

  /// Gives back spare memory, if it is more than an eighth of the count.
  mutating func trim() {
    guard capacity > count + count / 8 else { return }
    let fresh = unsafe UnsafeMutablePointer<Element>.allocate(orNone: count)
    unsafe fresh.copy(from: base, count: count)
    unsafe base.deallocate(unlessNone: capacity)
    unsafe base = fresh
    capacity = count
  }

  /// Sets the count, filling what is new with `value`.
  mutating func resize(_ newCount: Int, filledWith value: Element) {
    reserve(newCount)
    if newCount > count {
      unsafe (base + count).update(repeating: value, count: newCount - count)
    }
    count = newCount
  }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { reserve(count + 1) }
    unsafe base[count] = element
    count += 1
  }

  @inline(__always) mutating func removeAll() { count = 0 }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Memory for elements. Without elements it is a place without memory, since the smallest block
  /// of the allocator takes 32 bytes.
  static func allocate(orNone capacity: Int) -> UnsafeMutablePointer {
    if capacity > 0 { return .allocate(capacity: capacity) }
    return unsafe UnsafeMutablePointer(bitPattern: MemoryLayout<Pointee>.alignment)
      .unsafelyUnwrapped
  }

  /// Frees memory that `allocate(orNone:)` returned for so many elements.
  func deallocate(unlessNone capacity: Int) {
    if capacity > 0 { unsafe deallocate() }
  }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Takes over elements from elsewhere, which may be among them, as bytes.
  ///
  /// `update(from:count:)` calls a function for each element in Embedded Swift 6.3: a picture that
  /// is copied to a frame took twelve times as long.
  @inline(__always)
  func copy(from source: UnsafePointer<Pointee>, count: Int) {
    unsafe UnsafeMutableRawPointer(self).copyMemory(
      from: source, byteCount: count &* MemoryLayout<Pointee>.stride)
  }
}

/// A growable row of values that cannot be copied; slots, once made, are kept for reuse.
///
/// Elements are large. Before a method that changes nothing and is not inlined the compiler copies
/// the whole value, at each call. For this reason such methods of items, outlines and row composers
/// are mutating.
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

  /// The memory of the elements themselves, in bytes, without memory that they own.
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
