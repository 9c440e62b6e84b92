internal import Animation
import CodeUnits
internal import Geometry
internal import Layers
internal import Scene
internal import Text

/// The kind of text for which the keyboard is shown.
struct KeyboardRequest {
  /// The field's name, or the question.
  var subject: String
  /// The question's number; 0 for a field.
  var number: Int
  var isQuestion: Bool
  /// The layer that has to stay in sight.
  var area: Layer
  /// The layer in it with the line that is typed, which comes first if there is no space for all.
  var entry: Layer
  var fonts: FontStack
  var page = KeyboardPage.letters
  var isForEmail = false
  /// True if Shift is locked at first.
  var hasCapitals = false
  /// True for a secret: no key looks pressed, since a second screen may show the keys to people
  /// other than the one who types.
  var isSecret = false

  /// Chooses the keys that are there at first.
  mutating func setMode(_ mode: InputMode) {
    page = mode == .digits ? .digits : .letters
    isForEmail = mode == .email
    hasCapitals = mode == .capitals
  }

  /// True if both requests are for the same target, be it in this layout of the scene or in another
  /// one.
  func isSame(as other: KeyboardRequest) -> Bool {
    isQuestion == other.isQuestion && number == other.number
      && subject.isIdentical(to: other.subject)
      && page == other.page && isForEmail == other.isForEmail && hasCapitals == other.hasCapitals
      && isSecret == other.isSecret
  }
}

/// The keyboard on the screen: layers over the scene, which slide in from below. The scene moves up
/// where the keys would cover the typed line.
final class ScreenKeyboard {
  private(set) var state = KeyboardState()
  /// The state at the beginning of the request, except for the layout, which is the current one.
  private(set) var firstState = KeyboardState()
  private var presses: [Press] = []
  private var request: KeyboardRequest?
  /// True after a key has hidden the keyboard, until there is another target.
  private var isDismissed = false

  private(set) var board: KeyboardBoard?
  /// The layer of the keys for a secret, also while it slides out: its sublayers are not listed.
  /// Nil for none.
  var secretBoard: Layer? {
    guard let board, board.isSecret else { return nil }
    return board.layer
  }

  private var container: Layer?
  /// The scene's own transform.
  private var base: Transform3D?
  /// Points by which the scene is moved up.
  private var shift = 0.0
  private var shown: Shown?

  private struct Press: Equatable {
    var contact: UInt64
    var slot: Int
    var isInside: Bool
    /// The stage's time of the next repetition; nil before the first frame with the finger on the
    /// key, and for a key that is not repeated.
    var nextRepetition: Double?
    var hasRepeated = false
    /// True for a finger on the keyboard of another screen, which repeats the key there.
    var isFollowing = false
  }

  private struct Shown: Equatable {
    var state: KeyboardState
    var pressed: [Int]
    var subject: String
  }

  /// Seconds until a held key is repeated, and between two repetitions: those of the kernel's
  /// keyboards, with twice their delay, since a finger rests longer on a key that does not move.
  private static var repetitionDelay: Double { 0.5 }
  private static var repetitionInterval: Double { 1.0 / 30 }
  /// The most repetitions between two frames, so that a late frame does not remove all that was
  /// typed.
  private static var mostRepetitions: Int { 4 }

  /// Seconds.
  private static var slide: Double { 0.25 }

  /// The z position of the keys: above the layers of scenes, which end at a million, and also above
  /// where a spring may overshoot.
  private static var height: Double { 1e7 }

  /// Indices of layouts.
  struct UsualLayout {
    var machine = 0
    /// The layout of the locale that was set last; nil for one without a layout, and for that of
    /// the start.
    var locale: Int?
  }

  /// The layout until a key chooses another one.
  var usualLayout = UsualLayout() { didSet { resetLayout() } }

  /// Returns from a layout that a key has chosen.
  func resetLayout() {
    setLayout(usualLayout.locale ?? usualLayout.machine)
    chooseLayoutForMail()
  }

