import CodeUnits
public import Geometry
public import JSON

/// An animation as After Effects' exporters write it, ready to be drawn at any time.
///
/// Only one drawing may run at a time: it keeps the nodes that it painted for the next one.
public final class LottieFile {
  /// Width and height of the picture.
  public let size: Size
  public let frameRate: Double
  /// The first frame, and the one behind the last; both may lie inside a frame.
  public let range: (start: Double, end: Double)
  public let markers: [LottieMarker]
  /// One line, with its place, for each part of the file that is not drawn. The first read searches
  /// the machine's fonts.
  public private(set) lazy var warnings = notes + fontNotes
  /// The values that the file leaves open, in its order.
  public let slots: [LottieSlot]

  /// The part of the last drawing that was left out since it took too much work, with its place;
  /// nil if all was drawn.
  public internal(set) var excess: String?

  let composition: CompositionModel
  let assets: [AssetModel]
  let texts: TextOutlines
  /// The nodes that the last drawing painted.
  let kept: NodeCache
  /// The warnings of reading.
  private let notes: [String]
  /// A text for each font that is used.
  private let documents: [TextDocument]

  /// Reads a file's text.
  ///
  /// - Parameters:
  ///   - slots: values in place of the file's own.
  ///   - theme: values of slots where `slots` has none.
  ///   - pictures: ways to pictures in files of their own, and to formats other than PNG and JPEG;
  ///     without them such pictures are not drawn, with a warning.
  public init(
    parsing bytes: [UInt8], slots: [LottieSlotSetting] = [], theme: LottieTheme? = nil,
    pictures: PictureSources = PictureSources()
  ) throws(LottieError) {
    let tape: JSONTape
    do throws(JSONError) {
      tape = try JSONTape(
        parsing: bytes, dialect: .relaxed, limits: LottieFile.limits, allowsRepeatedKeys: true)
    } catch {
      if error.kind == .limitExceeded, LottieFile.mayBeLottie(bytes) {
        throw .limitExceeded(error)
      }
      throw .json(error)
    }
    // Cursors do not keep the tape alive.
    defer { withExtendedLifetime(tape) {} }
    let root = tape.root
    guard LottieFile.isLottie(root), let rate = root.member("fr")?.number,
      let start = root.member("ip")?.number, let end = root.member("op")?.number
    else { throw .otherContent }
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
    markers = (root.member("markers")?.array ?? []).map { node in
      LottieMarker(
        name: node.member("cm")?.text ?? "", start: node.member("tm")?.number ?? 0,
        duration: node.member("dr")?.number ?? 0)
    }
    let reader = DocumentReader(pictures: pictures)
    for place in LottieFile.places(tape.repeatedKeys, in: bytes) {
      reader.warn(place + ": a key is in its object before, and this one, the last, counts")
    }
    for note in theme?.notes ?? [] { reader.warn(note) }
    var slotReader = try SlotReader(tape, slots, theme)
    try slotReader.fill()
    for name in slotReader.isCut ? [] : slotReader.unknownNames {
      reader.warn("theme '" + (theme?.name ?? "") + "': there is no slot '" + name + "'")
    }
    composition = reader.composition(of: root)
    if slotReader.isCut { reader.warn("the values of slots are too many, and not all are taken") }
    for name in slotReader.isCut ? [] : slotReader.unusedSettings {
      reader.warn("the value for the slot '" + name + "' has no effect: nothing uses the slot")
    }
    self.slots = slotReader.slots
    assets = reader.assets
    texts = TextOutlines(reader.resources)
    documents = reader.documents
    kept = NodeCache(contentCount: reader.contentCount)
    notes = reader.warnings
  }

  private var fontNotes: [String] {
    var lines: [String] = []
    for document in documents {
      guard let line = texts.fontNote(document),
        !lines.contains(where: { $0.isIdentical(to: line) })
      else { continue }
      guard notes.count + lines.count < DocumentReader.warningLimit else { break }
      lines.append(line)
    }
    return lines
  }

  /// Places in a text by lines and columns of bytes, both from 1.
  ///
  /// - Parameter offsets: in ascending order.
  private static func places(_ offsets: [Int], in bytes: [UInt8]) -> [String] {
    var (line, start, index) = (1, 0, 0)
    return offsets.map { offset in
      while index < offset {
        if bytes[index] == UInt8(ascii: "\n") { (line, start) = (line + 1, index + 1) }
        index += 1
      }
      return "line \(line), column \(offset - start + 1)"
    }
  }

