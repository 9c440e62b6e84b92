import Animation
import CodeUnits
import Geometry
import JSON
import Layers
import Raster

/// Layers and their contents.
extension SceneReader {
  private static let kinds = LayerKind.allCases.map { ($0.name, $0) }

  /// - Parameter arrangement: the row, column or overlay that the layers are in.
  func layers(
    _ node: JSONNode, depth: Int, path: [String], in arrangement: SurroundingArrangement? = nil
  ) -> [LayerDescription] {
    let outer = surrounding
    surrounding = arrangement
    defer { surrounding = outer }
    guard case .array(let elements) = node.content else {
      wrongType(node, "layers", expected: "an array of layers, back to front")
      return []
    }
    guard beginLayers(node) else { return [] }
    defer { openLayers.removeLast() }
    guard depth <= SceneLimits.depth else {
      error(
        .limit, at: node.offset, "layers within layers, \(depth) deep",
        expected: "at most \(SceneLimits.depth) levels")
      return []
    }
    guard numbering.layerCount + elements.count <= SceneLimits.layers else {
      error(
        .limit, at: node.offset, "\(numbering.layerCount + elements.count) layers or more",
        expected: "at most \(SceneLimits.layers)")
      numbering.layerCount = SceneLimits.layers
      return []
    }
    var result: [LayerDescription] = []
    result.reserveCapacity(elements.count)
    for element in elements where !isFull {
      if let layer = layer(element, depth: depth, path: path) { result.append(layer) }
    }
    warnOfSharedNames(result)
    return result
  }

  /// Warns of layers that have the name of another one beside them: paths lead to the first one, or
  /// to none.
  private func warnOfSharedNames(_ layers: [LayerDescription]) {
    var names: Set<ExactText> = []
    for layer in layers {
      guard let name = layer.name, !names.insert(ExactText(name)).inserted else { continue }
      warn(
        .ambiguousReference, at: layer.offset,
        "a layer beside it is called \"" + ObjectReader.shortened(name) + "\", too",
        hint: "a name of its own: paths cannot distinguish layers of one name")
    }
  }

  /// Notes that an array of layers, or a mask, is being read.
  /// - Returns: false, with a diagnostic, if it is within itself.
  func beginLayers(_ node: JSONNode) -> Bool {
    guard !openLayers.contains(node.offset) else {
      error(
        .cycle, at: node.offset, "the layers of a style are made of themselves",
        expected: "a style whose sublayers and masks do not use it")
      return false
    }
    openLayers.append(node.offset)
    return true
  }

  /// True if the file has a value within the layer itself, and not within its style.
  private func isWritten(_ node: JSONNode, in layer: JSONNode) -> Bool {
    layer.offset <= node.offset && node.end <= layer.end
  }

  func layer(_ node: JSONNode, depth: Int, path: [String]) -> LayerDescription? {
    guard case .object(var own) = node.content else {
      wrongType(node, "layers", expected: "an object that describes a layer")
      return nil
    }
    if !innerChanges.isEmpty { own = changedByVariant(own, of: node, path: path) }
    var layer = LayerDescription(offset: node.offset, index: numbering.layerCount)
    numbering.layerCount += 1
    let (outerDepth, isOutOfSight) = (numbering.layerDepth, numbering.isOutOfSight)
    numbering.layerDepth = depth
    numbering.deepestLayer = max(numbering.deepestLayer, depth)
    defer { (numbering.layerDepth, numbering.isOutOfSight) = (outerDepth, isOutOfSight) }
    var path = path
    // Large locals live in functions of their own, since layers nest.
    var (reader, isUnread) = ownKeys(of: node, own, &layer, &path)
    if !layer.isInSight { numbering.isOutOfSight = true }
    if let inner = reader.take("layers") {
      let arrangement = SurroundingArrangement(layer, in: surrounding)
      let (isInStyle, longestLag) = (numbering.isInStyle, numbering.longestLag)
      numbering.isInStyle = isInStyle || !isWritten(inner, in: node)
      if case .replicator(let replicator) = layer.content {
        numbering.longestLag += Double(max(replicator.instanceCount - 1, 0)) * replicator.delay
      }
      layer.sublayers = layers(inner, depth: depth + 1, path: path, in: arrangement)
      (numbering.isInStyle, numbering.longestLag) = (isInStyle, longestLag)
    }
    compositing(&reader, of: &layer)
    if surroundingAxis != nil { warnOfMissingSize(layer) }
    if let node = reader.take("mask") {
      let outer = surrounding
      surrounding = nil
      mask(node, of: &layer, depth: depth + 1, path: path)
      surrounding = outer
    }
    reader.finish()
    if isUnread { layer.content = .unread }
    return layer
  }

