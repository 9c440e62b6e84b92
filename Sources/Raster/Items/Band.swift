import Geometry

/// A rectangle whose rows are drawn together, with the items that may cross them.
///
/// Valid until the next item is made ready, and as long as the memory of slots and pixels exists.
@safe struct Band {
  let rect: PixelRect
  let surface: Surface
  /// The number of items above the backdrop.
  let count: Int
  /// The slot of the item that covers all pixels below the others; −1 for the surface's background.
  let backdropSlot: Int
  private let slots: UnsafePointer<Int>
  private let items: UnsafeMutablePointer<DrawItem>

  /// - Parameter order: the slots of the items, back to front.
  init(
    _ rect: PixelRect, of items: borrowing Slots<DrawItem>, order: borrowing Scratch<Int>,
    on surface: Surface
  ) {
    self.rect = rect
    self.surface = surface
    count = order.count
    backdropSlot = -1
    unsafe slots = UnsafePointer(order.base)
    unsafe self.items = items.base
  }

  private init(_ band: Band, _ rect: PixelRect, places: Range<Int>, backdropSlot: Int) {
    self.rect = rect
    surface = band.surface
    count = places.count
    self.backdropSlot = backdropSlot
    unsafe slots = band.slots + places.lowerBound
    unsafe items = band.items
  }

  @inline(__always) var minX: Int { rect.minX }
  @inline(__always) var maxX: Int { rect.maxX }
  @inline(__always) var width: Int { rect.width }

  /// The band of the items above one of them, which covers all pixels; for −1 of all items, above
  /// the background.
  func above(_ place: Int) -> Band {
    Band(
      self, rect, places: place + 1..<count, backdropSlot: place < 0 ? -1 : unsafe slots[place])
  }

  /// A rectangle with one of the items alone.
  func part(_ rect: PixelRect, with place: Int) -> Band {
    Band(self, rect, places: place..<place + 1, backdropSlot: -1)
  }

  @inline(__always) func slot(_ place: Int) -> Int { unsafe slots[place] }

  /// The item of a slot.
  @inline(__always) func item(_ slot: Int) -> UnsafeMutablePointer<DrawItem> {
    unsafe items + slot
  }

  /// The item at a place, counted from the back.
  @inline(__always) subscript(place: Int) -> UnsafeMutablePointer<DrawItem> {
    unsafe items + slots[place]
  }

  /// The item that covers all pixels below the others; nil for the surface's background.
  @inline(__always) var backdrop: UnsafeMutablePointer<DrawItem>? {
    unsafe backdropSlot < 0 ? nil : items + backdropSlot
  }
}
