internal import CKernels
import Geometry

/// A command made ready for the sweep, kept while the command at its place stays the same.
@safe struct DrawItem: ~Copyable {
  private var command = DrawItem.nothing
  private var size = DrawItem.nowhere
  /// The shape's coverage, where it is small.
  private var cache = CoverageCache()
  private var phases = CoveragePhases()
  /// The outline of a larger shape; there is at most one, from its first use on.
  private var outline = Slots<Outline>()
  private var clips = ItemClips()
  var shader = Shader()
  /// The innermost group or mask of the command, or −1; not kept up for a list that has no groups.
  var group = -1
  /// True if cache or outline and clips are those of the command.
  private var isMade = false
  /// The box of the path under the transform without its place: moving keeps this box.
  private var placelessBox = PathBox(Path(), under: .identity)
  /// The pixels that cache or outline and clips may cover.
  private var shown = PixelRect.empty
  /// The pixels that the item may change, as far as is known without making its shape ready.
  private(set) var extent = PixelRect.empty
  /// The pixels that the item may change; tight after `make`.
  private(set) var bounds = PixelRect.empty
  /// True if the item is one colour through its cache alone, put over the content below.
  private(set) var isPlainCache = false
  /// True if the cache has all of the item's coverage as it is.
  private(set) var isCacheAlone = false
  /// True if the item covers all its bounds.
  private(set) var isRect = false
  /// The last use of the item, and its memory.
  var account = ItemAccount()

  private static var nothing: DrawCommand {
    DrawCommand(shape: .fill(Path(), .nonZero), paint: .color(.clear))
  }
  private static var nowhere: PixelSize { PixelSize(width: -1, height: -1) }

  /// Prepares for a command. The long work on its shape waits until a drawing reaches it.
  mutating func prepare(_ command: DrawCommand, size: PixelSize, paths: FastPaths = .all) {
    if !holdsShape(of: command, size: size) {
      isMade = false
      account.former = 0
    }
    let isMoved =
      command.transform.hasSameDirections(as: self.command.transform)
      && command.shape == self.command.shape
    self.command = command
    self.size = size
    if command.opacity > 0 {
      // The shader is prepared here and not when it is drawn, since images keep results without
      // locks.
      shader.prepare(
        command.paint, opacity: command.opacity, transform: command.transform,
        paths: paths)
    } else {
      shader.prepare(.color(.clear), opacity: 0, transform: .identity)
    }
    if command.isAdded { shader.add() }
    if !isMoved {
      var placeless = command.transform
      (placeless.tx, placeless.ty) = (0, 0)
      placelessBox = PathBox(command.shape, under: placeless)
    }
    let seen = shader.isClear ? .empty : shader.seenBounds ?? PixelRect(size)
    extent = command.extent(of: box, in: seen.intersection(PixelRect(size)))
    settle()
  }

  /// Makes the shape ready for rows that are going to be drawn; this may reduce the bounds. A shape
  /// that was ready in an earlier frame caches its rows.
  mutating func make(
    for rows: Range<Int>, with rasterizer: inout CoverageRasterizer, budget: CacheBudget
  ) {
    account.lastDrawing = budget.drawing
    if !isMade {
      account.frame = budget.frame
      makeShape(for: rows, with: &rasterizer, budget: budget)
    } else if cache.isSet, !cache.holds(rows) {
      // The choice between a cache and an outline does not depend on the rows.
      let isCached = makeCache(of: deviceOutline, rows: nil, with: &rasterizer)
      precondition(isCached)
    }
    shader.makeTable()
    if budget.paths.contains(.sampledRows) {
      shader.keepSampled(bounds, frame: size, budget: budget.sampledRows)
    }
    let cachesRows =
      account.frame != budget.frame && budget.spareRowBytes > 0
      && budget.paths.contains(.spanCaches)
    if !cache.isSet { unsafe outline.base.pointee.prepare(for: rows, cachesRows: cachesRows) }
    clips.prepare(for: rows, cachesRows: cachesRows)
  }

  /// The memory of everything that can be made again from the command, in bytes: coverage, outlines
  /// and colours.
  ///
  /// Mutating for the reason that `Slots` gives.
  var byteCount: Int {
    mutating get {
      var count = cache.byteCount &+ phases.byteCount &+ shader.tableByteCount
      count &+= outline.byteCount &+ clips.byteCount
      if outline.count > 0 { unsafe count &+= outline.base.pointee.byteCount }
      return count
    }
  }

  /// Counts the item's bytes anew.
  ///
  /// - Returns: the bytes by which they have grown since the last count.
  mutating func recount() -> Int { account.count(byteCount) }

