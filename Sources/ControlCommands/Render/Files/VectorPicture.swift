import Geometry
import Layers
import Lottie
import Raster
import SVG

/// An SVG file that is drawn as it is.
final class VectorPicture: DrawnFile {
  let picture: SVGPicture
  private let path: String
  /// The layers of the size that was drawn last.
  private var built: (size: Size, layer: Layer)?

  private init(_ picture: SVGPicture, _ path: String) {
    self.picture = picture
    self.path = path
  }

  /// Nil where the bytes are no XML.
  static func open(_ bytes: [UInt8], _ path: String) throws(ClientError) -> VectorPicture? {
    guard SVGPicture.isXML(bytes) else { return nil }
    var limits = SVGLimits()
    limits.workOf = { DrawingCost.of($0, $1, in: $2) }
    let picture: SVGPicture
    do throws(SVGError) {
      picture = try SVGPicture(
        bytes, limits: limits, read: { DrawnFiles.bytes(of: $0, beside: path) },
        decode: StillPicture.image)
    } catch {
      throw failure(path, error)
    }
    return VectorPicture(picture, path)
  }

  func draw(at seconds: Double, into surface: Surface) throws(ClientError) -> Region {
    let root = try layer(surface.size)
    // A layer can be part of one tree only, so it is not kept.
    built = nil
    var budget = DrawingBudget()
    guard budget.draw(root, into: surface) else {
      throw ClientError(
        .refused, "\(path): the picture would take more than about ten seconds to draw",
        hint: "a smaller --size, or fewer groups, strokes and clips over each other")
    }
    return Region(PixelRect(surface.size))
  }

  /// A file that takes too much work is refused before it is drawn.
  var excess: String? { nil }

  /// Filters that are left out may depend on the size.
  func warnings(at size: PixelSize) throws(ClientError) -> [String] {
    _ = try layer(size)
    return picture.warnings.map { "line \($0.line): \($0.message)" }
  }

  private func layer(_ pixels: PixelSize) throws(ClientError) -> Layer {
    let size = Size(width: Double(pixels.width), height: Double(pixels.height))
    if let built, built.size == size { return built.layer }
    let layer = try VectorPicture.layer(of: picture, path, size: size)
    built = (size, layer)
    return layer
  }

  /// - Parameter scale: pixels of a unit of the layer.
  static func layer(
    of picture: SVGPicture, _ path: String, size: Size, scale: Double = 1
  ) throws(ClientError) -> Layer {
    do throws(SVGError) {
      return try picture.makeLayer(size: size, scale: scale)
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: SVGError) -> ClientError {
    let place = [error.line, error.column].filter { $0 > 0 }.map { ":\($0)" }.joined()
    return ClientError(.refused, "\(path)\(place): \(error.message)")
  }
}
