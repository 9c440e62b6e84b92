import Geometry
import JSON
import Raster

/// Layers of compositions.
extension DocumentReader {
  func layers(_ nodes: JSONElements) -> [LayerModel] {
    let places = LayerPlaces(nodes)
    var layers: [LayerModel] = []
    for (index, node) in nodes.enumerated() {
      let model = within("layer", node) { layer(node, at: index, places) }
      // The layer before a layer with a matte is that matte, even if an older file does not say so.
      if let matte = model.matte, matte.layer == index - 1 { layers[index - 1].isMatte = true }
      layers.append(model)
    }
    cutRounds(of: &layers, Array(nodes))
    return layers
  }

  /// Removes the parent of a layer whose parents lead back to it: the chain of transforms would
  /// never end.
  private func cutRounds(of layers: inout [LayerModel], _ nodes: [JSONCursor]) {
    /// For each layer, the start of the walk that reached it first; nil for none yet.
    var walks = [Int?](repeating: nil, count: layers.count)
    for start in layers.indices {
      var current = start
      while walks[current] == nil {
        walks[current] = start
        guard let parent = layers[current].parent else { break }
        guard walks[parent] != start else {
          layers[current].parent = nil
          within("layer", nodes[current]) {
            warn("a parent that leads back to the layer itself is left out")
          }
          break
        }
        current = parent
      }
    }
  }

  private func layer(_ node: JSONCursor, at index: Int, _ places: LayerPlaces) -> LayerModel {
    let type = node.member("ty")?.integer ?? -1
    var transform = TransformModel()
    if let entry = node.member("ks") { transform = self.transform(entry) }
    // A layer with one rotation is flat, unless the file says that it is in space.
    if node.member("ddd")?.flag != true, node.member("ks")?.member("r") != nil {
      transform.tilt = nil
    }
    let stretch = node.member("sr")?.number ?? 1
    var layer = LayerModel(
      name: node.member("nm")?.text ?? "", content: content(type, node), transform: transform,
      parent: node.member("parent")?.layerNumber.flatMap { places[$0] },
      range: (
        node.member("ip")?.number ?? -.infinity, node.member("op")?.number ?? .infinity
      ),
      startTime: node.member("st")?.number ?? 0, stretch: stretch == 0 ? 1 : stretch,
      timeRemap: node.member("tm").map { numbers($0) }, masks: masks(node),
      matte: matte(node, at: index, places), isMatte: node.member("td")?.flag == true,
      isHidden: node.member("hd")?.flag == true, effects: effects(node), blendMode: blendMode(node))
    if node.member("ao")?.flag == true {
      warn("a layer that turns with its motion is drawn without the turn, as Apple's systems do")
    }
    if case .composition = layer.content {} else { layer.timeRemap = nil }
    return layer
  }

  /// The mode by which a layer or an entry of a shape layer is blended with the picture below it.
  func blendMode(_ node: JSONCursor) -> BlendMode {
    guard let number = node.member("bm")?.integer, number != 0 else { return .normal }
    let modes: [BlendMode] = [
      .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
      .softLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity, .plusLighter,
    ]
    if modes.indices.contains(number) { return modes[number] }
    warn(number == 17 ? "hard mix is drawn as normal" : "blend mode \(number) is drawn as normal")
    return .normal
  }

  private func content(_ type: Int, _ node: JSONCursor) -> LayerModel.Content {
    switch type {
    case 0:
      guard let asset = asset(named: node.member("refId")?.text) else { return missing(node) }
      return .composition(
        asset: asset,
        size: Size(
          width: node.member("w")?.number ?? 0, height: node.member("h")?.number ?? 0))
    case 1:
      return .solid(
        size: Size(
          width: node.member("sw")?.number ?? 0, height: node.member("sh")?.number ?? 0),
        color: ColorText.color(node.member("sc")?.text ?? ""))
    case 2:
      guard let asset = asset(named: node.member("refId")?.text) else { return missing(node) }
      return .image(asset: asset)
    case 3: return .null
    case 4:
      changes = ChangeTimes()
      let items = shapeItems(node.member("shapes"))
      return .shapes(ShapeContent(items, changes: changes, number: nextContent()))
    case 5:
      let model = text(node.member("t"), masks: node.member("masksProperties"))
      return .text(TextContent(model, changes: changes, number: nextContent()))
    case 6: warn("sound is not played")
    case 13: warn("a camera is not supported; layers in space are seen from straight ahead")
    default: warn("a layer of kind \(type) is not drawn")
    }
    return .null
  }

  private func missing(_ node: JSONCursor) -> LayerModel.Content {
    warn("'" + (node.member("refId")?.text ?? "") + "' is not among the assets")
    return .null
  }

  private func matte(_ node: JSONCursor, at index: Int, _ places: LayerPlaces) -> LayerModel.Matte?
  {
    let kind: LayerModel.Matte.Kind
    switch node.member("tt")?.integer ?? 0 {
    case 0: return nil
    case 1: kind = .alpha
    case 2: kind = .invertedAlpha
    case 3: kind = .luma
    case 4: kind = .invertedLuma
    case let number:
      warn("a matte of kind \(number) does not cut the layer")
      return nil
    }
    if let place = node.member("tp")?.layerNumber.flatMap({ places[$0] }), place != index {
      return LayerModel.Matte(kind: kind, layer: place)
    }
    return index > 0 ? LayerModel.Matte(kind: kind, layer: index - 1) : nil
  }

