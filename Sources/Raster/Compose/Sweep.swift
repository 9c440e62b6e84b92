import Geometry

/// The part of a renderer that one worker has: prepared items and the rows' memory.
struct Sweep: ~Copyable {
  /// The greatest height of a rectangle that is not cut for its coverage caches. Small shapes are
  /// at most half as high, so each lies in at most two parts.
  private static let uncutHeight = 2 * CoverageRasterizer.smallSide

  /// Items that are made ready in one slice.
  private static let itemsInSlice = 32

  /// Slots for prepared items, in no order.
  private var items = Slots<DrawItem>()
  /// The slot of each command.
  private var slots = Scratch<Int>(capacity: 64)
  private var lastSlots = Scratch<Int>(capacity: 64)
  private var isTaken = Scratch<Bool>(capacity: 64)
  /// Places of the commands that are to be made ready, and the number of those that are. After an
  /// unfinished preparation the next one compares all commands.
  private var outdated = Scratch<Int>(capacity: 64)
  private var readyCount = 0
  private var isReady = false
  private var isListNew = true
  /// The bounds of each command's item, by its place in the list.
  private var index = BoundsIndex()
  private var size = PixelSize(width: 0, height: 0)
  private var groups = GroupTree()
  private var composer = RowComposer()
  private var rasterizer = CoverageRasterizer()
  private var budget: CacheBudget
  /// Rows on their way to a rotated scanout.
  private var rotatedBand = RotatedBand()
  /// Items that cross the rectangle, and of those the ones that cross the band, back to front.
  private var inRect = Scratch<Int>(capacity: 64)
  /// The rows of each of `inRect`: read for every band, they lie closer together than the items.
  private var rowsInRect = Scratch<Rows>(capacity: 64)
  private var inBand = Scratch<Int>(capacity: 64)
  /// Bare strips in three steps: columns of a rotated rectangle, rows of a column that is left, and
  /// columns of a band in such rows.
  private var columns = BareStrips()
  private var rowsOfColumns = BareStrips()
  private var columnsInBand = BareStrips()

  /// - Parameter cacheLimit: bytes that items hold together, as far as a drawing does not need
  ///   more.
  init(cacheLimit: Int = CacheBudget.limit) { budget = CacheBudget(limit: cacheLimit) }

  /// The fast paths in use, which are set before anything is drawn.
  var paths: FastPaths {
    get { budget.paths }
    set {
      budget.paths = newValue
      composer.paths = newValue
    }
  }

  /// The memory that items hold, as far as it can be made again, in bytes.
  var cacheByteCount: Int { budget.byteCount }
  /// The number of times that an item was examined for memory to give back.
  var cacheLookCount: Int { budget.lookCount }

  /// The memory that the items hold by their own account, for tests.
  var heldByteCount: Int {
    var count = 0
    for slot in 0..<items.count { unsafe count += items.base[slot].byteCount }
    return count
  }

  /// Rectangles that were drawn at once, or begun to be, for tests.
  var drawingCount: Int { budget.drawing }

  /// Commands whose shapes were made ready in the present frame, for tests.
  var madeCount: Int {
    var count = 0
    for place in 0..<slots.count {
      if unsafe items.base[slots[place]].isMade(in: budget.frame) { count += 1 }
    }
    return count
  }

  struct Rows: BitwiseCopyable {
    var minY: Int
    var maxY: Int
  }

  // MARK: Preparing

  /// Begins to make commands ready for a surface of the given size.
  ///
  /// - Parameter changed: the places of the commands that may differ from the last ones; of the
  ///   groups only the opacities may. Nil compares all commands.
  mutating func beginPreparing(
    _ commands: [DrawCommand], groups: [DrawGroup], changed: [Int]?, size: PixelSize
  ) {
    budget.beginFrame(items)
    outdated.removeAll()
    readyCount = 0
    if let changed, isReady, paths.contains(.changeHints), commands.count == slots.count,
      size == self.size, self.groups.update(groups)
    {
      isListNew = false
      for place in changed { outdated.append(place) }
    } else {
      isListNew = true
      self.size = size
      self.groups.prepare(groups, commandCount: commands.count)
      match(commands)
    }
    isReady = false
  }

