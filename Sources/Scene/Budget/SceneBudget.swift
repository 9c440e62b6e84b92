import Animation
import Geometry

/// The cost of a scene's layers, with all instances of replicators and all uses of progress styles:
/// counts that have a limit, and the rough time of a whole frame.
///
/// 1. Lengths are resolved for `referenceSize`. Layers count even if they show only for a time or
///    are invisible.
/// 2. A property that is animated or driven counts with its greatest value.
/// 3. All sums are of `Double`, which cannot overflow, however deeply layers are nested.
struct SceneBudget {
  /// A screen of 1920 × 1080 points.
  static let referenceSize = Size(width: 1920, height: 1080)
  /// The longest line that can be visible: the diagonal of the reference size.
  static let longestSide = 2203.0

  var layers = 0.0
  var pathElements = 0.0
  var segments = 0.0
  var particles = 0.0
  var textBytes = 0.0
  var codeModules = 0.0
  var dashes = 0.0
  /// The cost of a frame in which everything is drawn, on a slow machine.
  var microseconds = 0.0

  /// The limit that the scene exceeds, if any.
  private(set) var excess: Excess?
  private var shadowPixels = 0.0
  /// The layers with a blurred backdrop.
  private var panes: [Pane] = []
  /// True if any layer may be drawn in another place than that of the file.
  private var isReordered = false
  /// The layer that costs most by itself.
  private var costliest = (offset: 0, microseconds: 0.0, instances: 1.0)

  /// A layer with a blurred backdrop, in all instances.
  private struct Pane {
    let layer: LayerDescription
    let pixels: Double
    let instances: Double
    /// The most pixels that can be visible.
    let visible: Double
    /// The cost of the layers that precede it in the file, and their number.
    let microseconds: Double
    let layers: Double
  }

  struct Excess {
    /// Byte offset in the file.
    var offset: Int
    var message: String
    var expected: String
  }

  /// Surroundings of a layer.
  struct Surroundings {
    var context: LengthContext
    /// The number of instances of the layers here.
    var instances = 1.0
    /// The innermost replicator's offset in the file.
    var replicator: Int?
    /// Pixels in a point across and down.
    var scale = Vector(dx: 1, dy: 1)
    /// The factor by which `scale` may be greater than that of the smallest instance, or of one
    /// moment: infinite where that is not known.
    var growth = 1.0
    /// The most pixels that can be visible.
    var visible = SceneBudget.referenceSize.width * SceneBudget.referenceSize.height
    /// The distance of the viewer in points; nil where there is no perspective.
    var distance: Double?
    /// Points by which the layers around may bring their content nearer to the viewer.
    var nearness = 0.0
    var drives: [Int: [DriveDescription]] = [:]
    /// Animations that controls add to layers, by the layers' indices.
    var motions: [Int: [AnimationDescription]] = [:]
    /// Bytes of the first messages that layers show, by the layers' indices.
    var messages: [Int: Int] = [:]
    /// The layers that show any text a client gives or a person types, by their indices.
    var addressed: Set<Int> = []
    /// The most bytes of these texts.
    var messageBytes = 0
  }

  /// - Parameter messageBytes: the most bytes of each text that clients give and people type.
  init(_ scene: SceneDescription, messageBytes: Int = 0) {
    let size = Self.referenceSize
    var around = Surroundings(context: LengthContext(size: size, output: size))
    if let fit = scene.fit {
      around.context = LengthContext(size: fit.size, output: fit.size)
      let scale = fit.scale(to: size)
      around.scale = Vector(dx: scale, dy: scale)
    }
    around.drives = Self.drives(of: scene.controls)
    for case .text(let control) in scene.controls.map({ $0.content }) {
      let count = control.text.map { scene.strings.greatestByteCount(of: $0) }
      for layer in control.drives { around.messages[layer] = count }
    }
    for case .field(let field) in scene.controls.map({ $0.content }) {
      around.messages[field.entry] = [field.text, field.placeholder].reduce(0) {
        max($0, scene.strings.greatestByteCount(of: $1))
      }
    }
    around.messageBytes = messageBytes
    if let prompt = scene.prompt { around.addressed.formUnion(prompt.textLayers) }
    for control in scene.controls {
      around.addressed.formUnion(control.content.textLayers)
      around.add(control.content.states, scene.strings)
    }
    microseconds += FrameCost.pixel.fill * around.visible
    for layer in scene.layers { add(layer, around, isPart: false) }
    addPanes()
    if excess == nil, microseconds > SceneLimits.frameMicroseconds { reportTime() }
  }

