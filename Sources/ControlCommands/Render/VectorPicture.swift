import Compositor
import Geometry
import Layers
import Raster
import SVG

/// An SVG file that is drawn as it is.
final class VectorPicture: DrawnFile {
  let picture: SVGPicture
  private let path: String
  let warnings: [String]

  private init(_ picture: SVGPicture, _ path: String) throws(ClientError) {
    self.picture = picture
    self.path = path
    // Content that is not drawn is found when the layers are made; their size makes no difference.
    _ = try VectorPicture.layer(of: picture, path, size: Size(width: 1, height: 1))
    warnings = picture.warnings.map { "line \($0.line): \($0.message)" }
  }

  /// Nil where the bytes are no XML.
  static func open(_ bytes: [UInt8], _ path: String) throws(ClientError) -> VectorPicture? {
    guard SVGPicture.isXML(bytes) else { return nil }
    let picture: SVGPicture
    do throws(SVGError) {
      picture = try SVGPicture(
        bytes, read: { DrawnFiles.bytes(of: $0, beside: path) }, decode: WebPStill.image)
    } catch {
      throw failure(path, error)
    }
    return try VectorPicture(picture, path)
  }

  func draw(at seconds: Double, into surface: Surface) throws(ClientError) -> Region {
    let size = Size(width: Double(surface.width), height: Double(surface.height))
    let tree = LayerTree(root: try VectorPicture.layer(of: picture, path, size: size))
    tree.advance(to: 0)
    let compositor = Compositor(tree: tree, size: surface.size)
    compositor.draw(compositor.update(), into: surface)
    return Region(PixelRect(surface.size))
  }

  static func layer(
    of picture: SVGPicture, _ path: String, size: Size
  ) throws(ClientError) -> Layer {
    do throws(SVGError) {
      return try picture.makeLayer(size: size)
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: SVGError) -> ClientError {
    let place = [error.line, error.column].filter { $0 > 0 }.map { ":\($0)" }.joined()
    return ClientError(.refused, "\(path)\(place): \(error.message)")
  }
}
