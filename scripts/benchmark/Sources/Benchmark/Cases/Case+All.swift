import Geometry
import Raster

/// The cases, with the names and the geometry of the project's notes on performance.
extension Case {
  static let names = [
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9a", "C9b", "C10", "C11", "C12", "C13",
    "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21", "C22", "C23",
    "C24", "C25", "C26", "C27", "C28", "C29", "C30",
  ]

  /// Makes one case with its pictures; nil for an unknown name.
  static func named(_ name: String) -> Case? {
    switch name {
    case "C1": solidFrame()
    case "C2": imageFrame()
    case "C3": translucentFrame()
    case "C4": halfOpaqueFrame()
    case "C5": progressArc()
    case "C6": segmentedRing()
    case "C7": wideRing()
    case "C8": roundedBar()
    case "C9a": imageThroughDisc()
    case "C9b": imageThroughRing()
    case "C10": circles(count: 1000)
    case "C10/4000": circles(count: 4000)
    case "C11": gradientFrame()
    case "C29":
      gradientFrame(
        "C29", "radial gradient", .radial(center: Frame.center, radius: 1000, scaleY: 1))
    case "C30":
      gradientFrame("C30", "conic gradient", .conic(center: Frame.center, startAngle: -.pi / 2))
    case "C12": polygon(corners: 10_000)
    case "C12/40000": polygon(corners: 40_000)
    case "C13": glyphs()
    case "C15":
      splash("C15", "a whole splash frame", damage: Frame.pixels)
    case "C17":
      surrounded()
    case "C16":
      splash(
        "C16", "160×160 damage of its ring",
        damage: PixelRect(minX: 880, minY: 760, maxX: 1040, maxY: 920))
    default: placedPicture(name) ?? cubicStrokes(name)
    }
  }

  /// The angles of a ring that is three quarters full and grows: a thousand frames make a turn.
  private static let growing = (1...60).map { 1.5 * Double.pi + Double($0) * 2 * .pi / 1000 }

  private static func solidFrame() -> Case {
    Case(
      name: "C1", title: "solid fill of the frame",
      commands: [solid(.rect(Frame.bounds), orange)], background: [], damage: Frame.pixels)
  }

  private static func imageFrame() -> Case {
    let opaque = Picture.opaque(Frame.size)
    return Case(
      name: "C2", title: "opaque image, full frame",
      commands: [picture(.rect(Frame.bounds), opaque)], background: [], pictures: [opaque],
      damage: Frame.pixels)
  }

  private static func translucentFrame() -> Case {
    let translucent = Picture.translucent(Frame.size)
    return Case(
      name: "C3", title: "image with varying alpha",
      commands: [picture(.rect(Frame.bounds), translucent)], pictures: [translucent],
      damage: Frame.pixels)
  }

  private static func halfOpaqueFrame() -> Case {
    let opaque = Picture.opaque(Frame.size)
    var half = picture(.rect(Frame.bounds), opaque)
    half.opacity = 0.5
    return Case(
      name: "C4", title: "opaque image at opacity .5", commands: [half], pictures: [opaque],
      damage: Frame.pixels)
  }

  private static func gradientFrame() -> Case {
    Case(
      name: "C11", title: "diagonal 3-stop gradient", commands: [gradient(to: Frame.bounds.maxX)],
      background: [], damage: Frame.pixels)
  }

  private static func gradientFrame(
    _ name: String, _ title: String, _ geometry: Gradient.Geometry
  ) -> Case {
    Case(
      name: name, title: "\(title), full frame", commands: [gradient(geometry)], background: [],
      damage: Frame.pixels)
  }

  /// A gradient from the frame's top left corner to the bottom edge at `x`.
  private static func gradient(to x: Double) -> DrawCommand {
    gradient(.axial(start: Point(x: 0, y: 0), end: Point(x: x, y: Frame.bounds.maxY)))
  }

  /// A rectangle of the whole frame.
  private static func gradient(_ geometry: Gradient.Geometry) -> DrawCommand {
    let stops = [
      GradientStop(offset: 0, color: Color(red: 0.05, green: 0.08, blue: 0.2)),
      GradientStop(offset: 0.4, color: Color(red: 0.3, green: 0.1, blue: 0.4)),
      GradientStop(offset: 1, color: Color(red: 0.9, green: 0.5, blue: 0.3)),
    ]
    return DrawCommand(
      shape: .fill(.rect(Frame.bounds), .nonZero),
      paint: .gradient(Gradient(geometry: geometry, stops: stops)))
  }