  /// - Parameter former: the layout that returns after a mail address; nil for none.
  private func setLayout(_ index: Int, insteadOf former: Int? = nil) {
    (state.layout, firstState.layout) = (index, index)
    (state.layoutBeforeMail, firstState.layoutBeforeMail) = (former, former)
  }

  /// Chooses Latin letters for an address of mail.
  private func chooseLayoutForMail() {
    guard request?.isForEmail ?? false, !KeyboardLayout.all[state.layout].isLatin else { return }
    setLayout(0, insteadOf: state.layout)
  }

  // MARK: Appearance and disappearance

  /// Sets the target of the keys; nil for none.
  /// - Returns: true if the target is not the one before.
  func ask(_ request: KeyboardRequest?) -> Bool {
    let isSame =
      request.map { new in self.request?.isSame(as: new) ?? false } ?? (self.request == nil)
    self.request = request
    guard !isSame else { return false }
    isDismissed = false
    presses = []
    if let layout = state.layoutBeforeMail { setLayout(layout) }
    chooseLayoutForMail()
    state.shift = request?.hasCapitals ?? false ? .locked : .off
    state.page = request?.page ?? .letters
    state.isForEmail = request?.isForEmail ?? false
    state.isSecret = request?.isSecret ?? false
    firstState = state
    return true
  }

  /// Shows the keyboard again after a key has hidden it.
  func recall() { isDismissed = false }

  /// True if there is something to type into, even if a key has taken the keyboard away.
  var isAsked: Bool { request != nil }

  var isVisible: Bool { request != nil && !isDismissed }

  var isSecret: Bool { request?.isSecret ?? false }

  private var wanted: Shown? {
    guard isVisible, let request else { return nil }
    return Shown(state: state, pressed: pressed, subject: request.subject)
  }

  var hasPending: Bool {
    wanted != shown || isVisible && board == nil || presses.contains { awaitsRepetition($0) }
  }

  /// The keys that look pressed.
  private var pressed: [Int] {
    guard let board, !isSecret else { return [] }
    return presses.filter { press in
      press.isInside && board.slots.indices.contains(press.slot)
    }.map { $0.slot }
  }

  // MARK: Contacts

  /// - Returns: false if the point is not on the keyboard.
  func press(_ contact: UInt64, at point: Point) -> Bool {
    guard isVisible, let board, board.geometry.board.contains(point) else { return false }
    if let slot = board.geometry.slot(at: point) {
      presses.append(Press(contact: contact, slot: slot, isInside: true))
    }
    return true
  }

  func isPressed(by contact: UInt64) -> Bool { presses.contains { $0.contact == contact } }

