import Animation
import Geometry
import Layers
import Raster
import Scene
import Stage
import Text

/// Looks for layers that people cannot see or touch well, in a scene as it is laid out for one panel: in its
/// first frame, and in each state of its state controls and with each option of its choices.
///
/// Layers that move are not checked for their place. The contrast of a text in front of pictures and shapes, or over
/// the edge of a layer, is measured in the first frame alone, if nothing moves there, and in each state if states change
/// the text's colour.
struct SizeCheck {
  /// Pixels of the font's size that can be read.
  static let leastText = 9.0
  /// Pixels of a module of a QR code, below which cameras fail beside a panel's own grid.
  static let leastModule = 2.0
  /// The least contrasts of WCAG 2.2, success criterion 1.4.3.
  static let leastContrast = 4.5
  static let leastContrastOfLargeText = 3.0
  /// Pixels of the font's size from which a text is large.
  private static let largeText = 24.0
  /// Pixels that glyphs may reach beyond an edge or over each other.
  static let tolerance = 1.0
  /// The part of a font's size that an edge may cut off: nobody sees it.
  private static let invisibleCut = 0.02
  /// The opacity from which a line through a text is seen.
  private static let visible = 0.2

  /// A state control in one of its states, or a choice with one of its options.
  typealias State = (control: String, state: String)

  var findings: [SizeFinding] = []
  /// The place of each layer among its sisters, and before it those of the layers around it, by its path.
  private(set) var places: [String: [Int]] = [:]
  /// The layers that are drawn so far, back to front.
  var drawn: [Drawn] = []
  /// Texts, the pixels of their glyphs, and the number of layers that were drawn before.
  private var texts: [(path: String, ink: Rect, place: Int)] = []
  /// Texts and codes that an opaque layer in front may hide.
  var contents: [Content] = []
  /// Texts in front of more than colours and gradients.
  private var doubtful: [Doubtful] = []
  var touch = TouchAreas()
  var screen = Rect.zero
  let controls: ControlLayers

  struct Drawn {
    /// The pixels in which it can be visible.
    var frame: Rect
    var cover: Cover
    var path = ""
    /// True if neither an animation nor a control changes it or the layers around it.
    var isSteady = false
    /// True if it looks different as time passes.
    var isAnimated = false
    /// The pixels of a colour of its own or of a line of progress, which strike through a text behind or before them;
    /// nil for a layer without any, or one that moves or that controls move.
    var bar: Rect?
    var indices: [Int] = []
  }

  private struct Doubtful {
    var text: PictureContrast.Text
    var ink: Rect
    /// True if it takes other colours with states and options.
    var isRecolored: Bool
    /// The number of layers that are drawn before.
    var place: Int
  }

  struct Content {
    var path: String
    var indices: [Int]
    var frame: Rect
    /// The pixels of the glyphs of each line; none for a code or an area that takes touches.
    var lines: [Rect] = []
    /// The parts that a code cannot be read without; none for a text.
    var finders: [Rect] = []
    /// The number of layers that are drawn before, with those below its own.
    var place: Int
  }

  /// A layer's path and what the layers around it do to it.
  struct Surroundings {
    var path = ""
    var indices: [Int] = []
    var opacity = 1.0
    /// The pixels in which it can be visible.
    var clip: Rect
    /// The path of the innermost layer around it that cuts it off with `masksToBounds`.
    var clipOwner: String?
    /// The pixels that layers in a row, a column or an overlay should not leave; nil below a layer with a transform,
    /// which moves it out of its place on purpose.
    var room: Rect?
    /// The path of the layer that `room` is the frame of; nil for the screen.
    var roomOwner: String?
    /// True if the layer or one around it moves.
    var moves = false
    /// True if controls change the place or the visibility of the layer or of one around it.
    var isShifted = false
    /// True if an animation changes the layer or one around it.
    var isAnimated = false
    /// True in a replicator, or where the layer or one around it is blended with what lies behind.
    var isTinted = false
    /// True if a mask may cut the layer, or if its frame, or that of a layer around it, is no rectangle along the
    /// screen's edges.
    var isCut = false
  }

  /// All states and options of a scene's controls but those that it begins with.
  static func states(of scene: Scene) -> [State] {
    scene.controls.flatMap { control -> [State] in
      let (names, first): ([String], Int?)
      switch control.kind {
      case .state(let states): (names, first) = (states.states.map { $0.name }, states.initial)
      case .press(let press) where press.isChoice:
        (names, first) = (press.options.map { $0.name }, press.chosen)
      default: return []
      }
      return names.indices.filter { $0 != first }.map { (control.name, names[$0]) }
    }
  }