  /// Reads the keys of the layer itself.
  ///
  /// - Returns: a reader with the remaining keys; true if the kind is not known, or a guess.
  @inline(never)
  private func ownKeys(
    of node: JSONNode, _ own: [JSONNode.Member], _ layer: inout LayerDescription,
    _ path: inout [String]
  ) -> (reader: ObjectReader, isUnread: Bool) {
    let members = membersWithStyle(own)
    var reader = ObjectReader(self, node, members: members, owner: "a layer")
    let kind = kind(&reader) ?? .layer
    let isUnread = reader.allowsMissingKeys || reader.allowsUnknownKeys
    if case .layer = kind {
    } else {
      let isGuessed = reader.allowsMissingKeys
      reader = ObjectReader(self, node, members: members, owner: Self.owner(of: kind))
      reader.allowsMissingKeys = isGuessed
      _ = reader.take("kind")
    }
    if let node = reader.take("name"), let name = layerName(node) {
      layer.name = name
      path.append(name)
      numbering.names.append(
        LayerName(
          names: path.map { ExactText($0) }, index: layer.index, isOfStyle: numbering.isInStyle))
    }
    reader.takeStyle()
    geometry(&reader, of: &layer, kind)
    appearance(&reader, of: &layer)
    access(&reader, of: &layer)
    layer.timing = layerTiming(&reader)
    content(&reader, of: &layer, kind)
    if let node = reader.take("transition") { layer.transition = transition(node) }
    if let node = reader.take("animations") {
      layer.animations = animations(node, content: isUnread ? .unread : layer.content)
      warnOfEarlySight(layer)
    }
    if case .image = layer.content, let offset = reader.keyOffset("gravity") {
      warnOfIdleGravity(layer, at: offset)
    }
    return (reader, isUnread)
  }

  /// Reads the keys that layers of one kind have.
  private func content(
    _ reader: inout ObjectReader, of layer: inout LayerDescription, _ kind: LayerKind
  ) {
    switch kind {
    case .layer: break
    case .transform: layer.content = .transform
    case .shape: layer.content = .shape(shape(&reader))
    case .image: layer.content = image(&reader, index: layer.index).map { .image($0) } ?? .unread
    case .frames: layer.content = frames(&reader).map { .image($0) } ?? .unread
    case .gradient: layer.content = .gradient(gradient(&reader))
    case .progress: layer.content = .progress(progress(&reader))
    case .emitter: layer.content = .emitter(emitter(&reader))
    case .replicator: layer.content = .replicator(replicator(&reader))
    case .loader: layer.content = .loader(loader(&reader))
    case .text: layer.content = .text(text(&reader))
    case .log: layer.content = .log(log(&reader, of: &layer))
    case .qr: layer.content = .text(code(&reader, of: &layer))
    case .row: layer.content = .arrangement(arrangement(&reader, .row, index: layer.index))
    case .column: layer.content = .arrangement(arrangement(&reader, .column, index: layer.index))
    case .overlay: layer.content = .arrangement(arrangement(&reader, .overlay, index: layer.index))
    }
  }

  /// Warns of a gravity in a layer that always has the size of its picture: one without a name, to
  /// which no control and no variant gives another.
  private func warnOfIdleGravity(_ layer: LayerDescription, at offset: Int) {
    guard layer.name == nil, layer.width == nil, layer.height == nil, surroundingAxis == nil,
      !hasImageControls, !layer.animations.contains(where: { $0.animates(.bounds) })
    else { return }
    warn(
      .withoutEffect, at: offset,
      "`gravity` does nothing in a layer that is as large as its picture",
      hint: "give the layer a `size` or a `frame`, such as \"size\": [\"100%\", \"100%\"]")
  }

