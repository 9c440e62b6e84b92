public import Geometry
public import System

/// The reason why an output is not available, or a frame is not shown.
public enum OutputError: Error, Equatable, Sendable {
  /// The limit is in pixels a side.
  case invalidSize(PixelSize, limit: Int)
  case invalidScale(Double)
  /// The directory or the file for frames cannot be created.
  case noDirectory(SystemError)
  /// Frames cannot be put one after the other at a path of this kind.
  case notAFile(path: String, FileKind)
  /// A DRM node without screens, such as those of accelerators.
  case notADisplay(path: String)
  /// No device shows anything: the error of each device, and true if other programs have some of
  /// the devices.
  case noDisplay([String], isTaken: Bool)
  /// A framebuffer whose pixels are not packed words of 16, 24 or 32 bits with three colours.
  case unknownPacking(path: String, bitsPerPixel: Int)
  /// A device's node that cannot be opened.
  case notOpened(SystemError)
  /// Another program has the display.
  case noMaster(SystemError)
  /// The device is gone, or does not answer.
  case displayLost(SystemError)
  /// The output stays usable. A repetition is a failure for the same reason as that of the frame
  /// before; it need not be reported again.
  case frameNotShown(frame: Int, OutputFault, isRepetition: Bool)
  /// The caller has left out a part of the frame, since the screen is given up.
  case frameAbandoned

  /// True if the same was reported for the frame before.
  public var isRepetition: Bool {
    if case .frameNotShown(_, _, isRepetition: true) = self { return true }
    return false
  }

  /// True if another program has to release a device. No event reports when it does.
  public var isTaken: Bool {
    switch self {
    case .noMaster: true
    case .notOpened(let error), .displayLost(let error): error.isDenied
    case .noDisplay(_, let isTaken): isTaken
    default: false
    }
  }

  /// True if the reason may go away: a monitor is plugged in, a program ends.
  public var mayPass: Bool {
    switch self {
    case .notADisplay, .noDisplay, .unknownPacking, .noMaster, .notOpened, .displayLost:
      true
    case .invalidSize, .invalidScale, .noDirectory, .notAFile, .frameNotShown, .frameAbandoned:
      false
    }
  }

  private func joined(_ reasons: [String]) -> String {
    var text = ""
    for reason in reasons { text += (text.isEmpty ? "" : "; ") + reason }
    return text
  }

  /// One line: the failed action, the device, and a suggestion.
  public var description: String {
    switch self {
    case .invalidSize(let size, let limit):
      "the output cannot have \(size.width)×\(size.height) pixels: each side has 1 to \(limit), "
        + "and all together are at most \(Output.pixelLimit); choose another --size"
    case .invalidScale(let scale):
      "the output cannot have \(scale) pixels a point; choose another --scale"
    case .notAFile(let path, let kind):
      "'" + path + "' is " + kind.description
        + ", which may keep the daemon waiting; name a plain file, as one in /dev/shm"
    case .noDirectory(let error):
      "no place for frames: " + error.description
    case .notADisplay(let path):
      "'" + path + "' drives no screen; choose another node with --output drm:PATH"
    case .noDisplay(let reasons, _):
      "there is no display to show anything on: "
        + (reasons.isEmpty ? "neither /dev/dri nor /dev has a device of one" : joined(reasons))
    case .unknownPacking(let path, let bits):
      "'" + path + "' has pixels of \(bits) bits that cannot be drawn; set a mode of 16, 24 or 32 "
        + "bits with three colours, as by fbset or the kernel's vga= and video= parameters"
    case .noMaster(let error):
      "another program has the display: " + error.description
        + "; end it, or see 'firstlight doctor' for its name"
    case .notOpened(let error):
      "cannot open '" + (error.path ?? "") + "': " + error.reason + "; "
        + (error.isNotFound
          ? "'firstlight outputs' lists the displays that are there"
          : "'firstlight doctor' names the program that has it, and the group that may open it")
    case .displayLost(let error):
      "the display is gone: " + error.description
    case .frameNotShown(let frame, let error, _):
      "frame \(frame) is not shown: " + error.description
    case .frameAbandoned: "a frame was cut off while it was drawn"
    }
  }
}