  /// The number of times that a panel is laid out for a number of states.
  static func layoutCount(states count: Int) -> Int { count == 0 ? 1 : count + 2 }

  /// Makes requests to controls once. A panel whose variant lacks a control, or hides it, may refuse a request that
  /// another one takes.
  /// - Throws: the error of the first request that no panel takes.
  static func tryOut(
    _ settings: [ControlAssignment], on scene: Scene, panels: [PixelSize], locale: String = ""
  ) throws(ClientError) {
    var refused: [(setting: ControlAssignment, error: ClientError?)] = settings.map { ($0, nil) }
    for size in panels where !refused.isEmpty {
      let stage = Stage(scene: scene, size: size, scale: 1, locale: locale)
      _ = stage.advance(to: 0)
      var left: [(setting: ControlAssignment, error: ClientError?)] = []
      for setting in settings {
        do throws(ClientError) {
          // The keyboard on the screen is no layer of the scene.
          if try setting.focusesField(on: stage) {
            throw ClientError(
              .refused, "cannot set \(setting.control) to 'focused' here",
              hint: "fields are tried with the focus by themselves")
          }
          try setting.apply(to: stage, atOnce: true)
        } catch {
          guard let former = refused.first(where: { $0.setting == setting }) else { continue }
          left.append((setting, former.error ?? error))
        }
      }
      refused = left
    }
    if let error = refused.first?.error { throw error }
  }

  /// - Parameters:
  ///   - states: the states that are tried.
  ///   - locale: a language tag; empty for the scene's own.
  ///   - settings: requests to controls, before all is looked at. Their motion has ended in the first look.
  ///   - onLayout: called before each layout.
  init(
    _ scene: Scene, size: PixelSize, states: [State], locale: String = "",
    settings: [ControlAssignment] = [], onLayout: () -> Void = {}
  ) {
    let screen = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    controls = ControlLayers(scene, size: size, locale: locale)
    func makeStage(reducesMotion: Bool = true) -> Stage {
      let stage = Stage(scene: scene, size: size, scale: 1, locale: locale)
      stage.reducesMotion = reducesMotion
      guard !settings.isEmpty else { return stage }
      _ = stage.advance(to: 0)
      for setting in settings { try? setting.apply(to: stage) }
      return stage
    }
    onLayout()
    let beginning = makeStage(reducesMotion: !settings.isEmpty)
    if settings.isEmpty {
      // Fields show their placeholders, and progress layers lay their contents out with the first commit.
      _ = beginning.advance(to: 0)
    } else {
      Self.settle(beginning)
    }
    visit(beginning.rootLayer, screen)
    measure(doubtful, on: beginning)
    if states.isEmpty { return }
    // Animations of the scene end without a state, too.
    let first = findings
    onLayout()
    let settled = makeStage()
    Self.settle(settled)
    visit(settled.rootLayer, screen)
    measure(doubtful.filter(\.isRecolored), on: settled)
    let usual = Set(findings)
    findings = first
    for (control, state) in states {
      onLayout()
      let stage = makeStage()
      guard (try? stage.setState(control, to: state)) != nil else { continue }
      Self.settle(stage)
      let former = findings
      visit(stage.rootLayer, screen)
      measure(doubtful.filter(\.isRecolored), on: stage)
      findings =
        former
        + findings.dropFirst(former.count).filter { !usual.contains($0) }.map {
          var finding = $0
          finding.state = control + "=" + state
          return finding
        }
    }
  }

  /// Lets the changes of a state end: ten seconds, in steps in which those that follow others begin, then twenty minutes
  /// in a few coarse steps.
  private static func settle(_ stage: Stage) {
    stage.keepsStates = true
    let fine = (0...40).map { Double($0) / 4 }
    for time in fine + [20, 40, 80, 160, 320, 640, 1280] {
      if stage.hasFrame(at: time) { _ = stage.advance(to: time) }
    }
  }

  private mutating func visit(_ root: Layer, _ screen: Rect) {
    self.screen = screen
    drawn = [Drawn(frame: screen, cover: .color(root.backgroundColor ?? .black))]
    texts = []
    contents = []
    doubtful = []
    touch = TouchAreas()
    visitSublayers(of: root, Surroundings(clip: screen, room: screen))
    findCovered()
    findings += touch.findings
  }