  /// The kind that is written. After a misspelt word or key, the kind that is probably meant: the
  /// other keys are read as those of that kind, and none counts as missing. Without a kind no
  /// mistakes in the other keys are reported.
  private func kind(_ reader: inout ObjectReader) -> LayerKind? {
    let names = Self.kinds.map { $0.0 }
    let written = reader.unreadText("kind")
    if let written, Self.controlKinds.contains(where: { $0.isIdentical(to: written) }),
      !names.contains(where: { $0.isIdentical(to: written) }), let node = reader.take("kind")
    {
      reader.allowsUnknownKeys = true
      error(
        .invalidValue, at: node.offset,
        "`kind` is \"" + written + "\", which is a kind of control and of no layer",
        hint: "describe it in `controls`, with the name of this layer")
      return nil
    }
    if let written,
      ["gif", "lottie", "svg", "webp"].contains(where: { $0.isIdentical(to: written) }),
      let node = reader.take("kind")
    {
      reader.allowsUnknownKeys = true
      error(
        .invalidValue, at: node.offset, "`kind` is \"" + written + "\"",
        expected: Self.alternatives(names),
        hint: "`firstlight import` makes a scene of such a file, with layers to take over")
      return nil
    }
    if let kind = reader.choice("kind", Self.kinds) { return kind }
    let word = written ?? reader.unreadText("type")
    let meant = word.flatMap {
      Synonyms.name(for: $0, among: names) ?? Spelling.nearest(to: $0, among: names)
    }
    if reader.keyOffset("kind") != nil {
      reader.allowsMissingKeys = true
      reader.allowsUnknownKeys = meant == nil
    }
    return meant.flatMap { name in Self.kinds.first { $0.0.isIdentical(to: name) }?.1 }
  }

  private static func owner(of kind: LayerKind) -> String {
    switch kind {
    case .layer: "a layer"
    case .transform: "a transform layer"
    case .shape: "a shape layer"
    case .image: "an image layer"
    case .frames: "a frames layer"
    case .gradient: "a gradient layer"
    case .progress: "a progress layer"
    case .emitter: "an emitter layer"
    case .replicator: "a replicator layer"
    case .loader: "a loader layer"
    case .text: "a text layer"
    case .qr: "a qr layer"
    case .log: "a log layer"
    case .row: Axis.row.owner
    case .column: Axis.column.owner
    case .overlay: Axis.overlay.owner
    }
  }

  private func layerName(_ node: JSONNode) -> String? {
    guard let name = string(node, "name") else { return nil }
    guard Self.isName(name, without: UInt8(ascii: "/")) else {
      error(
        .invalidValue, at: node.offset,
        "`name` is \"" + ObjectReader.shortened(name) + "\"",
        expected: "1 to \(SceneLimits.nameBytes) bytes without a slash, which joins names to paths")
      return nil
    }
    return name
  }

  // MARK: Keys of every layer

  private func geometry(
    _ reader: inout ObjectReader, of layer: inout LayerDescription, _ kind: LayerKind
  ) {
    if let anchor = reader.numbers("anchor", count: 2...2, in: -100...100) {
      layer.anchor = Point(x: anchor[0], y: anchor[1])
    }
    let frame = reader.take("frame")
    let position = reader.lengths("position", count: 2)
    let size = reader.take("size")
    layer.grow = growth(&reader)
    layer.alignSelf = ownAlignment(
      &reader, "alignSelf", in: [.row, .column, .overlay], "a row, a column or an overlay",
      kind: "column")
    layer.justifySelf = ownAlignment(
      &reader, "justifySelf", in: [.overlay], "an overlay", kind: "overlay")
    if let surroundingAxis {
      refusePlaces(reader, in: surroundingAxis)
    } else if let frame {
      return self.frame(frame, &reader, of: &layer)
    } else if let position {
      layer.placement = .anchor(x: position[0], y: position[1])
    }
    let isImage =
      switch kind {
      case .image, .frames: true
      default: false
      }
    let isArrangement =
      switch kind {
      case .row, .column, .overlay: true
      default: false
      }
    if case .text = kind, let size, isNumber(size) {
      error(
        .wrongType, at: size.offset, "`size` is " + size.kindName,
        expected: "an array of 2 lengths", hint: "the size of the letters is `fontSize`")
    } else if let size {
      (layer.width, layer.height) = sides(
        size,
        allowsAutomatic: isImage || isArrangement || surroundingAxis != nil
          || reader.keyOffset("viewBox") != nil)
    } else if !isImage, surroundingAxis == nil {
      (layer.width, layer.height) = (.fraction(1), .fraction(1))
    }
  }

  private func isNumber(_ node: JSONNode) -> Bool {
    switch node.content {
    case .integer, .number: true
    default: false
    }
  }

