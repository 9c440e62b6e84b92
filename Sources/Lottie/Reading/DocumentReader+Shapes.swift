import Geometry
import JSON

/// Entries of shape layers.
extension DocumentReader {
  /// - Parameter list: an array; all else has no entries.
  func shapeItems(_ list: JSONCursor?) -> [ShapeItem] {
    var paths = PathSummary()
    return shapeItems(list, &paths)
  }

  /// - Parameter paths: the paths of the entries are added.
  private func shapeItems(
    _ list: JSONCursor?, _ paths: inout PathSummary, isGroup: Bool = false
  ) -> [ShapeItem] {
    var items: [ShapeItem] = []
    for node in list?.array ?? [] where node.member("hd")?.flag != true {
      guard let type = node.member("ty")?.text else { continue }
      if type == "tr" {
        if !isGroup {
          within("shape", node) {
            warn("a transform outside of a group has no effect, as in Apple's systems")
          }
        }
        continue
      }
      let item = within("shape", node) { () -> ShapeItem? in
        let item = shapeItem(type, node, &paths)
        if let flaw = item.flatMap({ paths.add($0) }) { warn(flaw) }
        if case .zigZag? = item,
          (items + [item].compactMap { $0 }).vertexCount > EvaluationBudget.vertexLimit
        {
          warn(
            "a zig zag makes more than \(EvaluationBudget.vertexLimit) vertices, and is left out")
        }
        return item
      }
      if let item { items.append(item) }
    }
    return items
  }

  private func shapeItem(
    _ type: String, _ node: JSONCursor, _ paths: inout PathSummary
  ) -> ShapeItem? {
    let isReversed = node.member("d")?.integer == 3
    switch type {
    case "gr": return .group(group(node, &paths))
    case "sh":
      // Older exporters give `closed` with the entry and not with the contour.
      let isClosed = node.member("closed")?.flag ?? true
      if isReversed {
        warn("a path keeps its direction, without regard to `d`, as in Apple's systems")
      }
      return .path(contours(node.member("ks"), isClosed: isClosed))
    case "el":
      return .ellipse(
        center: position(node.member("p")), size: numbers(node.member("s")),
        isReversed: isReversed)
    case "rc":
      return .rectangle(
        center: position(node.member("p")), size: numbers(node.member("s")),
        radius: numbers(node.member("r")), isReversed: isReversed)
    case "sr": return .star(star(node, isReversed: isReversed))
    case "fl", "gf":
      return .fill(paint(node), node.member("r")?.integer == 2 ? .evenOdd : .nonZero)
    case "st", "gs": return .stroke(paint(node), stroke(node))
    case "tm":
      return .trim(
        TrimModel(
          start: numbers(node.member("s")), end: numbers(node.member("e"), 100),
          offset: numbers(node.member("o")), isSequential: node.member("m")?.integer == 2))
    case "rd": return .rounding(radius: numbers(node.member("r")))
    case "mm": return .merge(mergeMode(node))
    case "rp": return .repeater(repeater(node))
    case "op":
      return .offset(
        amount: numbers(node.member("a")), join: join(node),
        miterLimit: numbers(node.member("ml"), 4))
    case "pb": return .pucker(amount: numbers(node.member("a")))
    case "zz":
      return .zigZag(
        amplitude: numbers(node.member("s")), ridges: numbers(node.member("r")),
        pointKind: numbers(node.member("pt"), 1))
    case "tw": warn("a twist is not drawn")
    default: warn("a shape of the kind '" + type + "' is not drawn")
    }
    return nil
  }

  private func group(_ node: JSONCursor, _ paths: inout PathSummary) -> ShapeGroup {
    var inner = PathSummary()
    defer { paths.add(inner) }
    let list = node.member("it")
    let last = list?.array?.last { $0.member("ty")?.text == "tr" && $0.member("hd")?.flag != true }
    return ShapeGroup(
      name: node.member("nm")?.text ?? "", items: shapeItems(list, &inner, isGroup: true),
      transform: last.map { transform($0) }, blendMode: blendMode(node))
  }

  private func star(_ node: JSONCursor, isReversed: Bool) -> StarModel {
    StarModel(
      isPolygon: node.member("sy")?.integer != 1, center: position(node.member("p")),
      points: numbers(node.member("pt"), 5), rotation: numbers(node.member("r")),
      innerRadius: numbers(node.member("ir")), outerRadius: numbers(node.member("or")),
      innerRoundness: numbers(node.member("is")), outerRoundness: numbers(node.member("os")),
      isReversed: isReversed)
  }

