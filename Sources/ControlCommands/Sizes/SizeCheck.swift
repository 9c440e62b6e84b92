import Geometry
import Layers
import Raster
import Scene
import Stage

/// Looks for layers that people cannot see or touch well, in a scene as it is laid out for one
/// panel: in its first frame, in each state of its state controls, with each option of its choices,
/// and in the looks of what people press. Texts are also looked at in each phase of a job, at its
/// end, and with a time that is left.
///
/// Layers that move are not checked for their place. The contrast of a text in front of pictures
/// and shapes, or over the edge of a layer, is measured in the first frame, and in each state if
/// states change the text's colour. Behind an emitter it is measured there, where no particles are
/// yet, and among the particles of a later moment. Where something moves, several moments are
/// looked at, each as if all stood still. For the looks of a press and of the focus only the
/// contrast counts, and how well people see what has the focus. A look of a control that is not
/// visible at first is tried in the first state, or with the first value of a progress, that shows
/// the control.
struct SizeCheck {
  /// Pixels of the font's size that can be read.
  static let leastText = 9.0
  /// Pixels of a module of a QR code, below which cameras fail beside a panel's own grid.
  static let leastModule = 2.0
  /// The least contrasts of WCAG 2.2, success criterion 1.4.3.
  static let leastContrast = 4.5
  static let leastContrastOfLargeText = 3.0
  /// Pixels that glyphs may reach beyond an edge or over each other.
  static let tolerance = 1.0

  var findings: [SizeFinding] = []
  /// The place of each layer among its siblings, after the places of the layers around it, by its
  /// path.
  var places: [String: [Int]] = [:]
  /// The layers that are drawn so far, back to front.
  var drawn: [Drawn] = []
  /// Texts, the pixels of their glyphs, the number of layers that were drawn before, and true for
  /// one that lies over others on its way, or that fades.
  var texts: [(path: String, indices: [Int], ink: Rect, place: Int, isPassing: Bool)] = []
  /// Texts and codes that an opaque layer in front may hide.
  var contents: [Content] = []
  /// Texts in front of more than colours and gradients.
  var unmeasured: [Unmeasured] = []
  var touch = TouchAreas()
  var screen = Rect.zero
  /// True if a look passed over something that moves, or that is not seen yet.
  var hasMotion = false
  /// The layers that moved before they were brought to rest.
  var stilled: Set<ObjectIdentifier> = []
  /// The layers of looks with the focus that are visible, by their places.
  var focusLayers: [[Int]: FocusLayer] = [:]
  /// The texts and areas that are visible, by their paths.
  var seen: [String: Seen] = [:]
  /// The pixels of the content that is visible; nil for none.
  var extent: Rect?
  /// The extent of the first look.
  private(set) var firstExtent: Rect?
  let controls: ControlLayers
  /// True if only the largest circle in the middle of the pixels is seen.
  let isRound: Bool