  /// Makes some more commands of the preparation ready.
  /// - Returns: true if all are ready.
  mutating func prepareSlice(of commands: [DrawCommand]) -> Bool {
    let end = min(readyCount + Sweep.itemsInSlice, outdated.count)
    for next in readyCount..<end {
      let place = outdated[next]
      let item = unsafe items.base + slots[place]
      if isListNew {
        unsafe item.pointee.prepare(commands[place], size: size, paths: paths)
        budget.count(slots[place], of: items)
        continue
      }
      if unsafe item.pointee.holds(commands[place], size: size) { continue }
      unsafe index.remove(item.pointee.extent, of: place)
      unsafe item.pointee.prepare(commands[place], size: size, paths: paths)
      budget.count(slots[place], of: items)
      unsafe index.insert(item.pointee.extent, of: place)
    }
    readyCount = end
    guard end == outdated.count else { return false }
    if isListNew {
      enterList(of: commands.count)
    } else {
      assert(holds(commands), "a command changed without a hint")
    }
    isReady = true
    return true
  }

  /// True if every item is what `prepare` would make of its command, except for commands with a
  /// NaN, which equal nothing.
  private func holds(_ commands: [DrawCommand]) -> Bool {
    for place in commands.indices {
      let item = unsafe items.base + slots[place]
      let command = commands[place]
      let isEqual = unsafe item.pointee.holds(command, size: size)
      if !isEqual && command == command { return false }
    }
    return true
  }

  /// Finds each command's item of the last drawing, or a free item, which is then outdated.
  ///
  /// An item is found as long as no more than three commands at a time came or went before its own.
  private mutating func match(_ commands: [DrawCommand]) {
    while items.count < commands.count { items.append(DrawItem()) }
    swap(&slots, &lastSlots)
    slots.removeAll()
    isTaken.removeAll()
    isTaken.resize(items.count, filledWith: false)
    var shift = 0
    for index in commands.indices {
      var found = -1
      for step in 0..<7 where paths.contains(.foundItems) {
        // 0, 1, −1, 2, −2, 3, −3.
        let nudge = step & 1 == 0 ? -step / 2 : (step + 1) / 2
        let place = index + shift + nudge
        guard place >= 0, place < lastSlots.count, !isTaken[lastSlots[place]] else { continue }
        let slot = lastSlots[place]
        if unsafe (items.base + slot).pointee.holds(commands[index], size: size) {
          found = slot
          shift += nudge
          break
        }
      }
      if found >= 0 { isTaken[found] = true }
      slots.append(found)
    }
    var free = 0
    for index in commands.indices where slots[index] < 0 {
      while isTaken[free] { free += 1 }
      isTaken[free] = true
      slots[index] = free
      outdated.append(index)
    }
  }

  /// Enters the items of a new list of commands into groups and index.
  private mutating func enterList(of count: Int) {
    if !groups.isEmpty {
      for place in 0..<count {
        unsafe (items.base + slots[place]).pointee.group = groups.node(ofCommand: place)
      }
    }
    index.reset(count: count, size: size)
    for place in 0..<count {
      unsafe index.insert(items.base[slots[place]].extent, of: place)
    }
    // Pictures that are no longer drawn must not be kept alive.
    for slot in 0..<items.count where !isTaken[slot] {
      let item = unsafe items.base + slot
      unsafe item.pointee.release()
      budget.count(slot, of: items)
    }
  }

  // MARK: Drawing

  /// Limits the next drawing into a surface to some commands' shapes: nothing else has
  /// changed. An empty list sets no limit.
  mutating func limit(to places: [Int], on surface: Surface) {
    composer.damageShapes.removeAll()
    guard groups.isEmpty, surface.rotation == .upright, surface.format.isNative,
      paths.contains(.damageShapes)
    else { return }
    for place in places {
      let slot = slots[place]
      // A command that has become clear, or has left the screen, does not tell where it was.
      if unsafe items.base[slot].extent.isEmpty { return composer.damageShapes.removeAll() }
      composer.damageShapes.append(slot)
    }
  }

  /// The images that are drawn to a rotated scanout.
  var rotated: RotatedImages {
    get { rotatedBand.rotated }
    set { rotatedBand.rotated = newValue }
  }

  /// Moves the uses of images on a rotated scanout, collected while drawing, to `images`.
  mutating func moveUses(into images: inout RotatedImages) {
    rotatedBand.moveUses(into: &images)
  }

