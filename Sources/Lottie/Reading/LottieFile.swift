public import Geometry
public import JSON

/// An animation as After Effects' exporters write it, ready to be drawn at any time.
public final class LottieFile {
  /// Width and height of the picture.
  public let size: Size
  public let frameRate: Double
  /// The first frame, and the one behind the last; both may lie inside a frame.
  public let range: (start: Double, end: Double)
  public let markers: [LottieMarker]
  /// One line for each thing that the file has and that is not drawn, with its place.
  public let warnings: [String]
  /// The values that the file leaves open, in its order.
  public let slots: [LottieSlot]

  let composition: CompositionModel
  let assets: [AssetModel]
  let texts: TextOutlines

  /// Reads a file's text.
  public convenience init(
    parsing bytes: [UInt8], slots: [LottieSlotSetting] = []
  ) throws(LottieError) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONNode(parsing: bytes, dialect: .relaxed, limits: LottieFile.limits)
    } catch {
      throw .json(error)
    }
    try self.init(node, slots: slots)
  }

  /// - Parameters:
  ///   - slots: values in place of the file's own.
  ///   - pictures: ways to pictures in files of their own, and to formats other than PNG and JPEG; without them such
  ///     pictures are not drawn, with a warning.
  public init(
    _ root: JSONNode, slots: [LottieSlotSetting] = [], pictures: PictureSources = PictureSources()
  ) throws(LottieError) {
    guard LottieFile.isLottie(root), let rate = root.member("fr")?.number,
      let start = root.member("ip")?.number, let end = root.member("op")?.number
    else { throw .notAnimation("v, fr, ip, op and layers are not all there") }
    guard rate > 0, rate <= 1000 else {
      throw .notAnimation("the frame rate is not between 0 and 1000")
    }
    let (width, height) = (root.member("w")?.number ?? 0, root.member("h")?.number ?? 0)
    guard width > 0, height > 0, width <= 1e6, height <= 1e6 else {
      throw .notAnimation("the picture has no size, or too large a one")
    }
    guard abs(start) <= 1e9, end > start, end - start <= 1e9 else {
      throw .notAnimation("the last frame is not behind the first")
    }
    frameRate = rate
    range = (start, end)
    size = Size(width: width, height: height)
    markers = (root.member("markers")?.elements ?? []).map { node in
      LottieMarker(
        name: node.member("cm")?.text ?? "", start: node.member("tm")?.number ?? 0,
        duration: node.member("dr")?.number ?? 0)
    }
    let reader = DocumentReader(pictures: pictures)
    var slotReader = try SlotReader(root, slots)
    composition = reader.composition(of: try slotReader.filled(root))
    if slotReader.isCut { reader.warn("the values of slots are too many, and not all are taken") }
    for name in slotReader.isCut ? [] : slotReader.unusedSettings {
      reader.warn("the value for the slot '" + name + "' has no effect: nothing uses the slot")
    }
    self.slots = slotReader.slots
    assets = reader.assets
    let texts = TextOutlines(reader.resources)
    for document in reader.documents {
      for family in texts.missingFamilies(document) {
        reader.warn("the font '" + family + "' is not on this machine; another one draws its texts")
      }
    }
    self.texts = texts
    warnings = reader.warnings
  }

  /// True if a JSON text is an animation of this format, by its members.
  public static func isLottie(_ root: JSONNode) -> Bool {
    root.member("layers")?.elements != nil && root.member("fr")?.number != nil
      && root.member("ip")?.number != nil && root.member("op")?.number != nil
  }

  /// The name of the first animation that the manifest of an archive lists (dotLottie 1 and 2).
  public static func animationName(manifest: JSONNode) -> String? {
    manifest.member("animations")?.elements?.first?.member("id")?.text
  }

  /// Seconds from the first frame to the end.
  public var duration: Double { (range.end - range.start) / frameRate }

  /// The limits of a file's text; embedded images make files long.
  public static let limits = JSONLimits(
    byteCount: 16 << 20, depth: 200, nodeCount: 2_000_000)
}