  private func frame(
    _ frame: JSONNode, _ reader: inout ObjectReader, of layer: inout LayerDescription
  ) {
    for key in ["position", "size"] {
      guard let offset = reader.keyOffset(key) else { continue }
      error(
        .conflict, at: offset, "`" + key + "` beside `frame`, which says the same",
        expected: "either `frame` or `position` and `size`")
    }
    guard let lengths = lengths(frame, "frame", count: 4...4) else { return }
    layer.placement = .corner(x: lengths[0], y: lengths[1])
    (layer.width, layer.height) = (lengths[2], lengths[3])
    checkSides(frame, "frame", Array(lengths.suffix(2)))
  }

  /// The two sides of a size; nil for "auto".
  private func sides(_ node: JSONNode, allowsAutomatic: Bool) -> (Length?, Length?) {
    guard let nodes = elements(node, "size", count: 2...2, of: "lengths") else {
      return (.fraction(1), .fraction(1))
    }
    var sides: [Length?] = []
    for node in nodes {
      if allowsAutomatic { note(node, .word(["auto"])) }
      if allowsAutomatic, case .string("auto") = node.content {
        sides.append(nil)
      } else {
        sides.append(length(node, "size", allowsNegative: false) ?? .fraction(1))
      }
    }
    return (sides[0], sides[1])
  }

  private func checkSides(_ node: JSONNode, _ key: String, _ sides: [Length]) {
    for side in sides where side.isAlwaysNegative {
      error(
        .outOfRange, at: node.offset, "`" + key + "` has a negative side",
        expected: "[x, y, width, height] with sides of 0 or more")
    }
  }

  private func appearance(_ reader: inout ObjectReader, of layer: inout LayerDescription) {
    layer.zPosition = reader.number("zPosition", in: -1e6...1e6) ?? 0
    layer.transform = transform(&reader)
    layer.opacity = reader.number("opacity", in: 0...1) ?? 1
    layer.isHidden = reader.flag("hidden") ?? false
    layer.isCollapsed = collapse(&reader)
    layer.masksToBounds = reader.flag("masksToBounds") ?? false
    layer.backgroundColor = reader.color("backgroundColor")
    layer.cornerRadius = reader.length("cornerRadius") ?? .points(0)
    if let node = reader.take("maskedCorners") { layer.maskedCorners = corners(node) ?? .all }
    layer.cornerCurve =
      reader.choice(
        "cornerCurve", [("circular", CornerCurve.circular), ("continuous", .continuous)])
      ?? .circular
    layer.borderWidth = reader.length("borderWidth") ?? .points(0)
    layer.borderColor = reader.color("borderColor")
  }

  private func corners(_ node: JSONNode) -> CornerMask? {
    guard let nodes = elements(node, "maskedCorners", count: 0...4, of: "corners") else {
      return nil
    }
    var corners: CornerMask = []
    for node in nodes {
      let corner = choice(
        node, "maskedCorners",
        [
          ("topLeft", CornerMask.minXMinYCorner), ("topRight", .maxXMinYCorner),
          ("bottomLeft", .minXMaxYCorner), ("bottomRight", .maxXMaxYCorner),
        ])
      guard let corner else { return nil }
      corners.formUnion(corner)
    }
    return corners
  }

  // MARK: Kinds

  private func shape(_ reader: inout ObjectReader) -> ShapeDescription {
    let path =
      reader.require("path", expected: "an object such as { \"circle\": {} }")
      .map { self.path($0, "path") }
    let dashes = reader.take("lineDashPattern")
    let shape = ShapeDescription(
      path: path ?? PathDescription(),
      fillColor: reader.color("fillColor"),
      fillRule: reader.choice(
        "fillRule", [("non-zero", FillRule.nonZero), ("even-odd", .evenOdd)]) ?? .nonZero,
      strokeColor: reader.color("strokeColor"),
      lineWidth: reader.length("lineWidth") ?? .points(1),
      lineCap: reader.choice(
        "lineCap", [("butt", LineCap.butt), ("round", .round), ("square", .square)]) ?? .butt,
      lineJoin: reader.choice(
        "lineJoin", [("miter", LineJoin.miter), ("round", .round), ("bevel", .bevel)]) ?? .miter,
      miterLimit: reader.number("miterLimit", in: 0...1000) ?? 10,
      lineDashPattern: dashes.flatMap { dashPattern($0) } ?? [],
      lineDashPhase: reader.length("lineDashPhase", allowsNegative: true) ?? .points(0),
      strokeStart: reader.number("strokeStart", in: -1000...1000) ?? 0,
      strokeEnd: reader.number("strokeEnd", in: -1000...1000) ?? 1)
    if shape.fillColor == nil, shape.strokeColor == nil, reader.keyOffset("fillColor") == nil,
      reader.keyOffset("strokeColor") == nil, !reader.allowsMissingKeys,
      reader.misspelling(of: "fillColor") == nil, reader.misspelling(of: "strokeColor") == nil,
      // The tint of a progress style may be the shape's colour.
      openProgressStyles.isEmpty
    {
      warn(
        .withoutEffect, at: reader.offset, "a shape layer without a colour draws nothing",
        hint: "give it a `fillColor` or a `strokeColor`")
    }
    return shape
  }

