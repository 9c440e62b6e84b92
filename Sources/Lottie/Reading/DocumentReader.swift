import CodeUnits
import Geometry
import Images
import JSON
import Raster

/// Makes a model of a file, and a warning about each part that is not drawn.
final class DocumentReader {
  /// The most warnings of a file.
  static let warningLimit = 100
  /// Pixels of all pictures together.
  private static let pixelLimit = 48 << 20

  private(set) var warnings: [String] = []
  private(set) var assets: [AssetModel] = []
  private(set) var resources = TextResources()
  /// A text for each font that is used.
  private(set) var documents: [TextDocument] = []
  /// Layers and groups around the part that is being read, for warnings: the kind of each, and the
  /// node with its name.
  private var place: [(kind: String, node: JSONCursor)] = []
  private var fontNames: Set<ExactText> = []
  /// The characters that the file has as outlines.
  private(set) var ownCharacters: Set<ExactText> = []
  private var assetNames: [ExactText: Int] = [:]

  private enum Picture {
    case image(Image)
    /// The warning in its place.
    case missing(String)
  }

  /// The path of a picture, or the address that is its data. A path may look like one.
  private struct PictureAddress: Hashable {
    let isData: Bool
    let text: ExactText
  }

  private var pictures: [PictureAddress: Picture] = [:]
  private var pixelCount = 0
  /// Contents of layers that are painted from nodes.
  private(set) var contentCount = 0
  /// The times of the values that are read.
  var changes = ChangeTimes()

  private let sources: PictureSources

  init(pictures: PictureSources) { sources = pictures }

  /// Notes that a thing at the current place is not drawn.
  func warn(_ what: String) {
    guard warnings.count < DocumentReader.warningLimit else { return }
    let names = place.map { kind, node in
      // Assets need not have a name.
      let name = node.member("nm")?.text ?? node.member("id")?.text ?? ""
      return name.isEmpty ? kind : kind + " '" + name + "'"
    }
    let line = names.isEmpty ? what : names.joined(separator: ", ") + ": " + what
    if !warnings.contains(where: { $0.isIdentical(to: line) }) { warnings.append(line) }
  }

  /// Reads a part of the file with its name in the place.
  func within<Result>(_ kind: String, _ node: JSONCursor, _ body: () -> Result) -> Result {
    place.append((kind, node))
    defer { place.removeLast() }
    return body()
  }

  /// Keeps a text if it is the first of its font.
  func note(_ document: TextDocument) {
    if fontNames.insert(ExactText(document.font)).inserted { documents.append(document) }
  }

  /// The number of the next content.
  func nextContent() -> Int {
    defer { contentCount += 1 }
    return contentCount
  }

  /// Reads the characters that texts have, the assets that layers refer to, the layers, and the
  /// fonts that their texts name.
  func composition(of root: JSONCursor) -> CompositionModel {
    if let list = root.member("assets")?.elements {
      for (index, node) in list.enumerated() {
        if let id = node.member("id")?.text { assetNames[ExactText(id)] = index }
      }
      readCharacters(root)
      for node in list { assets.append(asset(node)) }
    } else {
      readCharacters(root)
    }
    let model = CompositionModel(
      layers: root.member("layers")?.elements.map { layers($0) } ?? [])
    readFonts(root)
    return model
  }

  /// Place of an asset in the list.
  func asset(named id: String?) -> Int? { id.flatMap { assetNames[ExactText($0)] } }

  private func asset(_ node: JSONCursor) -> AssetModel {
    if let list = node.member("layers")?.elements {
      return within("composition", node) {
        .composition(CompositionModel(layers: layers(list)))
      }
    }
    guard let file = node.member("p")?.text else { return .missing }
    let picture = within("image", node) { image(file, in: node.member("u")?.text ?? "") }
    guard let image = picture else { return .missing }
    return .image(
      image,
      size: Size(
        width: node.member("w")?.number ?? Double(image.size.width),
        height: node.member("h")?.number ?? Double(image.size.height)))
  }

  /// The picture of an asset, which is read once however many assets have it.
  private func image(_ file: String, in folder: String) -> Image? {
    let isData = file.utf8.starts(with: "data:".utf8)
    let address = isData ? file : folder + file
    let key = PictureAddress(isData: isData, text: ExactText(address))
    let picture = pictures[key] ?? picture(address, isData: isData)
    pictures[key] = picture
    switch picture {
    case .image(let image): return image
    case .missing(let reason):
      warn(reason)
      return nil
    }
  }

  private func picture(_ address: String, isData: Bool) -> Picture {
    guard let bytes = isData ? DataAddress.bytes(of: address) : sources.read(address) else {
      return .missing(
        isData
          ? "a picture whose data is not base64 is not drawn"
          : "a picture in a file of its own, '" + address
            + "', is not there or too large, and not drawn")
    }
    var limits = ImageFileLimits()
    limits.pixelCount = min(limits.pixelCount, DocumentReader.pixelLimit - pixelCount)
    let image: Image?
    do throws(ImageFileError) { image = try ImageDecoder.decode(bytes, limits: limits) } catch {
      image = sources.decode(bytes, limits.pixelCount)
    }
    // A damaged picture, too, may have been unpacked nearly to its end.
    let size = image?.size ?? ImageDecoder.size(of: bytes, limits: limits)
    if let size { pixelCount += size.width * size.height }
    return image.map { .image($0) }
      ?? .missing("a picture of a kind that is not read, or too large, is not drawn")
  }

  private func readFonts(_ root: JSONCursor) {
    var fonts = FontContents()
    for node in root.member("fonts")?.member("list")?.array ?? [] {
      let name = node.member("fName")?.text ?? ""
      let isUsed = fontNames.contains(ExactText(name))
      resources.fonts.append(
        FontModel(
          name: name, family: node.member("fFamily")?.text ?? "",
          style: node.member("fStyle")?.text ?? "", ascent: node.member("ascent")?.number ?? 75,
          content: isUsed ? fonts.content(node, sources) : .machine))
    }
  }

  private func readCharacters(_ root: JSONCursor) {
    for node in root.member("chars")?.array ?? [] {
      guard node.member("data")?.member("refId") == nil else {
        warn(
          "the character '" + (node.member("ch")?.text ?? "")
            + "' is a composition; a font of this machine draws it")
        continue
      }
      var path = Path()
      for item in shapeItems(node.member("data")?.member("shapes")) {
        GlyphOutline.append(item, to: &path)
      }
      ownCharacters.insert(ExactText(node.member("ch")?.text ?? ""))
      resources.glyphs.append(
        GlyphModel(
          character: node.member("ch")?.text ?? "", family: node.member("fFamily")?.text ?? "",
          style: node.member("style")?.text ?? "", advance: node.member("w")?.number ?? 0,
          path: path))
    }
  }
}

/// Outlines of characters: paths in groups, which do not move.
enum GlyphOutline {
  static func append(_ item: ShapeItem, to path: inout Path) {
    switch item {
    case .group(let group): for item in group.items { append(item, to: &path) }
    case .path(let track): path.append(track.first.contours.path)
    default: break
    }
  }
}
