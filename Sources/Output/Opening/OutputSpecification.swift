public import Geometry
public import Raster

/// The requested output, as given on the command line.
public struct OutputSpecification: Equatable, Sendable {
  /// The destination of frames.
  public enum Destination: Equatable, Sendable {
    /// The best available output.
    case auto
    /// A display by DRM: the given node, or else the first with a monitor; and the given connector,
    /// or else all.
    case drm(node: String?, connector: String?)
    /// A framebuffer device: the given one, or else the first usable one.
    case fbdev(node: String?)
    /// PNG files in a directory.
    case png(directory: String)
    /// A file of whole frames, one after the other.
    case stream(FrameStreamFormat, path: String)
    /// Frames are drawn and kept in memory for screenshots.
    case none
  }

  public var destination: Destination

  /// False for frames that are kept in memory or written to files: they have no console, no hotplug
  /// and no person in front of them.
  public var isForDisplays: Bool {
    switch destination {
    case .png, .stream, .none: false
    case .auto, .drm, .fbdev: true
    }
  }

  /// Pixels; nil for the display's preference, or 1280×720 without one.
  public var size: PixelSize?
  /// Frames in a thousand seconds; nil for the display's preference, or 60 Hz.
  public var refreshMillihertz: Int?
  /// Pixels in a point; nil for a scale that suits the display's size, or 1.
  public var scale: Double?
  /// Nil for the display's preference, or XRGB8888.
  public var format: PixelFormat?
  /// Nil for the panel's own orientation.
  public var rotation: Rotation?
  /// The console that is kept from writing on the screen.
  public enum Terminal: Equatable, Sendable {
    /// The one that the process was started on, or else the visible one.
    case active
    case number(Int)
    case none
  }

  public var terminal: Terminal = .active
  /// The FIFO or the terminal that keys come from; nil for the console.
  public var keyboardPath: String?
  /// The longest time for which a retained picture keeps the console's text off the screen, if no
  /// program takes over.
  public var retainSeconds = 30
  /// True to end if there is no display, instead of waiting for one.
  public var requiresDisplay = false

  public init(
    destination: Destination = .auto, size: PixelSize? = nil, scale: Double? = nil,
    format: PixelFormat? = nil
  ) {
    self.destination = destination
    self.size = size
    self.scale = scale
    self.format = format
  }

  /// Reads the value of `--output`: `auto`, `drm`, `drm:NODE`, `drm:CONNECTOR`,
  /// `drm:NODE:CONNECTOR`, `fbdev`, `fbdev:NODE`, `none`,
  /// `png:DIR`, `y4m:FILE` or `raw:FILE`.
  public mutating func setDestination(_ text: String) throws(OutputOptionError) {
    switch text {
    case "auto": destination = .auto
    case "none": destination = .none
    case "drm": destination = .drm(node: nil, connector: nil)
    case "fbdev": destination = .fbdev(node: nil)
    case _ where text.utf8.starts(with: "fbdev:/".utf8):
      destination = .fbdev(node: String(text.dropFirst(6)))
    case _ where text.utf8.starts(with: "drm:".utf8) && text.utf8.count > 4:
      let rest = text.dropFirst(4)
      let parts = rest.split(separator: ":", maxSplits: 1)
      if rest.utf8.first == UInt8(ascii: "/") {
        destination = .drm(
          node: String(parts[0]), connector: parts.count > 1 ? String(parts[1]) : nil)
      } else {
        destination = .drm(node: nil, connector: String(rest))
      }
    case _ where text.utf8.starts(with: "png:".utf8) && text.utf8.count > 4:
      destination = .png(directory: String(text.dropFirst(4)))
    case _ where text.utf8.starts(with: "y4m:".utf8) && text.utf8.count > 4:
      destination = .stream(.y4m, path: String(text.dropFirst(4)))
    case _ where text.utf8.starts(with: "raw:".utf8) && text.utf8.count > 4:
      destination = .stream(.raw, path: String(text.dropFirst(4)))
    default:
      throw OutputOptionError(
        option: "--output", value: text,
        expected: "auto, drm[:NODE][:CONNECTOR], fbdev[:NODE], png:DIR, y4m:FILE, raw:FILE or none",
        hint: text == "png:" || text == "png"
          ? "name a directory, as in png:frames"
          : "for a PNG file a frame say png:frames")
    }
  }

