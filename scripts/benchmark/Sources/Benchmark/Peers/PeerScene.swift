import CPeer
import Geometry
import Raster

/// The commands of a case in the peers' form. Owns everything that they point to.
@safe final class PeerScene {
  let commands: UnsafeMutablePointer<peer_command>
  let count: Int
  /// The number of commands, from the first, below the measured ones.
  let groundCount: Int
  private var allocations: [UnsafeMutableRawPointer] = unsafe []
  private var images: [ObjectIdentifier: UnsafeMutablePointer<peer_image>] = unsafe [:]

  /// - Parameter blur: the deviation of a gaussian that blurs the measured commands.
  init(_ item: Case, blur: Double = 0) {
    let all = item.background + item.commands
    count = all.count
    groundCount = item.background.count
    unsafe commands = .allocate(capacity: max(count, 1))
    for picture in item.pictures {
      unsafe images[ObjectIdentifier(picture.image)] = keep([image(picture)])
    }
    for (index, command) in all.enumerated() {
      unsafe (commands + index).initialize(to: peer(command))
      unsafe (commands + index).pointee.blur = index < item.background.count ? 0 : blur
    }
  }

  deinit {
    unsafe commands.deallocate()
    unsafe allocations.forEach { unsafe $0.deallocate() }
  }

  private func keep<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
    unsafe memory.initialize(from: values, count: values.count)
    unsafe allocations.append(UnsafeMutableRawPointer(memory))
    return unsafe memory
  }

  private func image(_ picture: Picture) -> peer_image {
    let size = picture.image.size
    return unsafe peer_image(
      words: keep(picture.words), width: Int32(size.width), height: Int32(size.height),
      is_opaque: picture.image.isOpaque ? 1 : 0)
  }

  private func peer(_ command: DrawCommand) -> peer_command {
    precondition(command.clips.isEmpty && command.transform == .identity)
    var result = unsafe peer_command()
    unsafe result.opacity = command.opacity
    switch command.shape {
    case .fill(let path, let rule):
      unsafe result.operation = rule == .nonZero ? peer_fill_nonzero : peer_fill_even_odd
      unsafe result.path = peer(path)
    case .glyphs(let glyphs):
      unsafe result.operation = peer_fill_nonzero
      unsafe result.path = peer(glyphs.path)
    case .stroke(let path, let style):
      unsafe result.operation = peer_stroke
      unsafe result.path = peer(path)
      unsafe result.width = style.width
      unsafe result.cap =
        switch style.cap {
        case .butt: peer_cap_butt
        case .round: peer_cap_round
        case .square: peer_cap_square
        }
    }
    switch command.paint {
    case .color(let color):
      unsafe result.paint = peer_paint_color
      unsafe result.color = peer(color)
    case .gradient(let gradient):
      let (start, end): (Point, Point)
      unsafe result.gradient = gradient.kind
      switch gradient.geometry {
      case .axial(let from, let to): (start, end) = (from, to)
      case .radial(let center, let radius, _):
        (start, end) = (center, center + Vector(dx: radius, dy: 0))
      case .conic(let center, let angle):
        (start, end) = (center, center + Vector(dx: cosine(angle), dy: sine(angle)))
      case .focal: preconditionFailure("no case has such a gradient")
      }
      unsafe result.paint = peer_paint_gradient
      unsafe (result.x0, result.y0, result.x1, result.y1) = (start.x, start.y, end.x, end.y)
      unsafe result.stops = UnsafePointer(
        keep(gradient.stops.map { peer_stop(offset: $0.offset, color: peer($0.color)) }))
      unsafe result.stop_count = gradient.stops.count
    case .image(let paint):
      guard let image = unsafe images[ObjectIdentifier(paint.image)] else {
        preconditionFailure("the case does not list its picture")
      }
      unsafe result.paint = peer_paint_image
      unsafe result.image = UnsafePointer(image)
      unsafe (result.image_x, result.image_y) =
        (Int32(paint.transform.tx), Int32(paint.transform.ty))
      let map = paint.transform
      unsafe result.is_placed = paint.isPlaced ? 1 : 0
      unsafe (result.a, result.b, result.c, result.d) = (map.a, map.b, map.c, map.d)
      unsafe (result.tx, result.ty) = (map.tx, map.ty)
    case .projected: preconditionFailure("no case is drawn in perspective")
    }
    return unsafe result
  }

  private func peer(_ color: Color) -> peer_color {
    peer_color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  private func peer(_ path: Path) -> peer_path {
    var verbs: [UInt8] = []
    var numbers: [Double] = []
    func add(_ verb: peer_verb, _ points: Point...) {
      verbs.append(UInt8(verb.rawValue))
      for point in points { numbers += [point.x, point.y] }
    }
    for element in path.elements {
      switch element {
      case .move(let point): add(peer_verb_move, point)
      case .line(let point): add(peer_verb_line, point)
      case .quadratic(let control, let end): add(peer_verb_quadratic, control, end)
      case .cubic(let one, let two, let end): add(peer_verb_cubic, one, two, end)
      case .arc(let arc):
        precondition(arc.xAxis.dy == 0 && arc.yAxis == Vector(dx: 0, dy: arc.xAxis.dx))
        add(peer_verb_arc, arc.center)
        numbers += [arc.xAxis.dx, arc.startAngle, arc.sweep]
      case .close: add(peer_verb_close)
      }
    }
    return unsafe peer_path(verbs: keep(verbs), verb_count: verbs.count, numbers: keep(numbers))
  }
}

extension ImagePaint {
  /// True if the image does not lie upright at whole pixels.
  var isPlaced: Bool {
    transform
      != .translation(x: transform.tx.rounded(.down), y: transform.ty.rounded(.down))
  }
}

extension Gradient {
  /// The kind in the terms of the peers.
  var kind: peer_gradient {
    switch geometry {
    case .axial: peer_gradient_axial
    case .radial, .focal: peer_gradient_radial
    case .conic: peer_gradient_conic
    }
  }
}

extension Case {
  /// A bit for each kind of gradient that it draws, beside axial ones.
  var roundGradients: Int32 {
    commands.reduce(0) { bits, command in
      guard case .gradient(let gradient) = command.paint, gradient.kind != peer_gradient_axial
      else { return bits }
      return bits | 1 << Int32(gradient.kind.rawValue)
    }
  }

  /// True if one of its images does not lie upright at whole pixels.
  var placesImages: Bool {
    commands.contains { command in
      guard case .image(let paint) = command.paint else { return false }
      return paint.isPlaced
    }
  }
}