  /// - Parameters:
  ///   - states: the states that are tried.
  ///   - locale: a language tag; empty for the scene's own.
  ///   - settings: requests to controls, made before the first look, in which their motion has
  ///     ended.
  ///   - onLayout: called before each layout.
  init(
    _ scene: Scene, size: PixelSize, states: [State], locale: String = "",
    settings: [ControlAssignment] = [], isRound: Bool = false, onLayout: () -> Void = {}
  ) {
    self.isRound = isRound
    let screen = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    func makeStage(reducesMotion: Bool = true) -> Stage {
      let stage = Stage(scene: scene, size: size, scale: 1, locale: locale)
      stage.reducesMotion = reducesMotion
      if !settings.isEmpty {
        _ = stage.advance(to: 0)
        for setting in settings { try? setting.apply(to: stage) }
      }
      Self.fillLogs(of: scene, on: stage)
      return stage
    }
    onLayout()
    let beginning = makeStage(reducesMotion: !settings.isEmpty)
    if settings.isEmpty {
      // Fields show their placeholders, and progress layers lay their contents out with the first
      // commit.
      _ = beginning.advance(to: 0)
    } else {
      Self.settle(beginning)
    }
    controls = ControlLayers(
      scene, size: size, locale: locale, hasQuestion: beginning.shownPrompt != nil)
    visit(beginning.rootLayer, screen)
    firstExtent = extent
    measure(unmeasured, on: beginning)
    measureAmongParticles(on: beginning)
    lookAtMoments(layers: scene.layerCount) { makeStage(reducesMotion: false) }
    if states.isEmpty { return }
    // Animations of the scene end without a state, too.
    let first = findings
    onLayout()
    let settled = makeStage()
    Self.settle(settled)
    visit(settled.rootLayer, screen)
    measure(unmeasured.filter(\.isRecolored), on: settled)
    let usual = Usual(
      findings: Set(findings),
      paleLayers: Set(findings.filter { $0.kind.name == .lowContrast }.map(\.layer)))
    findings = first
    for state in Self.sighted(states, of: scene, { makeStage() }) {
      onLayout()
      check(state, on: screen, usual) { makeStage() }
    }
  }

  /// The findings of the scene at rest, and the layers of too little contrast there.
  private struct Usual {
    var findings: Set<SizeFinding>
    var paleLayers: Set<String>
  }

  /// Adds the findings of one state that the scene does not have at rest.
  private mutating func check(
    _ state: State, on screen: Rect, _ usual: Usual, makeStage: () -> Stage
  ) {
    let former = findings
    var paleLayers = usual.paleLayers
    if let sight = state.sight {
      let rest = makeStage()
      guard sight.apply(to: rest) else { return }
      visit(rest.rootLayer, screen)
      measure(unmeasured.filter { $0.isRecolored || isLooked($0, state) }, on: rest)
      let own = findings.dropFirst(former.count)
      paleLayers.formUnion(own.filter { $0.kind.name == .lowContrast }.map(\.layer))
      findings = former
    }
    let stage = makeStage()
    guard state.apply(to: stage) else { return }
    visit(stage.rootLayer, screen)
    measure(
      unmeasured.filter { $0.isRecolored || state.look != nil && isLooked($0, state) }, on: stage)
    if state.look == .focused {
      let rest = makeStage()
      if state.applyWithoutFocus(to: rest) { checkFocus(state, from: rest, to: stage) }
    }
    let own = findings.dropFirst(former.count).filter {
      if state.look != nil {
        return $0.kind.name == .weakFocus
          || state.recolors && $0.kind.name == .lowContrast && !paleLayers.contains($0.layer)
      }
      return !usual.findings.contains($0)
        && (state.progress == nil || Progress.faults.contains($0.kind.name))
    }
    findings =
      former
      + own.map {
        var finding = $0
        finding.state = state.text
        finding.isLook = state.look != nil
        return finding
      }
  }

  /// Advances to the end of a state's changes: ten seconds, in steps in which those that follow
  /// others begin, then twenty minutes in a few coarse steps.
  /// - Parameter start: the time of the requests, 0 or a time after `settled`.
  static func settle(_ stage: Stage, from start: Double = 0) {
    stage.keepsStates = true
    let fine = (0...40).map { Double($0) / 4 }
    for time in fine + [20, 40, 80, 160, 320, 640, settled] {
      if stage.hasFrame(at: start + time) { _ = stage.advance(to: start + time) }
    }
  }

  /// Seconds after which all changes of a state have ended.
  static let settled = 1280.0

  mutating func visit(_ root: Layer, _ screen: Rect) {
    self.screen = screen
    drawn = [Drawn(frame: screen, cover: .color(root.backgroundColor ?? .black))]
    texts = []
    extent = nil
    seen = [:]
    focusLayers = [:]
    contents = []
    unmeasured = []
    touch = TouchAreas()
    visitSublayers(of: root, Surroundings(clip: screen, container: screen))
    findCovered()
    findBeyondCircle()
    findings += touch.findings
  }
}