  private static func drives(of controls: [ControlDescription]) -> [Int: [DriveDescription]] {
    var result: [Int: [DriveDescription]] = [:]
    for control in controls {
      for drive in control.content.progress?.drives ?? [] {
        result[drive.layer, default: []].append(drive)
      }
    }
    return result
  }

  // MARK: Layers

  /// Adds a layer with all layers below it.
  ///
  /// - Parameter isPart: true for a progress style's layer, which has another numbering.
  /// - Returns: the cost of drawing it once more for its shadow or that of a layer around it, in
  ///   microseconds.
  @discardableResult
  mutating func add(_ layer: LayerDescription, _ around: Surroundings, isPart: Bool) -> Double {
    let cost = LayerCost(layer, around)
    let instances = around.instances
    count(cost, of: layer, around)
    var content = cost.microseconds * instances
    note(content, of: layer, instances)
    microseconds += content
    check(at: around.replicator ?? layer.offset, isReplicated: instances > 1)

    let inner = cost.inner
    for sublayer in layer.sublayers where excess == nil {
      content += add(sublayer, inner, isPart: isPart)
    }
    if case .progress(let progress) = layer.content, case .declared(let style) = progress.style {
      content += add(style, around, inner)
    }
    for mask in layer.compositing.mask where excess == nil {
      var masking = inner
      // A replicator's own mask is not replicated.
      masking.instances = instances
      masking.replicator = around.replicator
      microseconds += FrameCost.pixel.group * cost.visible * instances
      content += add(mask, masking, isPart: isPart)
    }
    if let shadow = cost.shadow {
      addShadow(shadow, of: layer, around, content: content)
    }
    return content
  }

  /// Adds the counts of a layer in all instances. Not the layers below it.
  private mutating func count(
    _ cost: LayerCost, of layer: LayerDescription, _ around: Surroundings
  ) {
    let instances = around.instances
    layers += cost.layers * instances
    pathElements += cost.pathElements * instances
    segments += cost.segments * instances
    particles += cost.particles * instances
    textBytes += cost.textBytes * instances
    codeModules += cost.codeModules * instances
    dashes += cost.dashes * instances
    if let pixels = cost.backdrop {
      panes.append(
        Pane(
          layer: layer, pixels: pixels, instances: instances, visible: around.visible,
          microseconds: microseconds + cost.microseconds * instances / 2,
          layers: layers + instances / 2))
    }
    isReordered = isReordered || cost.isReordered
  }

  /// Adds the cost of a layer's shadow.
  /// - Parameter content: the microseconds of the layer and all layers below it, which are drawn
  ///   once more for a shadow without a path of its own.
  private mutating func addShadow(
    _ shadow: LayerCost.Shadow, of layer: LayerDescription, _ around: Surroundings, content: Double
  ) {
    let instances = around.instances
    let area = min(shadow.pixels * instances, FrameCost.shadowPixels - shadowPixels)
    shadowPixels += area
    let cost =
      (FrameCost.shadow + shadow.path) * instances + FrameCost.pixel.blur * area
      + FrameCost.pixel.image * min(shadow.pixels, around.visible) * instances
      + (layer.compositing.shadowPath == nil ? content : 0)
    microseconds += cost
    note(cost, of: layer, instances)
  }

