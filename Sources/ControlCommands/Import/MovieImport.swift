import Foundation
import Geometry
import Images
import Raster
import Scene

/// A GIF or WebP file as a layer: of frames in an animated PNG, or of one picture.
struct MovieImport {
  private(set) var scene: ImportedScene

  private static let mostPictures = 10_000
  /// Pixels of all pictures together: twelve seconds of 1080p at 60 a second.
  private static let pixelLimit = 12 * 60 * 1920 * 1080

  /// - Returns: nil for a file of another kind.
  static func open(_ bytes: [UInt8], _ path: String) throws(ClientError) -> MovieImport? {
    if GIFReader.isGIF(bytes) { return try MovieImport(GIFReader(bytes, path), path) }
    if WebPReader.isWebP(bytes) { return try MovieImport(WebPReader(bytes, path), path) }
    return nil
  }

  private init(_ reader: any MovieReader, _ path: String) throws(ClientError) {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    scene = ImportedScene(origin: URL(fileURLWithPath: path).lastPathComponent, name: name)
    let size = reader.size
    scene.size = [Double(size.width), Double(size.height)]
    let (bytes, count, light) = try Self.movie(reader, path)
    scene.chooseBackground(for: light)
    var layer = ImportedScene.Entry()
    layer.set("name", count > 1 ? "animation" : "picture")
    layer.set("kind", count > 1 ? "frames" : "image")
    layer.set("file", "pictures.png")
    layer.set("size", scene.size)
    if count > 1 {
      if reader.runCount == 0 {
        layer.set("repeat", "forever")
      } else if reader.runCount > 1 {
        layer.set("repeat", Double(reader.runCount))
      }
    }
    scene.layers.append(layer)
    try scene.add("pictures.png", bytes, from: path)
  }

  private static func movie(
    _ reader: any MovieReader, _ path: String
  ) throws(ClientError) -> (bytes: [UInt8], count: Int, light: PaintedLight) {
    let size = reader.size
    let encoder = try PictureFile.wrapping { () throws(ImageFileError) in
      try APNGEncoder(
        size: size, loopCount: reader.runCount, compression: .small,
        byteLimit: SceneLimits.imageFileSize)
    }
    var last: [UInt32] = []
    var (time, count) = (Int64(0), 0)
    var light = PaintedLight()
    while let (picture, duration) = try reader.next() {
      var pixels = picture
      count += 1
      // The limits of a frames layer.
      guard count <= mostPictures, count * pixels.count <= pixelLimit,
        count == 1 || pixels.count <= SceneLimits.imagePixels / 2
      else {
        throw ClientError(
          .refused, "\(path): \(count) pictures of \(size.width)x\(size.height) are too many",
          hint: "make it shorter or smaller")
      }
      light.add(pixels)
      let changed = count == 1 ? PixelRect(size) : changes(from: last, to: pixels, size)
      try withSurface(of: &pixels, size) { surface throws(ImageFileError) in
        try encoder.add(surface, damage: Region(changed), at: time)
      }
      try check(encoder, path)
      last = pixels
      time += max(duration, 1000)
    }
    guard count > 0 else { throw ClientError(.refused, "\(path) has no picture") }
    let bytes = try withSurface(of: &last, size) { surface throws(ImageFileError) in
      count == 1
        ? try PNGEncoder(compression: .small).encode(surface)
        : try encoder.finish(surface, at: time)
    }
    try check(encoder, path)
    return (bytes, count, light)
  }

  /// Refuses more frames than a frames layer may have: a picture that is shown for longer than a
  /// minute takes several.
  private static func check(_ encoder: APNGEncoder, _ path: String) throws(ClientError) {
    guard encoder.frameCount > mostPictures else { return }
    throw ClientError(
      .refused, "\(path): its pictures are shown for too long", hint: "make it shorter")
  }

  /// The bounds of the pixels that differ.
  private static func changes(
    from old: [UInt32], to new: [UInt32], _ size: PixelSize
  ) -> PixelRect {
    var bounds = PixelRect(minX: .max, minY: .max, maxX: 0, maxY: 0)
    for index in new.indices where old[index] != new[index] {
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      bounds = PixelRect(
        minX: min(bounds.minX, x), minY: min(bounds.minY, y), maxX: max(bounds.maxX, x + 1),
        maxY: y + 1)
    }
    return bounds.maxY == 0 ? PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) : bounds
  }

  private static func withSurface<Result>(
    of pixels: inout [UInt32], _ size: PixelSize, _ body: (Surface) throws(ImageFileError) -> Result
  ) throws(ClientError) -> Result {
    try PictureFile.wrapping { () throws(ImageFileError) in
      try unsafe pixels.withUnsafeMutableBufferPointer { words throws(ImageFileError) in
        guard let base = words.baseAddress else { preconditionFailure("a picture has pixels") }
        return try unsafe body(
          Surface(
            base: base, width: size.width, height: size.height, stride: size.width * 4,
            format: .argb8888))
      }
    }
  }
}
