import Geometry
import Images
import Raster
import System

@testable import Output

/// A simulated monitor. The test chooses how it takes frames, and it records the regions that were
/// drawn.
final class FakeScreen: Output {
  /// The fault of the next frames.
  var fault: OutputFault?
  /// True if frames stay on their way until `flip`.
  var flips = false
  /// True if frames are drawn into the visible picture.
  var isVisible = false
  private(set) var regions: [Region] = []
  /// The picture that was drawn last; empty for none.
  private(set) var pixels: [UInt8] = []
  /// The number of times that the loop has waited for a frame on its way.
  private(set) var waitCount = 0
  private var isFlipping = false
  private var flipTime: Int64?

  init(
    _ name: String, size: PixelSize = PixelSize(width: 96, height: 64)
  ) {
    super.init(
      name: name,
      mode: OutputMode(size: size, scale: 1, format: .xrgb8888, refreshMillihertz: 60_000))
  }

  /// The device behind it changed: its picture is lost.
  func exchange(mode: OutputMode? = nil) {
    if let mode { self.mode = mode }
    changeCount += 1
    pixels = []
  }

  /// The frame on its way is shown.
  func flip(at time: Int64) {
    isFlipping = false
    flipTime = time
    didFlip()
  }

  /// True if the last frame was drawn whole.
  var hasWholeFrame: Bool { regions.last.map { $0.area == size.width * size.height } ?? false }

  override var isBusy: Bool { isFlipping }
  override var hasVerticalBlank: Bool { flips }
  override var drawsInSight: Bool { isVisible }

  override func takeFlip() -> Int64? {
    defer { flipTime = nil }
    return flipTime
  }

  override func finish() {
    waitCount += 1
    isFlipping = false
  }

  override func loseFlip() -> Bool {
    defer { isFlipping = false }
    return isFlipping
  }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    regions.append(damage)
    let buffer = PixelBuffer(size: size, format: format)
    unsafe buffer.surface.base.copyMemory(from: pixels, byteCount: pixels.count)
    draw(buffer.surface, damage)
    pixels = buffer.bytes
    if let fault { throw fault }
    isFlipping = flips
    return nil
  }
}

/// A graphics card with monitors.
final class FakeCard: Backend {
  /// The result of the next scan; nil for the present screens.
  var found: [FakeScreen]?
  var lossOnRescan: OutputError?
  private(set) var rescanCount = 0
  /// The screens of a card that another program holds, once it can be opened.
  var taken: [FakeScreen]?
  private(set) var attemptCount = 0
  private(set) var isSuspended = false
  private(set) var isClosed = false
  /// The way in which its last picture stays.
  private(set) var retention: Retention?
  var mayBeLeft = true
  /// The screens of other cards, which stay when this one is gone.
  var others: [FakeScreen]?

  init(_ screens: FakeScreen...) {
    super.init(name: "fake")
    outputs = screens
  }

  override func dropLost() -> Bool {
    guard let others else { return false }
    outputs = others
    return true
  }

  override var canBeLeft: Bool { mayBeLeft }

  override func rescan() throws(OutputError) {
    rescanCount += 1
    if let lossOnRescan { throw lossOnRescan }
    if let found { outputs = found }
  }

  func setTaken() { hasTakenDevice = true }

  /// Gives the card a descriptor for its events, which the test keeps open.
  func setEvents(_ descriptor: borrowing FileDescriptor) {
    eventDescriptor = descriptor.rawValue
  }

  override func openTaken() {
    attemptCount += 1
    guard let taken else { return }
    outputs += taken
    hasTakenDevice = false
  }

  override func suspend() {
    isSuspended = true
    for output in outputs { output.state = .suspended }
  }

  override func resume() throws(OutputError) {
    isSuspended = false
    for output in outputs { output.state = .enabled }
  }

  override func close(retaining retention: Retention?) -> RetainedPicture {
    isClosed = true
    self.retention = retention
    return retention == nil ? .none : .byMemory
  }
}

/// Opens one card after the other, the last one again and again.
final class FakeCards {
  var results: [Result<FakeCard, OutputError>]
  private(set) var openCount = 0

  init(_ results: [Result<FakeCard, OutputError>]) { self.results = results }

  func open() throws(OutputError) -> Backend {
    openCount += 1
    return try (results.count > 1 ? results.removeFirst() : results[0]).get()
  }
}