  /// Reads the value of `--size`: `WxH` or `WxH@HZ`, in pixels and hertz.
  public mutating func setSize(_ text: String) throws(OutputOptionError) {
    let error = OutputOptionError(
      option: "--size", value: text,
      expected: "WxH or WxH@HZ in pixels, each side from 1 to \(Output.sideLimit)",
      hint: "as in 1920x1080@60")
    let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2 {
      guard let rate = Self.decimal(String(halves[1])), rate >= 1, rate <= 1000 else { throw error }
      refreshMillihertz = Int((rate * 1000).rounded())
    }
    let parts = halves[0].split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Self.count(parts[0]), let height = Self.count(parts[1])
    else { throw error }
    size = PixelSize(width: width, height: height)
  }

  /// Reads the value of `--scale`: a decimal number of pixels in a point.
  public mutating func setScale(_ text: String) throws(OutputOptionError) {
    guard let value = Self.decimal(text), value >= 0.25, value <= 16 else {
      throw OutputOptionError(
        option: "--scale", value: text, expected: "a number from 0.25 to 16",
        hint: "2 suits a display of twice the usual density")
    }
    scale = value
  }

  /// Reads the value of `--rotate`: degrees clockwise.
  public mutating func setRotation(_ text: String) throws(OutputOptionError) {
    switch text {
    case "0": rotation = .upright
    case "90": rotation = .right
    case "180": rotation = .upsideDown
    case "270": rotation = .left
    default:
      throw OutputOptionError(
        option: "--rotate", value: text, expected: "0, 90, 180 or 270",
        hint: "the picture is rotated clockwise by so many degrees")
    }
  }

  /// Reads the value of `--vt`: a terminal's number, `active` or `none`.
  public mutating func setTerminal(_ text: String) throws(OutputOptionError) {
    switch text {
    case "active": terminal = .active
    case "none": terminal = .none
    default:
      guard let number = Self.count(text[...]), number <= 63 else {
        throw OutputOptionError(
          option: "--vt", value: text, expected: "active, none or a number from 1 to 63",
          hint: "as in 1 for /dev/tty1")
      }
      terminal = .number(number)
    }
  }

  /// Reads the value of `--retain-limit`: seconds.
  public mutating func setRetainLimit(_ text: String) throws(OutputOptionError) {
    guard let number = Self.count(text[...]), number <= 255 else {
      throw OutputOptionError(
        option: "--retain-limit", value: text, expected: "seconds from 1 to 255",
        hint: "the console's text comes back so long after 'quit --retain'")
    }
    retainSeconds = number
  }

  /// Reads the value of `--format`: DRM's name of a pixel format.
  public mutating func setFormat(_ text: String) throws(OutputOptionError) {
    for format in PixelFormat.allCases where format.name == text {
      self.format = format
      return
    }
    var names = ""
    for format in PixelFormat.allCases {
      names += (names.isEmpty ? "" : ", ") + format.name
    }
    throw OutputOptionError(
      option: "--format", value: text, expected: "one of " + names,
      hint: "XRGB8888 suits most displays")
  }

  /// Only digits, from 1 to the limit.
  private static func count(_ text: Substring) -> Int? {
    guard let number = digits(text), number >= 1, number <= Output.sideLimit else { return nil }
    return number
  }

  /// Digits with at most one point among them: exact up to nine digits on either side.
  private static func decimal(_ text: String) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = digits(parts[0]) else { return nil }
    guard parts.count == 2 else { return Double(whole) }
    guard let fraction = digits(parts[1]) else { return nil }
    var power = 1
    for _ in 0..<parts[1].utf8.count { power *= 10 }
    return Double(whole * power + fraction) / Double(power)
  }

  /// One to nine digits.
  private static func digits(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count) else { return nil }
    var number = 0
    for byte in text.utf8 {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}

/// The error for an option's invalid value.
public struct OutputOptionError: Error, Equatable, Sendable {
  public let option: String
  public let value: String
  public let expected: String
  public let hint: String

  /// One line.
  public var description: String {
    option + ": '" + value + "' is not " + expected + "; " + hint
  }
}