  /// True if a JSON text is an animation of this format, by its members.
  static func isLottie(_ root: JSONCursor) -> Bool {
    root.member("layers")?.elements != nil && root.member("fr")?.number != nil
      && root.member("ip")?.number != nil && root.member("op")?.number != nil
  }

  /// True for a text, or the first part of one, with the keys of an animation's times, wherever
  /// they are: for texts that are too large or too deep to be read. No scene has them all.
  public static func mayBeLottie(_ bytes: [UInt8]) -> Bool {
    let keys = ["fr", "ip", "op"]
    var areFound = [false, false, false]
    let quote = UInt8(ascii: "\"")
    for start in bytes.indices.dropLast(3)
    where bytes[start] == quote && bytes[start + 3] == quote {
      let key = bytes[(start + 1)...(start + 2)]
      guard let place = keys.firstIndex(where: { $0.utf8.elementsEqual(key) }) else { continue }
      areFound[place] = true
      if !areFound.contains(false) { return true }
    }
    return false
  }

  /// The name of the animation that a player shows first, by the manifest of an archive:
  /// `activeAnimationId` of dotLottie 1, `initial` of dotLottie 2, or else the first one that is
  /// listed.
  public static func animationName(manifest: [UInt8]) -> String? {
    guard let tape = try? JSONTape(parsing: manifest, limits: limits) else { return nil }
    return withExtendedLifetime(tape) {
      let root = tape.root
      let names = root.member("animations")?.elements?.compactMap { $0.member("id")?.text } ?? []
      let asked =
        root.member("activeAnimationId")?.text ?? root.member("initial")?.member("animation")?.text
      return asked.flatMap { name in names.first { $0.isIdentical(to: name) } }
        ?? names.first
    }
  }

  /// The name of the theme that an animation has at first, by the manifest of an archive:
  /// `initialTheme` of dotLottie 2, `defaultTheme` of dotLottie 1; nil for none.
  public static func themeName(manifest: [UInt8], animation: String) -> String? {
    guard let tape = try? JSONTape(parsing: manifest, limits: limits) else { return nil }
    return withExtendedLifetime(tape) {
      let entry = tape.root.member("animations")?.elements?.first {
        $0.member("id")?.text?.isIdentical(to: animation) == true
      }
      return entry?.member("initialTheme")?.text ?? entry?.member("defaultTheme")?.text
    }
  }

  /// The name of the state machine that a player runs first, by the manifest of an archive of
  /// dotLottie 2; nil for none.
  public static func stateMachineName(manifest: [UInt8]) -> String? {
    guard let tape = try? JSONTape(parsing: manifest, limits: limits) else { return nil }
    return withExtendedLifetime(tape) {
      tape.root.member("initial")?.member("stateMachine")?.text
    }
  }

  /// One line for each setting of a manifest for the player that has no effect here: the animation
  /// is drawn forward at its own speed, on a clear background.
  public static func unfollowed(manifest: [UInt8], animation: String) -> [String] {
    guard let tape = try? JSONTape(parsing: manifest, limits: limits) else { return [] }
    return withExtendedLifetime(tape) {
      let entries = tape.root.member("animations")?.array ?? []
      let entry = entries.first { $0.member("id")?.text?.isIdentical(to: animation) == true }
      var lines: [String] = []
      func note(_ line: String) { lines.append("animation '" + animation + "': " + line) }
      if let speed = entry?.member("speed")?.number, speed != 1 {
        note("its speed in the manifest is not supported")
      }
      let mode = entry?.member("playMode")?.text ?? "normal"
      if entry?.member("direction")?.number == -1 || !mode.isIdentical(to: "normal") {
        note("it is drawn forward, without regard to the manifest")
      }
      if entry?.member("background")?.text?.utf8.isEmpty == false {
        note("its background in the manifest is not painted")
      }
      return lines
    }
  }

  /// Seconds from the first frame to the end.
  public var duration: Double { (range.end - range.start) / frameRate }

  /// The limits of a file's text; embedded images make files long.
  public static let limits = JSONLimits(
    byteCount: 16 << 20, depth: 200, nodeCount: 2_000_000)
}