  mutating func draw(_ damage: PixelRect, into surface: Surface) {
    let rect = damage.intersection(PixelRect(surface.size))
    if rect.isEmpty { return }
    if !gather(rect) {
      let middle = (rect.minY + rect.maxY) / 2
      draw(rect.intersection(PixelRect(minX: 0, minY: 0, maxX: .max, maxY: middle)), into: surface)
      draw(
        rect.intersection(PixelRect(minX: 0, minY: middle, maxX: .max, maxY: .max)), into: surface)
      return
    }
    composer.spareRowBytes = budget.spareRowBytes
    defer { countDrawn() }
    if groups.isEmpty, paths.contains(.directRects),
      let direct = BandPlan.direct(band(rect, of: inRect, on: surface), through: &rotatedBand)
    {
      return direct.write(rect, to: surface, through: &rotatedBand)
    }
    guard surface.rotation == .upright else { return drawRotated(rect, into: surface) }
    composer.begin(width: rect.width, isInPlace: false)
    drawRows(rect, into: surface)
  }

  /// Draws the rectangle of `inRect` to a rotated surface.
  private mutating func drawRotated(_ rect: PixelRect, into surface: Surface) {
    guard groups.isEmpty, paths.contains(.directRects) else {
      return drawBands(of: rect, into: surface)
    }
    columns.write(.columns, of: band(rect, of: inRect, on: surface), through: &rotatedBand)
    for column in 0..<columns.count {
      rowsOfColumns.write(
        .rows, of: band(columns[column], of: inRect, on: surface), through: &rotatedBand)
      for row in 0..<rowsOfColumns.count {
        let part = rowsOfColumns[row]
        if let direct = BandPlan.direct(
          band(part, of: inRect, on: surface), through: &rotatedBand)
        {
          direct.write(part, to: surface, through: &rotatedBand)
        } else {
          drawBands(of: part, into: surface)
        }
      }
    }
  }

  private mutating func drawBands(of rect: PixelRect, into surface: Surface) {
    guard surface.rotation.swapsSides else {
      composer.begin(width: rect.width, isInPlace: false)
      return drawRows(rect, into: surface)
    }
    let height = RotatedBand.height(ofColumns: rect.width, on: surface)
    RotatedBand.forEachBand(of: rect, height: height, on: surface) { rows in
      gather(from: rows.minY, to: rows.maxY)
      guard groups.isEmpty, paths.contains(.directRects) else {
        return compose(rows, into: surface)
      }
      columnsInBand.write(
        .columns, of: band(rows, of: inBand, on: surface), through: &rotatedBand)
      for column in 0..<columnsInBand.count { compose(columnsInBand[column], into: surface) }
    }
  }

  /// Composes a part of a band and rotates it.
  private mutating func compose(_ rect: PixelRect, into surface: Surface) {
    let format = PixelRotator.sourceFormat(for: surface)
    composer.begin(width: rect.width, isInPlace: format.isNative)
    drawRows(rect, into: rotatedBand.upright(rect, format: format))
    rotatedBand.write(rect, to: surface)
  }

  /// Lists the items in a rectangle, and makes them ready for it.
  ///
  /// - Returns: false where their coverage caches are too much for one drawing, which then has to
  ///   be cut.
  private mutating func gather(_ rect: PixelRect) -> Bool {
    guard isWithinPart(rect), isWithinMost(rect) else { return false }
    inRect.removeAll()
    rowsInRect.removeAll()
    budget.beginDrawing()
    if budget.isNearLimit {
      var spare = budget.heldCoverage
      index.forEach(in: rect) { place in
        let item = unsafe items.base + slots[place]
        let bounds = unsafe item.pointee.bounds
        guard bounds.intersects(rect) else { return }
        let rows = bounds.intersection(rect)
        unsafe spare -= item.pointee.hold(
          for: budget.drawing, rows.minY..<rows.maxY, within: spare)
      }
    }
    var isWithin = true
    index.forEach(in: rect) { place in
      let slot = slots[place]
      let item = unsafe items.base + slot
      guard isWithin, unsafe item.pointee.bounds.intersects(rect) else { return }
      let rows = unsafe item.pointee.bounds.intersection(rect)
      unsafe item.pointee.make(
        for: rows.minY..<rows.maxY, with: &rasterizer, budget: budget)
      let growth = budget.count(slot, of: items)
      // A single row is not cut.
      if growth > 0, !budget.settle(items, isTall: rect.height > Sweep.uncutHeight),
        rect.height > 1
      {
        isWithin = false
      }
      let bounds = unsafe item.pointee.bounds
      guard bounds.intersects(rect) else { return }
      inRect.append(slot)
      rowsInRect.append(Rows(minY: bounds.minY, maxY: bounds.maxY))
    }
    return isWithin
  }