  func move(_ contact: UInt64, to point: Point) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    let isInside = board?.geometry.slot(at: point) == presses[index].slot
    guard isInside != presses[index].isInside else { return }
    presses[index].isInside = isInside
    // Back on the key, the finger holds it anew.
    presses[index].nextRepetition = nil
  }

  func cancel(_ contact: UInt64?) {
    presses.removeAll { contact == nil || $0.contact == contact }
  }

  /// The contact ends: its key acts if it is still on it.
  /// - Returns: the key for what is typed into; nil for one of the keyboard's own.
  func end(_ contact: UInt64) -> InputKey? {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return nil }
    let press = presses.remove(at: index)
    guard press.isInside, let board, board.slots.indices.contains(press.slot) else { return nil }
    let key = board.slots[press.slot].key
    state.handle(key)
    if let input = Self.input(of: key) { return press.hasRepeated ? nil : input }
    switch key {
    case .layout: goToNextLayout()
    case .hide: isDismissed = true
    default: break
    }
    // The keys are other ones now.
    presses = []
    return nil
  }

  /// The key for what is typed into; nil for one of the keyboard's own.
  private static func input(of key: KeyboardKey) -> InputKey? {
    switch key {
    case .character(let scalar): .character(scalar)
    case .space: .character(" ")
    case .backspace: .backspace
    case .enter: .enter
    case .up: .up
    case .down: .down
    case .layout, .hide, .shift, .page: nil
    }
  }

  /// The next layout whose letters the fonts have.
  private func goToNextLayout() {
    let count = KeyboardLayout.all.count
    for step in 1..<count {
      let index = (state.layout + step) % count
      let letters = KeyboardLayout.all[index].letters
      guard request?.fonts.missingCharacters(in: letters, limit: 1).isEmpty ?? false else {
        continue
      }
      setLayout(index)
      state.page = .letters
      return
    }
  }

  /// Mirrors the state of the same keyboard on another screen.
  func mirrorInput(from other: ScreenKeyboard) {
    usualLayout = other.usualLayout
    (state, firstState, isDismissed) = (other.state, other.firstState, other.isDismissed)
    let own = presses.filter { !$0.isFollowing }
    presses = other.presses.map { press in
      // A finger on this screen, which the other one follows.
      if let mine = own.first(where: { $0.contact == press.contact }) { return mine }
      var press = press
      (press.isFollowing, press.nextRepetition) = (true, nil)
      return press
    }
  }

  // MARK: Repetition

  /// The key that a press repeats while it is held; nil for none, as for letters.
  private func repeatedKey(of press: Press) -> InputKey? {
    guard !press.isFollowing, let board, board.slots.indices.contains(press.slot) else {
      return nil
    }
    switch board.slots[press.slot].key {
    case .backspace, .up, .down: return Self.input(of: board.slots[press.slot].key)
    case .character, .space, .shift, .enter, .layout, .page, .hide: return nil
    }
  }

  private func awaitsRepetition(_ press: Press) -> Bool {
    press.isInside && press.nextRepetition == nil && repeatedKey(of: press) != nil
  }

  /// The stage's time of the next repetition; nil for none.
  var nextChange: Double? {
    presses.compactMap { $0.isInside ? $0.nextRepetition : nil }.min()
  }

  /// The keys that are repeated up to a time of the stage.
  func repetitions(to time: Double) -> [InputKey] {
    var keys: [InputKey] = []
    for index in presses.indices where presses[index].isInside {
      guard let next = presses[index].nextRepetition, next <= time,
        let key = repeatedKey(of: presses[index])
      else { continue }
      let count = min((time - next) / Self.repetitionInterval, Double(Self.mostRepetitions - 1))
      for _ in 0...Int(count) { keys.append(key) }
      presses[index].hasRepeated = true
      presses[index].nextRepetition = max(
        next + (count.rounded(.down) + 1) * Self.repetitionInterval,
        time + Self.repetitionInterval / 2)
    }
    return keys
  }

  /// The place of the board once it has slid in; nil while it is not there.
  var frame: Rect? { isVisible ? board?.geometry.board : nil }

  // MARK: Layers

  /// Removes the keyboard's layers, since the scene was replaced. The target must be set again; for
  /// the same target the keys stay.
  func detach() {
    // Another layout's layers are paired with these by their order.
    container?.removeFromSuperlayer()
    (board, container, base, shown) = (nil, nil, nil, nil)
    (shift, presses) = (0, [])
  }

  /// Shows the changes since the last frame, at a time of the stage.
  func applyPending(in tree: LayerTree, on size: Size, scale: Double, at time: Double) {
    for index in presses.indices where awaitsRepetition(presses[index]) {
      presses[index].nextRepetition = time + Self.repetitionDelay
    }
    guard let wanted, let request else {
      if shown != nil { leave(tree, size) }
      shown = nil
      return
    }
    let former = shown
    shown = wanted
    tree.transact(disableActions: true) {
      let isNew = former == nil || board == nil
      if isNew || former?.state != wanted.state { build(request, tree, size, scale, isNew: isNew) }
      board?.isSecret = request.isSecret
      board?.show(pressed: wanted.pressed, wanted.state)
      reveal(request, tree, size, scale)
    }
  }

  private func build(
    _ request: KeyboardRequest, _ tree: LayerTree, _ size: Size, _ scale: Double, isNew: Bool
  ) {
    let container = container ?? makeContainer(in: tree, size)
    let former = board?.layer
    let board = KeyboardBoard(state, on: size, scale: scale, fonts: request.fonts)
    let place = board.geometry.board.origin
    former?.removeFromSuperlayer()
    container.addSublayer(board.layer)
    board.layer.position = isNew ? Point(x: place.x, y: size.height) : place
    if isNew {
      move(board.layer, AnimationKeyPath(.position), to: .point(place), in: tree)
    }
    self.board = board
  }

  /// Makes a layer whose coordinates are the output's points, whatever the scene's own transform
  /// is.
  private func makeContainer(in tree: LayerTree, _ size: Size) -> Layer {
    let container = Layer()
    container.name = "keyboard"
    container.zPosition = Self.height
    container.bounds = Rect(origin: .zero, size: size)
    let own = tree.root.sublayerTransform
    base = own
    container.transform = .scale(x: 1 / own.m11, y: 1 / own.m22)
    container.position = place(ofContainer: own, size)
    tree.root.addSublayer(container)
    self.container = container
    return container
  }

  /// The root's sublayers are transformed about its middle.
  private func place(ofContainer transform: Transform3D, _ size: Size) -> Point {
    Point(
      x: size.width / 2 - transform.m41 / transform.m11,
      y: size.height / 2 - transform.m42 / transform.m22)
  }

  /// Moves the scene up until the typed line is above the keys.
  private func reveal(
    _ request: KeyboardRequest, _ tree: LayerTree, _ size: Size, _ scale: Double
  ) {
    guard let board, let area = lift(of: request.area, above: board.geometry),
      let entry = lift(of: request.entry, above: board.geometry)
    else { return }
    lift(by: (max(area, entry) * scale).rounded(.up) / scale, tree, size)
  }

  /// The points by which the scene has to move up for a layer; nil for a layer without a place on
  /// the screen.
  private func lift(of layer: Layer, above geometry: KeyboardGeometry) -> Double? {
    let frame = layer.bounds.transformed(by: layer.projectionToOutside(presented: false))
    guard frame.maxY.isFinite, frame.minY.isFinite else { return nil }
    let margin = geometry.pitch * 0.25
    let excess = frame.maxY + shift + margin - geometry.board.minY
    // The top of a high layer stays on the screen.
    let most = max(min(frame.minY + shift - margin, geometry.board.size.height), 0)
    return min(max(excess, 0), most)
  }

  private func lift(by points: Double, _ tree: LayerTree, _ size: Size) {
    guard points != shift, let base, let container else { return }
    shift = points
    let lifted = base.followed(by: .translation(x: 0, y: -points))
    move(tree.root, AnimationKeyPath(.sublayerTransform), to: .transform(lifted), in: tree)
    move(
      container, AnimationKeyPath(.position), to: .point(place(ofContainer: lifted, size)),
      in: tree)
  }

  private func leave(_ tree: LayerTree, _ size: Size) {
    guard let board else { return }
    tree.transact(disableActions: true) {
      lift(by: 0, tree, size)
      move(
        board.layer, AnimationKeyPath(.position),
        to: .point(Point(x: board.geometry.board.minX, y: size.height)), in: tree)
    }
    presses = []
  }

  private func move(
    _ layer: Layer, _ keyPath: AnimationKeyPath, to value: AnimatableValue, in tree: LayerTree
  ) {
    layer.move(
      keyPath, to: value, duration: tree.reducesMotion ? 0 : Self.slide, timingFunction: .easeOut)
  }
}