  private func paint(_ node: JSONCursor) -> PaintModel {
    let opacity = numbers(node.member("o"), 100)
    let gradient = node.member("g")
    guard gradient != nil || node.member("ty")?.text?.utf8.first == UInt8(ascii: "g") else {
      return PaintModel(
        kind: .color(color(node.member("c"))), opacity: opacity, blendMode: blendMode(node),
        slot: node.member("c")?.member("sid")?.text)
    }
    let isRadial = node.member("t")?.integer == 2
    if isRadial, let length = node.member("h") {
      let track = numbers(length)
      if !track.isFixed || track.first.x != 0 {
        warn("a radial gradient's highlight (`h`) is not drawn, as in Apple's systems")
      }
    }
    let stops = numberList(gradient?.member("k"))
    if stops.isFixed, stops.first.values.count < 4 { warn("a gradient without stops is not drawn") }
    let count = gradient?.member("p")?.integer ?? stops.first.values.count / 4
    return PaintModel(
      kind: .gradient(
        GradientModel(
          isRadial: isRadial, start: position(node.member("s")), end: position(node.member("e")),
          stops: stops, colorCount: max(count, 0))), opacity: opacity, blendMode: blendMode(node))
  }

  private func join(_ node: JSONCursor) -> LineJoin {
    switch node.member("lj")?.integer {
    case 1: .miter
    case 3: .bevel
    // The format's default, as for caps.
    default: .round
    }
  }

  private func stroke(_ node: JSONCursor) -> StrokeModel {
    let cap: LineCap =
      switch node.member("lc")?.integer {
      case 1: .butt
      case 3: .square
      default: .round
      }
    var model = StrokeModel(
      width: numbers(node.member("w")), cap: cap, join: join(node),
      miterLimit: node.member("ml")?.number ?? 4)
    if let limit = node.member("ml2"), !numbers(limit).isFixed {
      warn("a miter limit that changes (`ml2`) stays as `ml` gives it")
    }
    for entry in node.member("d")?.array ?? [] {
      let length = numbers(entry.member("v"))
      switch entry.member("n")?.text {
      case "o": model.dashOffset = length
      default: model.dashes.append(length)
      }
    }
    return model
  }

  private func mergeMode(_ node: JSONCursor) -> MergeMode {
    switch node.member("mm")?.integer {
    case 2: return .add
    case 3: return .subtract
    case 4: return .intersect
    case 5: return .exclude
    default: return .merge
    }
  }

  private func repeater(_ node: JSONCursor) -> RepeaterModel {
    let transformNode = node.member("tr")
    return RepeaterModel(
      copies: numbers(node.member("c")), offset: numbers(node.member("o")),
      isFirstOnTop: node.member("m")?.integer != 2,
      transform: transformNode.map { transform($0) } ?? TransformModel(),
      startOpacity: numbers(transformNode?.member("so"), 100),
      endOpacity: numbers(transformNode?.member("eo"), 100))
  }

  /// A transform of a layer, a group or a repeater.
  func transform(_ node: JSONCursor) -> TransformModel {
    var model = TransformModel()
    model.anchor = position(node.member("a"))
    if node.member("p") == nil, node.member("px") != nil || node.member("py") != nil {
      model.position = .split(x: numbers(node.member("px")), y: numbers(node.member("py")))
    } else {
      model.position = position(node.member("p"))
    }
    model.scale = scale(node.member("s"))
    model.rotation = numbers(node.member("r") ?? node.member("rz"))
    model.opacity = numbers(node.member("o"), 100)
    model.skew = numbers(node.member("sk"))
    model.skewAxis = numbers(node.member("sa"))
    let orientation = numbers(node.member("or"))
    if node.member("rx") != nil || node.member("ry") != nil || !orientation.isFixed
      || orientation.first != .zero
    {
      model.tilt = TiltModel(
        x: numbers(node.member("rx")), y: numbers(node.member("ry")), orientation: orientation)
    }
    return model
  }
}

extension [ShapeItem] {
  /// The most vertices that the paths of the entries have at any time, with the ones that entries
  /// add.
  fileprivate var vertexCount: Int {
    func count(_ list: ContourList) -> Int { list.contours.reduce(0) { $0 + $1.vertices.count } }
    let limit = 1 << 40
    var sum = 0
    for item in self {
      switch item {
      case .group(let group): sum += group.items.vertexCount
      case .path(let track):
        sum += track.segments.reduce(count(track.first)) {
          Swift.max($0, count($1.from), count($1.to))
        }
      case .ellipse, .rectangle, .star: sum += 8
      case .zigZag(_, let ridges, _):
        let most = ridges.segments.reduce(ridges.first.x) { Swift.max($0, $1.from.x, $1.to.x) }
        sum *= 1 + Int(Swift.min(Swift.max(most.rounded(), 0), EvaluationBudget.ridgeLimit))
      default: break
      }
      sum = Swift.min(sum, limit)
    }
    return sum
  }
}