  /// The memory of its coverage cache, which is less where fewer rows are drawn.
  var coverageByteCount: Int { cache.byteCount }

  /// The item's bytes if it is made, or else before it gave them back.
  var expectedBytes: Int { isMade ? account.counted : account.former }

  /// True if its shape was made ready in a frame, for tests.
  func isMade(in frame: Int) -> Bool { isMade && account.frame == frame }

  /// Counts the item as drawn before it is made ready, so that its memory is not given back just
  /// then. An item with a cache counts only if the cache has the rows and takes at most the given
  /// bytes.
  ///
  /// - Returns: the bytes of the cache that is held.
  mutating func hold(for drawing: Int, _ rows: Range<Int>, within bytes: Int) -> Int {
    guard cache.isSet else {
      account.lastDrawing = drawing
      return 0
    }
    guard isMade, cache.byteCount <= bytes, cache.holds(rows) else { return 0 }
    account.lastDrawing = drawing
    return cache.byteCount
  }

  /// The memory of the cache, made or not, if the visible part of the shape is small. Such shapes
  /// have caches, except for lines with whole pixels for corners and parts of large shapes; only
  /// making the cache tells.
  var foreseenByteCount: Int {
    let (width, height) = (extent.width, extent.height)
    guard width <= CoverageRasterizer.smallSide, height <= CoverageRasterizer.smallSide else {
      return 0
    }
    if isMade { return cache.isSet ? cache.byteCount : 0 }
    return CoverageCache.foreseenByteCount(width: width, height: height)
  }

  static let largestForeseen = CoverageCache.foreseenByteCount(
    width: CoverageRasterizer.smallSide, height: CoverageRasterizer.smallSide)

  /// Gives back the memory of coverage, outlines and colours; drawing the item makes them again.
  mutating func giveBack() {
    if isMade { account.former = account.counted }
    isMade = false
    cache.giveBack()
    phases.giveBack()
    outline = Slots()
    clips.giveBack()
    shader.giveBackTable()
    settle()
  }

  /// Gives back the memory of the coverage at other fractions of a pixel.
  mutating func dropPhases() { phases.giveBack() }

  /// Gives back the memory of cached rows.
  mutating func dropCachedRows() {
    if outline.count > 0 { unsafe outline.base.pointee.dropCachedRows() }
    clips.dropCachedRows()
  }

  private mutating func makeShape(
    for rows: Range<Int>, with rasterizer: inout CoverageRasterizer, budget: CacheBudget
  ) {
    let paths = budget.paths
    clips.removeAll()
    dropLargeOutlines()
    dropCachedRows()
    // The box of a stroke's outline may be larger, but only rows in the extent are requested.
    if paths.contains(.coveragePhases), findCache(mayGrow: budget.hasSpareCoverage) {
      shown = cache.bounds.intersection(extent)
    } else {
      let shape = deviceOutline
      if makeCache(of: shape, rows: rows, with: &rasterizer) {
        shown = cache.bounds.intersection(extent)
      } else {
        if outline.count == 0 { outline.append(Outline()) }
        unsafe outline.base.pointee.prepare(
          shape, width: size.width, height: size.height, paths: paths)
        shown = unsafe outline.base.pointee.bounds.intersection(extent)
      }
    }
    for clip in command.clips {
      clips.add(clip, transform: .identity, size: size, paths: paths, limiting: &shown)
    }
    if case .image(let paint) = command.paint, !paint.extendsBorders,
      !DrawItem.covers(paint, command.shape)
    {
      let area = Path.rect(paint.source ?? Rect(PixelRect(paint.image.size)))
      clips.add(
        .fill(area, .nonZero), transform: paint.transform.followed(by: command.transform),
        size: size, paths: paths, limiting: &shown)
    }
    isMade = true
    settle()
  }

  /// The box of the path under the transform.
  private var box: PathBox? {
    placelessBox?.moved(by: Vector(dx: command.transform.tx, dy: command.transform.ty))
  }

  private var deviceOutline: DeviceOutline {
    var seen = PixelRect(size)
    // Not limited by the paint, since the outline serves all paints.
    if command.shape.isDashed { seen = command.extentOfClips(in: seen) }
    return DeviceOutline(command.shape, transform: command.transform, seen: seen)
  }

  /// The place of the shape, if it is a fill at quarters of a pixel.
  private var phase: SubpixelPhase? {
    if case .stroke = command.shape { nil } else { SubpixelPhase(command.transform, box: box) }
  }