  private func dashPattern(_ node: JSONNode) -> [Length]? {
    guard let nodes = elements(node, "lineDashPattern", count: 0...64, of: "lengths") else {
      return nil
    }
    var lengths: [Length] = []
    for node in nodes {
      guard let length = length(node, "lineDashPattern", allowsNegative: false) else { return nil }
      lengths.append(length)
    }
    if !lengths.isEmpty, lengths.allSatisfy({ $0.isZero }) {
      error(
        .outOfRange, at: node.offset, "`lineDashPattern` has no length",
        expected: "dashes and gaps in turn, not all of them 0")
      return nil
    }
    return lengths
  }

  private func gradient(_ reader: inout ObjectReader) -> GradientDescription {
    typealias Form = GradientLayer.Form
    let form =
      reader.choice("style", [("axial", Form.axial), ("radial", .radial), ("conic", .conic)])
      ?? .axial
    var colors: [Color?] = []
    if let node = reader.require("colors", expected: "an array of 2 to 64 colours"),
      let nodes = elements(node, "colors", count: 2...64, of: "colours")
    {
      colors = nodes.map { color($0, "colors") }
    }
    var locations: [Double] = []
    if let node = reader.take("locations") {
      locations = self.locations(node, count: colors.count) ?? []
    }
    let start = reader.numbers("start", count: 2...2, in: -100...100)
    let end = reader.numbers("end", count: 2...2, in: -100...100)
    let isAxial = form == .axial
    let gradient = GradientDescription(
      form: form, colors: colors.compactMap { $0 }, locations: locations,
      start: start.map { Point(x: $0[0], y: $0[1]) } ?? Point(x: 0.5, y: isAxial ? 0 : 0.5),
      end: end.map { Point(x: $0[0], y: $0[1]) } ?? Point(x: isAxial ? 0.5 : 1, y: 1))
    warnIfEmpty(gradient, at: reader.keyOffset("end") ?? reader.keyOffset("start"))
    return gradient
  }

  /// Warns of an axial gradient between equal points, and of a radial one without a radius.
  private func warnIfEmpty(_ gradient: GradientDescription, at offset: Int?) {
    guard let offset else { return }
    let (width, height) = (
      abs(gradient.end.x - gradient.start.x), abs(gradient.end.y - gradient.start.y)
    )
    switch gradient.form {
    case .axial where width == 0 && height == 0:
      warn(
        .withoutEffect, at: offset, "a gradient that ends where it starts has one colour alone",
        hint: "give it another `end`, such as [0.5, 1]")
    case .radial where width == 0 || height == 0:
      warn(
        .withoutEffect, at: offset, "a radial gradient without a radius has its last colour alone",
        hint: "its radii are the distances of `end` from `start` in x and in y, as in "
          + "\"start\": [0.5, 0.5], \"end\": [1, 1]")
    default: break
    }
  }

  private func locations(_ node: JSONNode, count: Int) -> [Double]? {
    guard let values = numbers(node, "locations", count: 2...64, in: -10...10) else { return nil }
    guard values.count == count || count == 0 else {
      error(
        .outOfRange, at: node.offset, "`locations` has \(values.count) numbers",
        expected: "one for each of the \(count) colours")
      return nil
    }
    for index in values.indices.dropFirst() where values[index] < values[index - 1] {
      error(
        .outOfRange, at: node.offset, "`locations` runs backwards",
        expected: "numbers that do not decrease")
      return nil
    }
    return values
  }
}
