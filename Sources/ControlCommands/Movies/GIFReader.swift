import CGIF
import Geometry

/// Reads GIF files (GIF89a) by giflib, and puts their parts together to whole pictures.
@safe final class GIFReader: MovieReader {
  let size: PixelSize
  private(set) var runCount = 1
  private let path: String
  private let bytes: FixedBytes
  private let gif: UnsafeMutablePointer<firstlight_gif>
  private var file: GifFileType { unsafe gif.pointee.file.pointee }
  private var canvas: [UInt32] = []
  /// The change of the canvas before the next picture.
  private var disposal = Disposal.keep
  private var part = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  private var control = Control()
  private var pictureCount = 0
  private var line: [UInt8] = []

  /// The values of the format's disposal method.
  private enum Disposal {
    case keep, clear
    /// The canvas before the picture.
    case restore([UInt32])
  }

  /// The extension before a picture.
  private struct Control {
    /// Hundredths of a second.
    var delay = 0
    var disposal = 0
    var transparent: Int?
  }

  static func isGIF(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8))
  }

  init(_ bytes: [UInt8], _ path: String) throws(ClientError) {
    self.path = path
    self.bytes = FixedBytes(bytes)
    guard let gif = unsafe firstlight_gif_open(self.bytes.base, self.bytes.count) else {
      throw ClientError(.refused, "\(path) is not a valid GIF file")
    }
    unsafe self.gif = gif
    let (width, height) = unsafe (
      Int(gif.pointee.file.pointee.SWidth), Int(gif.pointee.file.pointee.SHeight)
    )
    size = PixelSize(width: width, height: height)
    try MovieSize.check(size, path)
    canvas = [UInt32](repeating: 0, count: width * height)
  }

  deinit { unsafe firstlight_gif_close(gif) }

  func next() throws(ClientError) -> (pixels: [UInt32], duration: Int64)? {
    control = Control()
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard unsafe DGifGetRecordType(gif.pointee.file, &kind) == GIF_OK else {
        // A file may lack its last byte, as browsers allow.
        if unsafe pictureCount > 0 && gif.pointee.count == 0 { return nil }
        throw damaged
      }
      switch kind {
      case EXTENSION_RECORD_TYPE: try readExtension()
      case IMAGE_DESC_RECORD_TYPE:
        try readPicture()
        return (canvas, MovieTime.shown(Int64(control.delay) * 10_000))
      case TERMINATE_RECORD_TYPE: return nil
      default: throw damaged
      }
    }
  }

  private var damaged: ClientError {
    ClientError(
      .refused,
      "\(path): the GIF file is damaged or cut off behind picture \(pictureCount)")
  }

  // MARK: Extensions

  private func readExtension() throws(ClientError) {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<UInt8>?
    guard unsafe DGifGetExtension(gif.pointee.file, &code, &block) == GIF_OK else { throw damaged }
    var isLooping = false
    while let bytes = unsafe block {
      // The first byte is the block's length.
      let content = unsafe Array(UnsafeBufferPointer(start: bytes + 1, count: Int(bytes[0])))
      if code == GRAPHICS_EXT_FUNC_CODE, content.count >= 4 {
        control.disposal = Int(content[0]) >> 2 & 7
        control.delay = Int(content[1]) | Int(content[2]) << 8
        control.transparent = content[0] & 1 == 1 ? Int(content[3]) : nil
      } else if code == APPLICATION_EXT_FUNC_CODE {
        if content.elementsEqual("NETSCAPE2.0".utf8) || content.elementsEqual("ANIMEXTS1.0".utf8) {
          isLooping = true
        } else if isLooping, content.count >= 3, content[0] == 1 {
          let count = Int(content[1]) | Int(content[2]) << 8
          // Repetitions behind the first run.
          runCount = count == 0 ? 0 : count + 1
        }
      }
      guard unsafe DGifGetExtensionNext(gif.pointee.file, &block) == GIF_OK else { throw damaged }
    }
  }

  // MARK: Pictures

  private func readPicture() throws(ClientError) {
    dispose()
    guard unsafe DGifGetImageDesc(gif.pointee.file) == GIF_OK else { throw damaged }
    let image = unsafe file.Image
    let (left, top) = unsafe (Int(image.Left), Int(image.Top))
    let (width, height) = unsafe (Int(image.Width), Int(image.Height))
    guard MovieSize.fits(PixelSize(width: width, height: height)) else { throw damaged }
    let colors = try unsafe palette(of: image)
    part = PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height)
      .intersection(PixelRect(size))
    switch control.disposal {
    case 2: disposal = .clear
    // Some programs write the method's third bit where they mean 3, and browsers follow them.
    case 3, 4: disposal = .restore(canvas)
    default: disposal = .keep
    }
    line = [UInt8](repeating: 0, count: width)
    // Rows come in four passes where they are interlaced.
    let passes = unsafe image.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    for (first, step) in passes {
      for row in stride(from: first, to: height, by: step) {
        let isRead = unsafe line.withUnsafeMutableBufferPointer { target in
          unsafe DGifGetLine(gif.pointee.file, target.baseAddress, Int32(width)) == GIF_OK
        }
        guard isRead else { throw damaged }
        draw(row: top + row, from: left, colors)
      }
    }
    pictureCount += 1
  }

  private func dispose() {
    switch disposal {
    case .keep: break
    case .clear:
      for y in part.minY..<max(part.maxY, part.minY) {
        for x in part.minX..<max(part.maxX, part.minX) { canvas[y * size.width + x] = 0 }
      }
    case .restore(let pixels): canvas = pixels
    }
  }

  private func palette(of image: GifImageDesc) throws(ClientError) -> [UInt32] {
    guard let map = unsafe image.ColorMap ?? file.SColorMap, let colors = unsafe map.pointee.Colors
    else { throw damaged }
    var words = [UInt32](repeating: 0xFF00_0000, count: 256)
    for index in 0..<min(max(Int(unsafe map.pointee.ColorCount), 0), 256) {
      let color = unsafe colors[index]
      words[index] =
        0xFF00_0000 | UInt32(color.Red) << 16 | UInt32(color.Green) << 8 | UInt32(color.Blue)
    }
    if let transparent = control.transparent { words[transparent] = 0 }
    return words
  }

  private func draw(row: Int, from left: Int, _ colors: [UInt32]) {
    guard row >= part.minY, row < part.maxY else { return }
    for x in part.minX..<max(part.maxX, part.minX) {
      let index = Int(line[x - left])
      if index == control.transparent { continue }
      canvas[row * size.width + x] = colors[index]
    }
  }
}