  /// Counts by how much the items of a rectangle grew while its rows were drawn.
  private mutating func countDrawn() {
    var growth = 0
    for place in 0..<inRect.count { growth &+= budget.count(inRect[place], of: items) }
    if growth > 0 { _ = budget.settle(items) }
  }

  /// True if a rectangle is drawn at once, as far as is known before its coverage caches are made.
  /// A rectangle with many small shapes is better cut now than when the limit is met.
  ///
  /// Mutating for the reason that `Slots` gives.
  private mutating func isWithinPart(_ rect: PixelRect) -> Bool {
    let isMany = slots.count > CacheBudget.part / DrawItem.largestForeseen
    guard isMany, rect.height > Sweep.uncutHeight else { return true }
    var byteCount = 0
    index.forEach(in: rect) { place in
      let item = unsafe items.base + slots[place]
      if unsafe item.pointee.bounds.intersects(rect) {
        byteCount &+= unsafe item.pointee.foreseenByteCount
      }
    }
    return byteCount <= CacheBudget.part
  }

  /// True if a rectangle is drawn at once, judged by the memory that its items had in former
  /// drawings.
  ///
  /// Mutating for the reason that `Slots` gives.
  private mutating func isWithinMost(_ rect: PixelRect) -> Bool {
    guard budget.isNearLimit, rect.height > Sweep.uncutHeight else { return true }
    var byteCount = 0
    index.forEach(in: rect) { place in
      let item = unsafe items.base + slots[place]
      if unsafe item.pointee.bounds.intersects(rect) {
        byteCount &+= unsafe item.pointee.expectedBytes
      }
    }
    return byteCount <= budget.most
  }

  /// Gathers the items of `inRect` that lie in some rows.
  ///
  /// - Returns: the first row after `row` at which an item begins or ends: up to there all rows
  ///   have the same items.
  @discardableResult
  private mutating func gather(from row: Int, to end: Int) -> Int {
    var next = Int.max
    inBand.removeAll()
    for place in 0..<inRect.count {
      let rows = rowsInRect[place]
      if rows.minY < end, rows.maxY > row { inBand.append(inRect[place]) }
      if rows.minY > row { next = min(next, rows.minY) }
      if rows.maxY > row { next = min(next, rows.maxY) }
    }
    return next
  }

  /// Composes rows of the rectangle of `inRect`, and writes them to a surface that is not rotated
  /// by a quarter turn.
  private mutating func drawRows(_ rect: PixelRect, into surface: Surface) {
    var row = rect.minY
    while row < rect.maxY {
      var end = min(row + BandPlan.height, rect.maxY)
      let next = min(gather(from: row, to: end), rect.maxY)
      if next > end { end = next }
      if composer.damageShapes.isSet, !composer.damageShapes.containsAny(of: inBand) {
        row = end
        continue
      }
      let part = PixelRect(minX: rect.minX, minY: row, maxX: rect.maxX, maxY: end)
      let rows = band(part, of: inBand, on: surface)
      switch plan(rows, isAlike: next >= end) {
      case .direct(let direct):
        direct.write(part, to: surface, through: &rotatedBand)
      case .rows(let painted, let areBatched):
        composer.writeRows(of: painted, areBatched: areBatched, through: &rotatedBand)
      case .painter(let painted):
        composer.paintRows(of: painted, through: &rotatedBand)
      case .frontToBack:
        for row in row..<end {
          composer.drawRow(row, of: rows, groups: groups, through: &rotatedBand)
        }
      }
      row = end
    }
  }

  /// True if some items stand in groups.
  private func hasGroup(_ order: borrowing Scratch<Int>) -> Bool {
    for place in 0..<order.count where unsafe items.base[order[place]].group >= 0 { return true }
    return false
  }

  private func band(
    _ rect: PixelRect, of order: borrowing Scratch<Int>, on surface: Surface
  ) -> Band {
    Band(rect, of: items, order: order, on: surface)
  }

  /// Chooses how to draw the rows that `inBand` was gathered for.
  private mutating func plan(_ rows: Band, isAlike: Bool) -> BandPlan {
    guard groups.isEmpty || !hasGroup(inBand) else { return .frontToBack }
    return BandPlan.choose(
      rows, isAlike: isAlike, hasDamageShapes: composer.damageShapes.isSet, paths: paths,
      through: &rotatedBand)
  }
}