  /// Adds the cost of blurred backdrops: all layers behind one are listed and drawn once more,
  /// where they lie in the pane or in the margin of its blur. Where layers may be drawn in another
  /// order than that of the file, anything may be behind.
  private mutating func addPanes() {
    let (all, count) = (microseconds, layers)
    for pane in panes {
      let behind = isReordered ? all : pane.microseconds
      let part = min(2 * pane.pixels / max(pane.visible, 1), 1)
      let listed = FrameCost.listed * (isReordered ? count : pane.layers)
      let backdrop =
        (FrameCost.layer + listed + behind * part + FrameCost.pixel.backdrop * pane.pixels)
        * pane.instances
      microseconds += backdrop
      note(backdrop, of: pane.layer, pane.instances)
    }
  }

  /// Adds one use of a progress style.
  private mutating func add(
    _ style: ProgressStyleDescription, _ around: Surroundings, _ inner: Surroundings
  ) -> Double {
    var inner = inner
    (inner.drives, inner.motions, inner.messages, inner.addressed) = ([:], [:], [:], [])
    for drive in style.drives { inner.drives[drive.layer, default: []].append(drive) }
    for change in style.changes {
      inner.drives[change.layer, default: []].append(
        DriveDescription(
          layer: change.layer, keyPath: change.keyPath, values: [change.value, change.value]))
    }
    var content = FrameCost.animation * Double(style.motions.count) * inner.instances
    microseconds += content
    for layer in style.layers where excess == nil {
      content += add(layer, inner, isPart: true)
    }
    return content
  }

  // MARK: Limits

  private mutating func note(_ cost: Double, of layer: LayerDescription, _ instances: Double) {
    if cost > costliest.microseconds { costliest = (layer.offset, cost, instances) }
  }

  private mutating func check(at offset: Int, isReplicated: Bool) {
    guard excess == nil else { return }
    let counts: [(Double, StaticString, Int)] = [
      (layers, "layers", SceneLimits.layers),
      (pathElements, "elements of paths", SceneLimits.pathElements),
      (segments, "segments", SceneLimits.allSegments),
      (particles, "particles", SceneLimits.allParticles),
      (textBytes, "bytes of text", SceneLimits.allText),
      (codeModules, "modules of QR codes", SceneLimits.codeModules),
      (dashes, "dashes", SceneLimits.dashes),
    ]
    for (count, what, limit) in counts where count > Double(limit) {
      excess = Excess(
        offset: offset,
        message: Self.rounded(count) + " \(what)" + (isReplicated ? " with all instances" : "")
          + (isReplicated ? "" : " or more"),
        expected: "at most \(limit) in a scene")
      return
    }
  }

  private mutating func reportTime() {
    let often =
      costliest.instances > 1
      ? ", shown " + Self.rounded(costliest.instances) + " times," : ""
    excess = Excess(
      offset: costliest.offset,
      message: "a frame would take about " + Self.rounded(microseconds / 1e6 + 0.5)
        + " s; this layer" + often + " takes the greatest part of it",
      expected: "about 1 s at most: fewer or smaller layers, instances, texts, images or shadows")
  }

  /// A whole number for messages, however great.
  private static func rounded(_ value: Double) -> String {
    value < 1e12 ? "\(Int64(value))" : "more than a million million"
  }
}

extension SceneBudget.Surroundings {
  /// Adds the changes of all states.
  fileprivate mutating func add(_ states: [StateDescription], _ strings: StringTable) {
    for change in states.flatMap({ $0.changes }) {
      switch change.effect {
      case .value(let keyPath, let value, let spring):
        guard let spring else {
          drives[change.layer, default: []].append(
            DriveDescription(layer: change.layer, keyPath: keyPath, values: [value, value]))
          continue
        }
        motions[change.layer, default: []].append(
          AnimationDescription(
            motion: .spring(keyPath, EndsDescription(to: value), spring), timing: MediaTiming(),
            timingFunction: .linear))
      case .text(let text):
        messages[change.layer] = max(
          messages[change.layer] ?? 0, strings.greatestByteCount(of: text))
      case .collapse: break
      case .motion(let animation): motions[change.layer, default: []].append(animation)
      }
    }
  }
}
