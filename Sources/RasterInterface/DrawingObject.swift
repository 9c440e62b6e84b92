public import CFirstlightRaster
internal import Geometry
internal import Raster

/// A drawing that is being recorded, and the state for the next commands.
final class DrawingObject {
  /// The state with which the next shapes are painted.
  struct State {
    var transform = AffineTransform.identity
    var opacity = 1.0
    var paint = Paint.color(.black)
    var stroke = StrokeStyle(width: 1)
    var shadow: Shadow?
    var clips: [Shape] = []
  }

  let size: PixelSize
  var state = State()
  private(set) var commands: [DrawCommand] = []
  private(set) var groups: [DrawGroup] = []
  /// Pixels of the shadows' pictures, which are all kept.
  private var shadowPixelCount = 0
  /// Places of the groups that have not ended, outer ones first.
  private(set) var openGroups: [Int] = []

  init(size: PixelSize) { self.size = size }

  func clear() {
    state = State()
    commands = []
    groups = []
    shadowPixelCount = 0
    openGroups = []
  }

  func append(_ command: DrawCommand) throws(Failure) {
    guard commands.count < FLR_COMMAND_LIMIT else { throw .limit }
    commands.append(command)
  }

  /// Paints a shape and, below it, its shadow.
  func paint(_ shape: Shape) throws(Failure) {
    let command = DrawCommand(
      shape: shape, paint: state.paint, opacity: state.opacity, transform: state.transform,
      clips: state.clips)
    guard commands.count + 2 <= FLR_COMMAND_LIMIT else { throw .limit }
    if let shadow = state.shadow {
      let area = shadow.area(of: command, size: size)
      guard area.area <= Int(FLR_PIXEL_LIMIT) - shadowPixelCount else { throw .limit }
      shadowPixelCount += area.area
      if !area.isEmpty { commands.append(shadow.command(of: command, area: area)) }
    }
    commands.append(command)
  }

  /// An outer group comes before the groups in it, so its index is taken when it begins.
  func beginGroup(opacity: Double) throws(Failure) {
    guard openGroups.count < FLR_DEPTH_LIMIT,
      groups.count < FLR_COMMAND_LIMIT
    else { throw .limit }
    openGroups.append(groups.count)
    groups.append(DrawGroup(commands: commands.count..<commands.count, opacity: opacity))
  }

  func endGroup() throws(Failure) {
    guard let place = openGroups.popLast() else { throw .balance }
    groups[place].commands = groups[place].commands.lowerBound..<commands.count
  }

  static func of(_ handle: OpaquePointer?) throws(Failure) -> DrawingObject {
    guard let handle = unsafe handle else { throw .null }
    return unsafe Handle.object(handle, as: DrawingObject.self)
  }
}

@c @implementation
public func flr_drawing_create(
  _ width: Int32, _ height: Int32, _ drawing: UnsafeMutablePointer<OpaquePointer?>?
) -> flr_status {
  status { () throws(Failure) in
    guard let drawing = unsafe drawing else { throw .null }
    let size = try PixelSize(checking: width, height)
    unsafe drawing.pointee = unsafe Handle.give(DrawingObject(size: size))
  }
}

@c @implementation public func flr_drawing_destroy(_ drawing: OpaquePointer?) {
  unsafe Handle.take(drawing, as: DrawingObject.self)
}

@c @implementation public func flr_drawing_clear(_ drawing: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in unsafe try DrawingObject.of(drawing).clear() }
}

@c @implementation
public func flr_drawing_push_clip(
  _ drawing: OpaquePointer?, _ path: OpaquePointer?, _ rule: flr_fill_rule
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    let path = unsafe try PathObject.of(path).path
    let rule = try FillRule(rule)
    guard object.state.clips.count < FLR_DEPTH_LIMIT else { throw .limit }
    object.state.clips.append(.fill(path.transformed(by: object.state.transform), rule))
  }
}

@c @implementation public func flr_drawing_pop_clip(_ drawing: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    guard object.state.clips.popLast() != nil else { throw .balance }
  }
}

@c @implementation
public func flr_drawing_begin_group(_ drawing: OpaquePointer?, _ opacity: Double) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    try check(opacity, upTo: 1)
    try object.beginGroup(opacity: opacity)
  }
}

@c @implementation public func flr_drawing_end_group(_ drawing: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in unsafe try DrawingObject.of(drawing).endGroup() }
}

@c @implementation
public func flr_drawing_fill(
  _ drawing: OpaquePointer?, _ path: OpaquePointer?, _ rule: flr_fill_rule
) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    let path = unsafe try PathObject.of(path).path
    try object.paint(.fill(path, FillRule(rule)))
  }
}

@c @implementation
public func flr_drawing_stroke(_ drawing: OpaquePointer?, _ path: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    let path = unsafe try PathObject.of(path).path
    try object.paint(.stroke(path, object.state.stroke))
  }
}

@c @implementation public func flr_drawing_fill_all(_ drawing: OpaquePointer?) -> flr_status {
  status { () throws(Failure) in
    let object = unsafe try DrawingObject.of(drawing)
    let state = object.state
    let all = Path.rect(Rect(PixelRect(object.size)))
    var command = DrawCommand(
      shape: .fill(all, .nonZero), paint: state.paint, opacity: state.opacity,
      transform: state.transform, clips: state.clips)
    guard let inverse = state.transform.inverse else { return }
    // The picture is given in the transform's own space, so that the paint is transformed, but the
    // picture is not.
    command.shape = .fill(all.transformed(by: inverse), .nonZero)
    try object.append(command)
  }
}
