internal import Geometry
internal import Layers
internal import Raster
internal import Text

/// The layers of the keyboard on the screen: dark and translucent, so that they fit any scene.
final class KeyboardBoard {
  let geometry: KeyboardGeometry
  let slots: [KeyboardSlot]
  /// Its anchor is its upper left corner.
  let layer = Layer()
  private(set) var faces: [Layer] = []
  /// True for a secret: the keys are left out of layer lists, since their number would reveal the
  /// page.
  var isSecret = false

  private static func white(_ alpha: Double) -> Color {
    Color(red: 1, green: 1, blue: 1, alpha: alpha)
  }

  /// - Parameters:
  ///   - size: of the output, in points.
  ///   - fonts: of what is typed.
  init(_ state: KeyboardState, on size: Size, scale: Double, fonts: FontStack) {
    let rows = state.rows
    geometry = KeyboardGeometry(rows, on: size, scale: scale, lineCount: state.lineCount)
    slots = rows.flatMap { $0 }
    layer.name = "keys"
    layer.isSecret = true
    layer.anchorPoint = .zero
    layer.bounds = Rect(origin: .zero, size: geometry.board.size)
    layer.backgroundColor = Color(red: 0.05, green: 0.06, blue: 0.08, alpha: 1)
    for index in slots.indices { add(index, state, fonts) }
    let edge = Layer()
    edge.bounds = Rect(
      x: 0, y: 0, width: geometry.board.size.width,
      height: max(1 / scale, geometry.pitch * 0.012))
    edge.position = Point(x: geometry.board.size.width / 2, y: edge.bounds.size.height / 2)
    edge.backgroundColor = Self.white(0.14)
    layer.addSublayer(edge)
  }

  private func add(_ index: Int, _ state: KeyboardState, _ fonts: FontStack) {
    let key = slots[index].key
    let frame = geometry.face(of: index)
    let face = Layer()
    face.isSecret = true
    face.bounds = Rect(origin: .zero, size: frame.size)
    face.position = Point(x: frame.midX, y: frame.midY)
    face.cornerRadius = geometry.pitch * 0.17
    face.backgroundColor = Self.color(of: key, state)
    let isLit = key == .shift && state.shift != .off
    let ink = isLit ? Color(red: 0.06, green: 0.07, blue: 0.1, alpha: 1) : Self.white(0.94)
    if let path = KeyboardIcon.path(of: key) {
      face.addSublayer(icon(path, key, state, ink, in: frame.size))
    } else if let text = Self.text(of: key, state) {
      face.addSublayer(label(text, key, ink, fonts, in: frame.size))
    }
    faces.append(face)
    layer.addSublayer(face)
  }

  private static func color(of key: KeyboardKey, _ state: KeyboardState) -> Color {
    switch key {
    case .character, .space: white(0.15)
    case .enter: white(0.26)
    case .shift: white(state.shift == .off ? 0.07 : 0.9)
    case .backspace, .layout, .page, .hide, .up, .down: white(0.07)
    }
  }

  private static func text(of key: KeyboardKey, _ state: KeyboardState) -> String? {
    switch key {
    case .character(let scalar): String(Character(scalar))
    case .space: KeyboardLayout.all[state.layout].name
    case .page(.letters): "ABC"
    case .page(.symbols): "?123"
    case .page(.accents): "{é}"
    case .page(.digits), .page(.choices): "123"
    case .shift, .backspace, .enter, .hide, .layout, .up, .down: nil
    }
  }

  private func label(
    _ text: String, _ key: KeyboardKey, _ ink: Color, _ fonts: FontStack, in size: Size
  ) -> TextLayer {
    let label = TextLayer(fonts: fonts)
    label.isSecret = true
    label.bounds = Rect(origin: .zero, size: size)
    label.position = Point(x: size.width / 2, y: size.height / 2)
    var attributes = TextAttributes()
    let isLetter = if case .character = key { true } else { false }
    attributes.size = geometry.pitch * (isLetter ? 0.42 : 0.27)
    attributes.minimumSize = 5
    attributes.alignment = .center
    attributes.verticalAlignment = .center
    label.attributes = attributes
    label.setString(text, isLiteral: true)
    label.foregroundColor = ink
    if key == .space { label.foregroundColor.alpha *= 0.6 }
    return label
  }

  private func icon(
    _ path: Path, _ key: KeyboardKey, _ state: KeyboardState, _ ink: Color, in size: Size
  ) -> ShapeLayer {
    let icon = ShapeLayer()
    let side = min(geometry.pitch * 0.44, size.width * 0.7)
    icon.bounds = Rect(x: 0, y: 0, width: 24, height: 24)
    icon.position = Point(x: size.width / 2, y: size.height / 2)
    icon.transform = .scale(x: side / 24, y: side / 24)
    icon.path = path
    icon.fillColor = key == .shift && state.shift == .locked ? ink : nil
    icon.strokeColor = ink
    icon.lineWidth = 1.8
    icon.lineCap = .round
    icon.lineJoin = .round
    return icon
  }

  /// Gives the pressed keys their look.
  func show(pressed: [Int], _ state: KeyboardState) {
    for (index, face) in faces.enumerated() {
      let color =
        pressed.contains(index) ? Self.white(0.45) : Self.color(of: slots[index].key, state)
      if face.backgroundColor != color { face.backgroundColor = color }
    }
  }
}
