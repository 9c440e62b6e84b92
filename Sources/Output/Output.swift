public import Geometry
import Images
public import Raster

/// Where frames go: a display, or something in its place.
///
/// The seam that every backend keeps:
/// - An output lends a surface for the time of a drawing, and tells which region of it has to be
///   drawn: the damage, and what the lent buffer lacks of earlier frames. Displays lend their
///   buffers in turn. What lies outside the region holds the picture already.
/// - The caller draws that region, or of one with a cover at least what is covered, for the
///   presentation time it was given.
/// - The output then shows the frame. A failure to show leaves the buffer as it was drawn: the
///   output stays usable, and the next frame tries again.
/// - While `isBusy` a frame is on its way to the screen, and none is to be presented.
/// - A suspended output takes frames and draws none of them; when it is resumed the next frame
///   draws everything.
/// - Without a call nothing runs: no timer, and no memory before the first frame.
public class Output {
  /// A short name for people and clients: `png`, `none`, or the connector's as in `HDMI-A-1`.
  public let name: String
  /// What the picture is like. It changes only when the backend looks again at what there is.
  public internal(set) var mode: OutputMode
  /// Counts the times that what is behind the output changed and nothing is left of its picture.
  public internal(set) var changeCount = 0
  public internal(set) var state: OutputState = .enabled
  /// Frames presented so far, those included that could not be shown.
  public private(set) var frameCount = 0

  /// True if the drawing of the frame at work was cut: the frame is not to be shown.
  final private(set) var isAbandoned = false

  /// The most pixels a side.
  public static var sideLimit: Int { 16384 }

  init(name: String, mode: OutputMode) {
    self.name = name
    self.mode = mode
  }

  public final var size: PixelSize { mode.size }
  public final var scale: Double { mode.scale }
  public final var format: PixelFormat { mode.format }
  public final var refreshMillihertz: Int { mode.refreshMillihertz }

  /// This output, if its frames can be read from memory.
  public var headless: HeadlessOutput? { nil }

  /// True if a frame is on its way to the screen.
  public var isBusy: Bool { false }

  /// True if the display tells when frames are shown, by its vertical blanks. Otherwise the caller
  /// paces frames by the refresh.
  public var hasVerticalBlank: Bool { false }

  /// True if a frame is best presented shortly before the blank that shows it, since presenting
  /// waits for that.
  public var presentsLate: Bool { false }

  /// True if frames are drawn into the picture that is seen.
  public var drawsInSight: Bool { false }

  /// Draws and shows a frame.
  /// - Parameters:
  ///   - damage: what changed since the last frame, in pixels of the picture.
  ///   - time: when the frame is seen, in microseconds of the caller's clock.
  ///   - draw: draws a region of the surface, both in pixels. The surface ends with the call.
  /// - Returns: what was shown, or is on its way.
  /// - Throws: `frameNotShown`, after drawing; `frameAbandoned` where that was cut.
  public final func present(
    _ damage: Region, at time: Int64, draw: (Surface, Region) -> Void
  ) throws(OutputError) -> Presentation {
    precondition(!isBusy, "the last frame is still on its way")
    frameCount += 1
    isAbandoned = false
    let isRecovery: Bool
    if case .failing = state { isRecovery = true } else { isRecovery = false }
    if case .suspended = state {
      return Presentation(frame: frameCount, time: time, hash: nil, isRecovery: false)
    }
    let hash: FrameHash?
    do throws(OutputFault) {
      hash = try show(damage.intersection(PixelRect(size)), frame: frameCount, draw: draw)
    } catch {
      let isRepetition = state.isFailing(like: error)
      if case .suspended = state {} else { state = .failing(error) }
      throw .frameNotShown(frame: frameCount, error, isRepetition: isRepetition)
    }
    guard !isAbandoned else {
      frameCount -= 1
      throw .frameAbandoned
    }
    // A lost frame is forgiven when another comes to be shown.
    if isBusy, state == .failing(.noFlip) {
      return Presentation(frame: frameCount, time: time, hash: hash, isRecovery: false)
    }
    if isRecovery { state = .enabled }
    return Presentation(frame: frameCount, time: time, hash: hash, isRecovery: isRecovery)
  }

  /// To be called in `draw` where that leaves out a part of what it was to draw: the frame counts for
  /// nothing, and the next one has to draw everything.
  public final func abandonFrame() { isAbandoned = true }

  /// Draws a frame and shows it, unless it `isAbandoned` in the drawing. For the backends.
  /// - Parameter damage: within the picture.
  /// - Returns: the frame's hash, where the output hashes.
  func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    preconditionFailure("every output shows frames")
  }

  /// When the frame that was on its way came to be shown, in microseconds of the monotonic clock;
  /// nil if none did since the last call.
  public func takeFlip() -> Int64? { nil }

  /// Waits until no frame is on its way, but not for ever.
  public func finish() {}

  /// Waits no longer for the frame that is on its way: the display does not tell of it. If it comes
  /// to be shown after all, nobody minds.
  /// - Throws: `frameNotShown`, if a frame was on its way.
  public final func giveUpFlip() throws(OutputError) {
    guard loseFlip() else { return }
    let isRepetition = state.isFailing(like: .noFlip)
    state = .failing(.noFlip)
    throw .frameNotShown(frame: frameCount, .noFlip, isRepetition: isRepetition)
  }

  /// A frame that was on its way came to be shown. For the backends that have one.
  final func didFlip() { if state == .failing(.noFlip) { state = .enabled } }

  /// Takes the frame that is on its way for shown. For the backends that have one.
  /// - Returns: whether there was one.
  func loseFlip() -> Bool { false }
}