  private static func progressArc() -> Case {
    func arc(_ sweep: Double) -> DrawCommand {
      let arc = Path.arc(
        center: Frame.center, radius: 100, startAngle: -.pi / 2, sweep: sweep)
      return solid(arc, StrokeStyle(width: 8, cap: .round), orange)
    }
    return Case(
      name: "C5", title: "progress arc r 100 w 8, 270°", commands: [arc(1.5 * .pi)],
      damage: box(Frame.center, 104),
      reference: .test(
        ExactShape.arc(
          center: Frame.center, radius: 100, width: 8, startAngle: -.pi / 2, sweep: 1.5 * .pi)),
      movement: (0, growing.map(arc)))
  }

  private static func segmentedRing() -> Case {
    let count = 60
    let sweep = 2.4 * Double.pi / 180
    var path = Path()
    for index in 0..<count {
      let start = 2 * Double.pi * Double(index) / Double(count) - sweep / 2
      path.move(
        to: Point(
          x: Frame.center.x + cosine(start) * 300, y: Frame.center.y + sine(start) * 300))
      path.addArc(center: Frame.center, radius: 300, startAngle: start, sweep: sweep)
    }
    return Case(
      name: "C6", title: "ring of 60 segments r 300 w 12",
      commands: [solid(path, StrokeStyle(width: 12, cap: .square), orange)],
      damage: box(Frame.center, 308),
      reference: .test(
        ExactShape.segments(
          center: Frame.center, radius: 300, width: 12, count: count, sweep: sweep)))
  }

  private static func wideRing() -> Case {
    let circle = Path.circle(center: Frame.center, radius: 500)
    return Case(
      name: "C7", title: "ring r 500 w 200",
      commands: [solid(circle, StrokeStyle(width: 200), orange)],
      damage: box(Frame.center, 600),
      reference: .test(ExactShape.ring(center: Frame.center, radius: 500, width: 200)))
  }

  private static func roundedBar() -> Case {
    let bar = Rect(x: 360.25, y: 900.5, width: 1200, height: 24)
    return Case(
      name: "C8", title: "rounded bar 1200×24 r 12",
      commands: [solid(.roundedRect(bar, radius: 12), orange)], damage: bar.pixelCover,
      reference: .test(ExactShape.roundedBar(bar)))
  }

  private static func imageThroughDisc() -> Case {
    let image = Picture.opaque(Frame.size)
    return Case(
      name: "C9a", title: "image through a disc r 600",
      commands: [picture(.circle(center: Frame.center, radius: 600), image)],
      pictures: [image], damage: box(Frame.center, 600),
      reference: .test(ExactShape.disc(center: Frame.center, radius: 600)))
  }

  private static func imageThroughRing() -> Case {
    let image = Picture.opaque(Frame.size)
    let ring = DrawCommand(
      shape: .stroke(.circle(center: Frame.center, radius: 400), StrokeStyle(width: 300)),
      paint: .image(ImagePaint(image: image.image, transform: .identity)))
    return Case(
      name: "C9b", title: "image through ring r 400 w 300", commands: [ring],
      pictures: [image], damage: box(Frame.center, 550),
      reference: .test(ExactShape.ring(center: Frame.center, radius: 400, width: 300)))
  }

  /// A splash: vertical gradient, logo, ring track, ring, and bars of a label's size instead of the
  /// label.
  private static func splash(_ name: String, _ title: String, damage: PixelRect) -> Case {
    let middle = Point(x: 960, y: 840)
    let track = Color(red: 1, green: 1, blue: 1, alpha: 0.2)
    func ring(_ sweep: Double) -> DrawCommand {
      let ring = Path.arc(center: middle, radius: 60, startAngle: -.pi / 2, sweep: sweep)
      return solid(ring, StrokeStyle(width: 8, cap: .round), .white)
    }
    let logo = Picture.logo(400)
    let place = Rect(x: 760, y: 300, width: 400, height: 400)
    var commands = [
      gradient(to: 0),
      picture(.rect(place), logo, at: place.origin),
      solid(.circle(center: middle, radius: 60), StrokeStyle(width: 8), track),
      ring(1.5 * .pi),
    ]
    for index in 0..<12 {
      let bar = Rect(x: 846 + Double(index) * 19, y: 960, width: 14, height: 22)
      commands.append(solid(.roundedRect(bar, radius: 3), .white))
    }
    return Case(
      name: name, title: title, commands: commands, background: [], pictures: [logo],
      damage: damage, isScene: true,
      reference: .test(
        ExactShape.arc(
          center: middle, radius: 60, width: 8, startAngle: -.pi / 2, sweep: 1.5 * .pi)),
      referenceCommand: 3, movement: (3, growing.map(ring)))
  }

  /// A picture of the frame's size that is transparent except for a logo in its middle, over a
  /// gradient.
  private static func surrounded() -> Case {
    let picture = Picture.surroundedLogo(400, Frame.size)
    return Case(
      name: "C17", title: "logo in a clear full frame",
      commands: [gradient(to: 0), Case.picture(.rect(Frame.bounds), picture)], background: [],
      pictures: [picture], damage: Frame.pixels, isScene: true)
  }
}
