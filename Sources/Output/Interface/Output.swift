public import Geometry
import Images
public import Raster

/// The destination of frames: a display, or a replacement for one.
///
/// The contract of every backend:
/// - An output lends a surface for one drawing, together with the region that has to be drawn: the
///   damage, and the parts of earlier frames that the lent buffer lacks. Displays lend their
///   buffers in turn. Outside of the region the buffer has the picture already.
/// - The caller draws that region, or if it has shapes at least the part in these, for the given
///   presentation time.
/// - The output then shows the frame. After a failure to show, the buffer keeps the drawing: the
///   output stays usable, and the next frame tries again.
/// - While `isBusy` a frame is pending, and none may be presented.
/// - A suspended output accepts frames and draws none of them; after it is resumed the next frame
///   draws everything.
/// - Without a call nothing runs: no timer, and no memory before the first frame.
public class Output {
  /// A short name for people and clients: `png`, `y4m`, `none`, or a connector's name such as
  /// `HDMI-A-1`.
  public let name: String
  /// The format of the picture. It changes only when the backend scans for displays again.
  public internal(set) var mode: OutputMode
  /// Counts the changes of the device after which its picture is lost.
  public internal(set) var changeCount = 0
  public internal(set) var state: OutputState = .enabled
  /// Frames presented so far, including ones that could not be shown.
  public private(set) var frameCount = 0

  /// True if the present drawing was interrupted: the frame must not be shown.
  final private(set) var isAbandoned = false

  /// The most pixels a side.
  public static var sideLimit: Int { 16384 }
  /// The most pixels of a picture in memory: 256 MiB. A square with sides of `sideLimit` would
  /// take a gigabyte, and each copy of it as much.
  public static var pixelLimit: Int { 1 << 26 }

  init(name: String, mode: OutputMode) {
    self.name = name
    self.mode = mode
  }

  /// In pixels of the picture, before it is rotated for the screen.
  public final var size: PixelSize { mode.size }
  /// Pixels in a point.
  public final var scale: Double { mode.scale }
  public final var format: PixelFormat { mode.format }
  /// In thousandths of a hertz; 60 000 if unknown.
  public final var refreshMillihertz: Int { mode.refreshMillihertz }

  /// True if a frame is pending.
  public var isBusy: Bool { false }

  /// True if the display reports when frames are shown, by its vertical blanks. Otherwise the
  /// caller paces frames by the refresh.
  public var hasVerticalBlank: Bool { false }

  /// True if a frame should be presented shortly before the blank that shows it, since presenting
  /// waits for the blank.
  public var presentsLate: Bool { false }

  /// True if frames are drawn into the visible picture.
  public var drawsInSight: Bool { false }

  /// Draws and shows a frame.
  /// - Parameters:
  ///   - damage: the changes since the last frame, in pixels of the picture.
  ///   - time: the presentation time, in microseconds of the caller's clock.
  ///   - draw: draws a region of the surface, both in pixels. The surface ends with the call.
  /// - Returns: the frame that was shown, or is pending.
  /// - Throws: `frameNotShown`, after drawing; `frameAbandoned` if that was interrupted.
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
    // After a lost frame, the output has recovered only once another frame is shown.
    if isBusy, state == .failing(.noFlip) {
      return Presentation(frame: frameCount, time: time, hash: hash, isRecovery: false)
    }
    if isRecovery { state = .enabled }
    return Presentation(frame: frameCount, time: time, hash: hash, isRecovery: isRecovery)
  }

  /// To be called in `draw` if a part of the region is left out: the frame is void, and the
  /// next one has to draw everything.
  public final func abandonFrame() { isAbandoned = true }

  /// Draws a frame and shows it, unless it `isAbandoned` during the drawing. For the backends.
  /// - Parameter damage: within the picture.
  /// - Returns: the frame's hash, if the output computes hashes.
  func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    preconditionFailure("every output shows frames")
  }

  /// The time when the pending frame was shown, in microseconds of the monotonic clock; nil if none
  /// was since the last call.
  public func takeFlip() -> Int64? { nil }

  /// Waits until no frame is pending, up to a limit.
  public func finish() {}

  /// Stops waiting for the pending frame: the display does not report it. If it is shown after all,
  /// that does no harm.
  /// - Throws: `frameNotShown`, if a frame was pending.
  public final func giveUpFlip() throws(OutputError) {
    guard loseFlip() else { return }
    let isRepetition = state.isFailing(like: .noFlip)
    state = .failing(.noFlip)
    throw .frameNotShown(frame: frameCount, .noFlip, isRepetition: isRepetition)
  }

  /// Records that a pending frame was shown. For backends that have one.
  final func didFlip() { if state == .failing(.noFlip) { state = .enabled } }

  /// Counts the pending frame as shown. For the backends that have one.
  /// - Returns: true if there was one.
  func loseFlip() -> Bool { false }
}