  /// Moves the coverage of a fill at other places to the present one.
  private mutating func findCache(mayGrow: Bool) -> Bool {
    guard let phase else { return false }
    return phases.find(command.shape, at: phase, in: &cache, mayGrow: mayGrow)
  }

  private mutating func makeCache(
    of outline: borrowing DeviceOutline, rows: Range<Int>?,
    with rasterizer: inout CoverageRasterizer
  ) -> Bool {
    guard case .stroke(_, let style) = command.shape else {
      if let phase { return makeCache(of: outline, at: phase, rows: rows, with: &rasterizer) }
      phases.giveBack()
      return rasterizer.rasterize(outline, within: box, size: size, rows: rows, to: &cache)
    }
    phases.giveBack()
    // An undashed stroke is as large as its path, except for control points and invisible parts of
    // ellipses. If only these are far away, edges serve as well as a cache.
    if style.dashes.isEmpty, let box, !CoverageRasterizer.canHold(box) {
      cache.remove()
      return false
    }
    return rasterizer.rasterize(outline, within: outline.box, size: size, rows: rows, to: &cache)
  }

  private mutating func makeCache(
    of outline: borrowing DeviceOutline, at phase: SubpixelPhase, rows: Range<Int>?,
    with rasterizer: inout CoverageRasterizer
  ) -> Bool {
    let outline = outline.whole(under: phase.transform)
    let isMade = rasterizer.rasterize(
      outline, within: box?.moved(by: Vector(dx: -Double(phase.x), dy: -Double(phase.y))),
      size: SubpixelPhase.surface, rows: rows.map { phase.made($0) }, to: &cache)
    guard isMade else { return false }
    cache.source = CoverageCache.Source(shape: outline.shape, transform: outline.transform)
    cache.move(x: phase.x, y: phase.y)
    return true
  }

  /// True if the prepared shape equals the one that `make` would make of a command.
  ///
  /// Mutating for the reason that `Slots` gives.
  private mutating func holdsShape(of command: DrawCommand, size: PixelSize) -> Bool {
    self.size == size && self.command.covers(sameAs: command)
  }

  /// Updates the values that follow from shape and shader.
  private mutating func settle() {
    bounds = isMade && !extent.isEmpty ? shown : extent
    isCacheAlone = isMade && cache.isSet && clips.isEmpty && shader.coverageScale == 255
    isPlainCache = isCacheAlone && shader.isSolid && !shader.isAdded
    isRect =
      unsafe isMade && !cache.isSet && clips.isEmpty && outline.base.pointee.isPixelRect
  }

  /// Gives back the memory of large outlines.
  private mutating func dropLargeOutlines() {
    if outline.count > 0, unsafe outline.base.pointee.isLarge { outline.removeAll() }
    clips.dropLarge()
  }

  /// Releases the command, but keeps the memory for edges if that is small.
  mutating func release() {
    if size == DrawItem.nowhere { return }
    command = DrawItem.nothing
    placelessBox = PathBox(Path(), under: .identity)
    size = DrawItem.nowhere
    shader.prepare(.color(.clear), opacity: 0, transform: .identity)
    cache.remove()
    phases.removeAll()
    dropLargeOutlines()
    isMade = false
    account.former = 0
    extent = .empty
    settle()
  }

  /// True if the item holds what `prepare` would make of the command.
  func holds(_ command: DrawCommand, size: PixelSize) -> Bool {
    self.command == command && self.size == size
  }

  /// True if the image covers the shape, so that its own borders cut nothing off.
  private static func covers(_ paint: ImagePaint, _ shape: Shape) -> Bool {
    guard case .fill(let path, _) = shape, let inverse = paint.transform.inverse else {
      return false
    }
    // The lines that stand for curves may lie a little beyond them, but within this.
    let area = path.hullBounds.transformed(by: inverse)
    let shown = paint.source ?? Rect(PixelRect(paint.image.size))
    let slack = 1e-4
    return area.minX >= shown.minX - slack && area.minY >= shown.minY - slack
      && area.maxX <= shown.maxX + slack && area.maxY <= shown.maxY + slack
  }

  /// Paints a row of a plain cache, one of `bounds`, between two pixels.
  @inline(__always)
  func paintCache(row: Int, minX: Int, maxX: Int, into target: UnsafeMutablePointer<UInt32>) {
    let (start, end) = cache.extent(
      ofRow: row, minX: max(minX, bounds.minX), maxX: min(maxX, bounds.maxX))
    if start >= end { return }
    unsafe Blend.blend(
      target + start, count: end &- start, with: shader.solidPixel,
      mask: cache.row(row) + (start &- cache.bounds.minX))
  }