  private func masks(_ node: JSONCursor) -> [MaskModel] {
    var masks: [MaskModel] = []
    for entry in node.member("masksProperties")?.array ?? [] {
      guard masks.count < MaskModel.mostOnLayer else {
        warn("a layer has more masks than are drawn; the last ones are left out")
        break
      }
      let letter = entry.member("mode")?.text
      let mode: MaskModel.Mode
      switch letter {
      case "n": continue
      case "s": mode = .subtract
      case "i", "d", "f": mode = .intersect
      default: mode = .add
      }
      let opacity = numbers(entry.member("o"), 100)
      if letter == "l" || letter == "d", !opacity.isFixed || opacity.first.x != 100 {
        warn("a mask that lightens or darkens at an opacity is added or intersects")
      }
      // The first mask has no other mask to intersect.
      if letter == "f", !masks.isEmpty {
        warn("a mask of the mode difference intersects, as in Apple's systems")
      }
      var isInverted = entry.member("inv")?.flag == true
      if isInverted, mode == .intersect {
        isInverted = false
        warn("a mask that intersects is not inverted, as in Apple's systems")
      }
      if let feather = entry.member("f") {
        let track = numbers(feather)
        if !track.isFixed || track.first.x != 0 || track.first.y != 0 {
          warn("a mask's feather is drawn sharp")
        }
      }
      if let expansion = entry.member("x") {
        let track = numbers(expansion)
        if !track.isFixed || track.first.x != 0 {
          warn("a mask's expansion (`x`) is left out, as in Apple's systems")
        }
      }
      masks.append(
        MaskModel(
          mode: mode, isInverted: isInverted, path: contours(entry.member("pt")), opacity: opacity))
    }
    return masks
  }

  /// True for values that expressions read. Exporters write effects that they do not know in the
  /// same form, with the name that After Effects has for them.
  private func isControl(_ effect: JSONCursor) -> Bool {
    guard let name = effect.member("mn")?.text?.utf8, !name.isEmpty else { return true }
    return name.starts(with: "Pseudo/".utf8) || name.suffix(7).elementsEqual("Control".utf8)
  }

  private func effects(_ node: JSONCursor) -> [EffectModel] {
    var effects: [EffectModel] = []
    for entry in node.member("ef")?.array ?? [] {
      if let isOn = entry.member("en"), !isOn.flag { continue }
      let values = entry.member("ef")?.array ?? []
      func value(_ index: Int) -> JSONCursor? {
        index < values.count ? values[index].member("v") : nil
      }
      switch entry.member("ty")?.integer {
      case 20:
        effects.append(
          .tint(
            black: color(value(0)), white: color(value(1)), amount: numbers(value(2), 100)))
      case 21: effects.append(.fill(color: color(value(2)), opacity: numbers(value(6), 1)))
      case 25:
        // Softness and deviation as lottie-ios has them.
        effects.append(
          .dropShadow(
            DropShadowModel(
              color: color(value(0)), opacity: numbers(value(1), 255), fullOpacity: 255,
              direction: numbers(value(2)), zeroDirection: -90, turnsClockwise: true,
              distance: numbers(value(3)),
              softness: numbers(value(4)), deviation: 0.2,
              isAlone: value(5) == nil ? nil : numbers(value(5)))))
      case 29:
        effects.append(.blur(radius: numbers(value(0)), axes: numbers(value(1), 1)))
        if let repeats = value(2).map({ numbers($0) }), !repeats.isFixed || repeats.first.x != 0 {
          within("effect", entry) { warn("a blur that repeats its edge pixels fades out at them") }
        }
      case 5 where isControl(entry): break
      default: within("effect", entry) { warn("an effect of this kind is not drawn") }
      }
    }
    for entry in node.member("sy")?.array ?? [] {
      guard entry.member("ty")?.integer == 1 else {
        within("style", entry) { warn("a style of this kind is not drawn") }
        continue
      }
      // The direction is the light's, counterclockwise from 3 o'clock; the shadow lies opposite.
      effects.append(
        .dropShadow(
          DropShadowModel(
            color: color(entry.member("c")), opacity: numbers(entry.member("o"), 100),
            fullOpacity: 100, direction: numbers(entry.member("a")), zeroDirection: 180,
            turnsClockwise: false, distance: numbers(entry.member("d")),
            softness: numbers(entry.member("s")),
            deviation: 0.5)))
    }
    return effects
  }
}

/// Places of layers by the numbers (`ind`) that others name them by; of layers with one number the
/// last one counts.
struct LayerPlaces {
  /// Numbers above places, in order.
  private var keys: [Int] = []

  init(_ nodes: JSONElements) {
    for (index, node) in nodes.enumerated() {
      // Numbers and places have 32 bits each.
      if let number = node.member("ind")?.layerNumber { keys.append(number << 32 | index) }
    }
    keys.sort()
  }

  subscript(number: Int) -> Int? {
    // The first key above all of the number.
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] >> 32 <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0, keys[low - 1] >> 32 == number else { return nil }
    return keys[low - 1] & 0xFFFF_FFFF
  }
}

/// Colours as texts write them: `#rgb` or `#rrggbb`.
enum ColorText {
  /// Black for a text that is no colour.
  static func color(_ text: String) -> Color {
    var digits: [Double] = []
    for byte in text.utf8 where byte != UInt8(ascii: "#") {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(Double(byte - 48))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(Double(byte - 87))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(Double(byte - 55))
      default: return .black
      }
    }
    switch digits.count {
    case 3: return Color(red: digits[0] / 15, green: digits[1] / 15, blue: digits[2] / 15)
    case 6, 8:
      func component(_ index: Int) -> Double {
        (digits[index] * 16 + digits[index + 1]) / 255
      }
      return Color(red: component(0), green: component(2), blue: component(4))
    default: return .black
    }
  }
}
