import Geometry
import JSON
import Lottie
import Raster
import Testing

/// Draws small animations and looks at their pixels.
struct LottieCanvas {
  let file: LottieFile
  let size: PixelSize

  /// - Parameters:
  ///   - layers: the list of layers, as JSON.
  ///   - more: further members of the file, each with a comma behind it.
  init(
    _ layers: String, more: String = "", width: Int = 40, height: Int = 40, end: Double = 100
  ) throws {
    let text = """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": \(end), "w": \(width), "h": \(height), \(more)
       "layers": [\(layers)]}
      """
    file = try LottieFile(parsing: Array(text.utf8))
    size = PixelSize(width: width, height: height)
  }

  init(_ file: LottieFile) {
    self.file = file
    size = PixelSize(width: Int(file.size.width), height: Int(file.size.height))
  }

  /// The picture at a frame; there are ten of them in a second.
  func picture(at frame: Double = 0, size: PixelSize? = nil) -> Picture {
    let size = size ?? self.size
    let buffer = PixelBuffer(size: size, format: .argb8888)
    file.draw(at: frame / 10, into: buffer.surface)
    return Picture(width: size.width, pixels: buffer.makeImage().premultipliedPixels)
  }

  /// A red text in a file that has the characters x and space; each x is five wide, ten high and
  /// takes ten.
  static func text(
    _ text: String, at place: String = "[20, 30]", justification: Int = 0, more: String = "",
    animators: String = "", pivot: String = "{}"
  ) throws -> LottieCanvas {
    let glyph =
      #"{"ch": "x", "fFamily": "F", "style": "R", "size": 10, "w": 100, "data": {"shapes": ["#
      + #"{"ty": "gr", "it": [{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [50, 0], [50, -100], "#
      + #"[0, -100]], "i": [], "o": []}}}]}]}}, {"ch": " ", "fFamily": "F", "style": "R", "w": 50}"#
    return try LottieCanvas(
      #"{"ty": 5, "ip": 0, "op": 9, "ks": {"p": {"k": \#(place)}}, "t": {"a": [\#(animators)], "m": \#(pivot), "d": {"k": [{"t": 0, "s": "#
        + #"{"t": "\#(text)", "f": "FR", "s": 10, "j": \#(justification), "tr": 0, "lh": 12, \#(more) "#
        + #""fc": [1, 0, 0]}}]}}}"#,
      more:
        #""fonts": {"list": [{"fName": "FR", "fFamily": "F", "fStyle": "R", "ascent": 75}]}, "chars": [\#(glyph)],"#
    )
  }

  struct Picture {
    var width: Int
    var pixels: [UInt32]

    /// Premultiplied `0xAARRGGBB`.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

    /// The number of pixels with an alpha of at least a half.
    var area: Int { pixels.count { $0 >> 24 >= 128 } }
  }
}

/// JSON of layers and shapes; members that a test does not give have defaults.
enum Sketch {
  /// A value of a JSON text, which lives as long as the body is called.
  static func reading<Result>(
    _ text: String, _ body: (JSONCursor) throws -> Result
  ) throws -> Result {
    let tape = try JSONTape(parsing: Array(text.utf8))
    return try withExtendedLifetime(tape) { try body(tape.root) }
  }

  /// A layer of shapes that is seen for a hundred frames.
  static func shapes(_ items: String, ks: String = "{}", more: String = "") -> String {
    """
    {"ty": 4, "ip": 0, "op": 100, "st": 0, "ks": \(ks), \(more) "shapes": [\(items)]}
    """
  }

  static func solid(
    _ color: String, width: Int = 40, height: Int = 40, ks: String = "{}", more: String = ""
  ) -> String {
    """
    {"ty": 1, "ip": 0, "op": 100, "st": 0, "ks": \(ks), \(more)
     "sw": \(width), "sh": \(height), "sc": "\(color)"}
    """
  }

  /// A rectangle about a centre.
  static func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, isReversed: Bool = false
  ) -> String {
    """
    {"ty": "rc", "d": \(isReversed ? 3 : 1), "p": {"k": [\(x), \(y)]},
     "s": {"k": [\(width), \(height)]}, "r": {"k": 0}}
    """
  }

  static func fill(_ red: Double, _ green: Double, _ blue: Double, opacity: Double = 100)
    -> String
  {
    """
    {"ty": "fl", "c": {"k": [\(red), \(green), \(blue), 1]}, "o": {"k": \(opacity)}, "r": 1}
    """
  }

  static func stroke(_ width: Double, cap: Int = 1) -> String {
    """
    {"ty": "st", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}, "w": {"k": \(width)},
     "lc": \(cap), "lj": 1, "ml": 4}
    """
  }

  /// A stroke, eight wide, that may go beyond all measure at a corner.
  static let endlessStroke =
    #"{"ty": "st", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}, "w": {"k": 8}, "lc": 1, "lj": 1, "ml": 1e308}"#

  /// An open line between two points.
  static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> String {
    """
    {"ty": "sh", "ks": {"k": {"c": false, "v": [[\(x0), \(y0)], [\(x1), \(y1)]],
     "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}}
    """
  }

  static func group(_ items: String, tr: String = "") -> String {
    """
    {"ty": "gr", "it": [\(items)\(tr.isEmpty ? "" : #", {"ty": "tr", \#(tr)}"#)]}
    """
  }
}