  /// The coverage of a row, one of `bounds`, between two pixels, where a cache has all of it; the
  /// span's bytes begin at the pointer, until the cache changes.
  @inline(__always)
  func cachedSpan(row: Int, minX: Int, maxX: Int) -> (CoverageSpan, UnsafePointer<UInt8>)? {
    let (start, end) = cache.extent(
      ofRow: row, minX: max(minX, bounds.minX), maxX: min(maxX, bounds.maxX))
    if start >= end { return nil }
    return unsafe (
      CoverageSpan(x: start, length: end &- start, mask: 0, value: 0),
      UnsafePointer(cache.row(row) + (start &- cache.bounds.minX))
    )
  }

  /// Writes the rows of a rectangle of the item, which is of one colour, over another.
  ///
  /// - Returns: the number of rows written, the first ones; 0 where they have to be composed.
  mutating func write(_ rect: PixelRect, _ colors: RowColors, to surface: Surface) -> Int {
    guard !cache.isSet, clips.isEmpty, shader.coverageScale == 255 else { return 0 }
    let outlined = unsafe outline.base.pointee.bounds
    // A clip of whole pixels reduces the bounds alone.
    guard bounds.minX <= max(rect.minX, outlined.minX),
      bounds.maxX >= min(rect.maxX, outlined.maxX)
    else { return 0 }
    return unsafe outline.base.pointee.write(rect, colors, to: surface)
  }

  /// True if kernels can draw its rows, in one colour.
  var canBatchRows: Bool {
    guard clips.isEmpty, shader.coverageScale == 255, shader.isSolid else { return false }
    return unsafe cache.isSet || outline.base.pointee.canBatchRows
  }

  /// Finds rows in the same way as `Outline.prepareBatch`.
  mutating func prepareBatch(_ rows: Range<Int>, minX: Int, maxX: Int) -> Int {
    unsafe outline.base.pointee.prepareBatch(rows, minX: minX, maxX: maxX)
  }

  /// The rows that `prepareBatch` found last, between two pixels.
  func batchItem(minX: Int, maxX: Int) -> firstlight_row_item {
    var item = unsafe firstlight_row_item()
    if isPlainCache {
      unsafe item.box = cache.kernelBox
      unsafe item.top = bounds.minY
      unsafe item.bottom = bounds.maxY
    } else {
      unsafe outline.base.pointee.fill(&item)
    }
    unsafe item.x = minX
    unsafe item.end = maxX
    unsafe item.pixel = shader.solidPixel
    return unsafe item
  }

  /// True if the item is dense in a row, so that the row's coverage should be requested only once.
  func isDense(row: Int) -> Bool {
    guard !cache.isSet, row >= bounds.minY, row < bounds.maxY else { return false }
    return unsafe outline.base.pointee.isDense(row: row)
  }

  /// Appends the item's coverage of a row between two pixels.
  @inline(__always)
  mutating func appendCoverage(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch,
    products: inout ClipProducts
  ) {
    let left = max(minX, bounds.minX)
    let right = min(maxX, bounds.maxX)
    guard left < right, row >= bounds.minY, row < bounds.maxY else { return }
    let firstSpan = spans.spans.count
    if clips.isEmpty {
      appendShape(row: row, minX: left, maxX: right, to: &spans, scratch: &scratch)
    } else {
      appendClipped(
        row: row, minX: left, maxX: right, to: &spans, scratch: &scratch, products: &products)
    }
    if shader.coverageScale < 255 { spans.scale(since: firstSpan, by: shader.coverageScale) }
  }

  @inline(__always)
  private mutating func appendShape(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch
  ) {
    if cache.isSet {
      appendOwnCache(row: row, minX: minX, maxX: maxX, to: &spans)
    } else {
      unsafe outline.base.pointee.appendCoverage(
        row: row, minX: minX, maxX: maxX, to: &spans, scratch: &scratch)
    }
  }

  // Mutating for the reason that `Slots` gives.
  @inline(never)
  private mutating func appendOwnCache(row: Int, minX: Int, maxX: Int, to spans: inout SpanRow) {
    cache.appendCoverage(row: row, minX: minX, maxX: maxX, to: &spans)
  }

  @inline(never)
  private mutating func appendClipped(
    row: Int, minX: Int, maxX: Int, to spans: inout SpanRow, scratch: inout CoverageScratch,
    products: inout ClipProducts
  ) {
    products.product.removeAll()
    appendShape(row: row, minX: minX, maxX: maxX, to: &products.product, scratch: &scratch)
    clips.appendProduct(
      row: row, minX: minX, maxX: maxX, to: &spans, scratch: &scratch, products: &products)
  }
}