  private mutating func visitSublayers(of layer: Layer, _ around: Surroundings) {
    let drawingOrder = layer.sublayers.enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }
    for (index, sublayer) in drawingOrder { visit(sublayer, index, around) }
  }

  private mutating func visit(_ layer: Layer, _ index: Int, _ around: Surroundings) {
    guard !layer.isHidden, !layer.isCollapsed, layer.opacity > 0 else { return }
    var inner = around
    let name = layer.name ?? "[\(index)]"
    inner.path = around.path.isEmpty ? name : around.path + "/" + name
    inner.indices.append(index)
    places[inner.path] = inner.indices
    inner.opacity *= layer.opacity
    let animations = layer.animationKeys
    inner.moves = around.moves || animations.contains { Self.moves(layer, $0) }
    inner.isAnimated = around.isAnimated || !animations.isEmpty
    inner.isTinted =
      around.isTinted || layer.blendMode != .normal || layer.contentKind == .replicator
    inner.isShifted = around.isShifted || controls.shifted.contains(inner.indices)
    inner.isCut =
      around.isCut || layer.mask != nil
      || !layer.projectionToOutside(presented: false).keepsAxes
    let frame = Self.onScreen(layer.bounds, of: layer)
    if layer.transform != .identity {
      inner.room = nil
    } else if !layer.isArranged, around.room != nil {
      (inner.room, inner.roomOwner) = (screen, nil)
    }
    let first = drawn.count
    if let text = layer as? TextLayer {
      check(text, inner)
    } else {
      note(layer, frame, inner)
    }
    if layer.masksToBounds {
      (inner.clip, inner.clipOwner) = (inner.clip.common(with: frame), inner.path)
    }
    if layer.backgroundColor.map({ $0.alpha > 0 }) ?? (layer.borderWidth > 0) {
      (inner.room, inner.roomOwner) = (frame, inner.path)
    }
    visitSublayers(of: layer, inner)
    if controls.areas.contains(inner.indices) { noteArea(layer, frame, first, inner) }
  }

  private static func moves(_ layer: Layer, _ key: String) -> Bool {
    guard let animation = layer.animation(forKey: key) else { return false }
    return [.position, .transform, .bounds].contains { animation.animates($0) }
  }

  static func onScreen(_ rect: Rect, of layer: Layer) -> Rect {
    rect.transformed(by: layer.projectionToOutside(presented: false))
  }

  // MARK: Layers

  private mutating func note(_ layer: Layer, _ frame: Rect, _ around: Surroundings) {
    let isPlain = layer.contentKind == .plain
    guard !isPlain || layer.backgroundColor != nil, !frame.isEmpty else { return }
    noteGround(layer, frame, around, isPlain: isPlain)
    guard !around.moves else { return }
    // A layer that an edge cuts off may come into sight by a control, as a sun behind the horizon.
    if frame.common(with: screen).isEmpty {
      return findings.append(SizeFinding(layer: around.path, kind: .outside))
    }
    if layer.isArranged, layer.contentKind != .emitter {
      checkRoom(frame, around, isGround: true)
    } else if let line = Self.progressLine(of: layer) {
      checkEdges(Self.onScreen(line, of: layer), around)
    }
  }

  /// - Parameter isPlain: true if the layer's own colour shows before all below it.
  private mutating func noteGround(
    _ layer: Layer, _ frame: Rect, _ around: Surroundings, isPlain: Bool
  ) {
    let cover =
      around.opacity >= 1 && !around.moves && !around.isCut
      ? Self.cover(of: layer, isPlain: isPlain) : .unclear
    let isSteady =
      !around.isAnimated && !around.isShifted && !controls.changed.contains(around.indices)
    let isAnimated = around.isAnimated || [.emitter, .frames, .replicator].contains(layer.kind)
    let visible = frame.common(with: around.clip)
    let corner = min(layer.cornerRadius, layer.bounds.width / 2, layer.bounds.height / 2)
    drawn.append(
      Drawn(
        frame: visible, cover: corner == 0 ? cover : .unclear, path: around.path,
        isSteady: isSteady, isAnimated: isAnimated,
        bar: isAnimated || around.isShifted || around.isCut
          ? nil
          : Self.bar(of: layer, opacity: around.opacity).map {
            Self.onScreen($0, of: layer).common(with: visible)
          },
        indices: around.indices))
    if cover.isOpaque, corner > 0 {
      // The rectangle that touches the round corners from within.
      let inset = corner * (1 - 0.5.squareRoot())
      let inner = layer.bounds.insetBy(dx: inset, dy: inset)
      drawn.append(
        Drawn(
          frame: Self.onScreen(inner, of: layer).common(with: visible), cover: cover,
          path: around.path, isSteady: isSteady, isAnimated: isAnimated))
    }
  }

  /// The line or the ring of a progress, in the layer's coordinates.
  private static func progressLine(of layer: Layer) -> Rect? {
    let bounds = layer.bounds
    func square(_ half: Double) -> Rect {
      Rect(x: bounds.midX - half, y: bounds.midY - half, width: 2 * half, height: 2 * half)
    }
    if let ring = layer as? LoaderRingLayer { return square(ring.radius + ring.lineWidth / 2) }
    guard let progress = layer as? ProgressLayer else { return nil }
    guard let line = progress.style as? LineProgressStyle else {
      return square(ProgressLayer.radius(in: bounds))
    }
    return Rect(
      x: bounds.minX, y: bounds.midY - line.lineWidth / 2, width: bounds.width,
      height: line.lineWidth)
  }

  /// The rectangle of a layer's own colour, or the line of a progress, in the layer's coordinates.
  /// - Parameter opacity: the product of its opacity and of those around it.
  private static func bar(of layer: Layer, opacity: Double) -> Rect? {
    guard opacity >= Self.visible else { return nil }
    if let color = layer.backgroundColor, color.alpha * opacity >= Self.visible {
      return layer.bounds
    }
    guard (layer as? ProgressLayer)?.style is LineProgressStyle else { return nil }
    return progressLine(of: layer)
  }

  /// Looks whether a layer in a row, a column or an overlay leaves the screen, or a layer around it that is seen.
  private mutating func checkRoom(
    _ frame: Rect, _ around: Surroundings, isGround: Bool = false
  ) {
    guard let room = around.room else { return }
    let beyond = frame.beyond(room)
    guard beyond > Self.tolerance else { return }
    // A layer that covers all of the room is a ground, which may be larger.
    if isGround && frame.contains(room) { return }
    findings.append(
      SizeFinding(layer: around.path, kind: .overflow(beyond, of: around.roomOwner)))
  }

  // MARK: Texts

  /// True if an ellipsis stands for more than half of a text. For less, the `truncation` is meant.
  private static func isMostlyCut(_ layer: TextLayer, _ layout: TextLayout) -> Bool {
    guard layer.attributes.truncation != .none, layer.fontSize > 0 else { return true }
    let natural = layer.naturalWidth * layout.size / layer.fontSize
    return layer.bounds.width * Double(layout.lines.count) < natural / 2
  }

  private mutating func check(_ layer: TextLayer, _ around: Surroundings) {
    let string = layer.shownString
    guard string.contains(where: { !$0.isWhitespace }) else { return }
    func find(_ kind: SizeFinding.Kind) {
      findings.append(SizeFinding(layer: around.path, kind: kind))
    }
    if let code = layer.code {
      let side = min(layer.bounds.width, layer.bounds.height) * Self.scale(of: layer)
      let pixels = (side / Double(code.sideCount(of: string))).rounded(.down)
      if pixels < Self.leastModule { find(.smallCode(pixels)) }
      note(layer, Self.onScreen(layer.bounds, of: layer), around)
      checkCode(layer, modules: code.sideCount(of: string), quietZone: code.quietZone, around)
      return
    }
    if layer.backgroundColor != nil {
      noteGround(layer, Self.onScreen(layer.bounds, of: layer), around, isPlain: true)
    }
    // A text that people type is one line, which moves within its layer and may be longer.
    let isTyped = layer.entry.map { !$0.isPlaceholder } ?? false
    var attributes = layer.attributes
    if isTyped { attributes.minimumSize = nil }
    let layout = TextLayout(layer.shownText, attributes, in: layer.bounds)
    guard layout.size > 0 else { return find(.hiddenText) }
    if !isTyped, layout.isTruncated, Self.isMostlyCut(layer, layout) { find(.truncatedText) }
    var lines: [Rect] = []
    // The colours of its parts, which are few.
    var colors: [Color] = []
    func noteColor(_ color: Color) {
      if !colors.contains(color) { colors.append(color) }
    }
    for line in layout.lines {
      var box = Rect.null
      if !line.glyphs.isEmpty {
        box = box.union(line.glyphs.bounds)
        noteColor(layer.foregroundColor)
      }
      for run in line.styled {
        box = box.union(run.glyphs.bounds)
        noteColor(layer.color(ofStyle: run.style))
      }
      if isTyped { box = box.common(with: layer.bounds) }
      if !box.isNull, !(isTyped && box.isEmpty) { lines.append(Self.onScreen(box, of: layer)) }
    }
    guard !lines.isEmpty else { return }
    let ink = lines.reduce(Rect.null) { $0.union($1) }
    let pixels = layout.size * Self.scale(of: layer)
    // Lengths of a layout are sums of rounded numbers.
    if pixels < Self.leastText - 0.001 { find(.smallText(pixels)) }
    guard !around.moves else { return }
    let clip =
      layer.masksToBounds
      ? around.clip.common(with: Self.onScreen(layer.bounds, of: layer)) : around.clip
    if ink.common(with: screen).isEmpty { return find(.outside) }
    if ink.common(with: around.clip).isEmpty {
      // A text that an edge cuts off may come into sight by a control.
      if let owner = around.clipOwner, !around.isShifted, !around.isAnimated {
        find(.clippedText(by: owner))
      }
      return
    }
    let beyond = ink.beyond(clip)
    if beyond > max(Self.tolerance, pixels * Self.invisibleCut) {
      find(.cutText(beyond))
    } else if layer.isArranged {
      checkRoom(ink, around)
    }
    for other in texts {
      let common = other.ink.common(with: ink)
      guard common.width > Self.tolerance, common.height > Self.tolerance else { continue }
      // A layer between the two may hide the other one.
      let isHidden = drawn[other.place...].contains {
        $0.cover.isOpaque && $0.frame.contains(common)
      }
      if !isHidden { find(.overlap(other.path)) }
    }
    texts.append((around.path, ink, drawn.count))
    noteContent(
      ink.common(with: clip), around,
      lines: around.isCut ? [] : lines.map { $0.common(with: clip) }.filter { !$0.isEmpty })
    let grounds = self.colors(behind: ink.common(with: clip))
    let least = pixels < Self.largeText ? Self.leastContrast : Self.leastContrastOfLargeText
    // The percents of a progress take its colour.
    let owners = [around.indices, Array(around.indices.dropLast())]
    if grounds.isEmpty, !owners.contains(where: { controls.driven.contains($0) }),
      !around.isAnimated, !around.isTinted, !around.isCut,
      layer.shadowOpacity == 0, layer.backgroundColor == nil, layer.sublayers.isEmpty
    {
      doubtful.append(
        Doubtful(
          text: PictureContrast.Text(
            layer: layer, path: around.path, lines: lines.map { $0.common(with: clip) },
            colors: colors, opacity: around.opacity, least: least),
          ink: ink, isRecolored: owners.contains { controls.recolored.contains($0) },
          place: drawn.count))
    }
    let contrasts = grounds.flatMap { ground in
      colors.map { $0.over(ground, opacity: around.opacity).contrast(to: ground) }
    }
    guard let lowest = contrasts.min(), lowest < least else { return }
    findings.append(
      SizeFinding(
        layer: around.path, kind: .lowContrast(lowest),
        isPlaceholder: layer.entry?.isPlaceholder ?? false))
  }

  /// Pixels in a point of the layer, down.
  static func scale(of layer: Layer) -> Double {
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    let shown = onScreen(unit, of: layer)
    return min(shown.width, shown.height)
  }

  /// Measures the contrast of texts; the stage does not show them afterwards.
  private mutating func measure(_ texts: [Doubtful], on stage: Stage) {
    findings += PictureContrast.findings(
      texts.filter { isMeasurable($0) }.map(\.text), on: stage)
  }

  /// True if nothing lies in front of a text, and nothing behind it changes as time passes.
  private func isMeasurable(_ text: Doubtful) -> Bool {
    !drawn.enumerated().contains { index, layer in
      (index >= text.place || layer.isAnimated) && !layer.frame.common(with: text.ink).isEmpty
    }
  }

  /// None if they are unclear.
  private func colors(behind rect: Rect) -> [Color] {
    guard let layer = drawn.last(where: { !$0.frame.common(with: rect).isEmpty }),
      layer.frame.contains(rect)
    else { return [] }
    return layer.cover.colors(in: rect)
  }
}

extension Projection {
  /// True if the image of a rectangle along the axes is one, too, with no side turned to another axis.
  fileprivate var keepsAxes: Bool {
    let m = numerators
    let tolerance = 1e-6 * max(abs(m.a), abs(m.d))
    return g == 0 && h == 0 && abs(m.b) <= tolerance && abs(m.c) <= tolerance
  }
}
