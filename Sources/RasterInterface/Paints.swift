internal import CFirstlightRaster
internal import Geometry
internal import Raster

extension Color {
  init(_ color: flr_color) throws(Failure) {
    try check(color.red, color.green, color.blue, color.alpha)
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension FillRule {
  init(_ rule: flr_fill_rule) throws(Failure) {
    switch rule {
    case FLR_FILL_NONZERO: self = .nonZero
    case FLR_FILL_EVEN_ODD: self = .evenOdd
    default: throw .range
    }
  }
}

/// A paint of stops in order of their offsets.
func gradient(
  _ geometry: Gradient.Geometry, _ stops: UnsafePointer<flr_stop>?, _ count: Int
) throws(Failure) -> Paint {
  guard let stops = unsafe stops else { throw .null }
  guard count >= 2 else { throw .range }
  guard count <= FLR_LIST_LIMIT else { throw .limit }
  var list: [GradientStop] = []
  list.reserveCapacity(count)
  var last = 0.0
  for index in 0..<count {
    let stop = unsafe stops[index]
    guard stop.offset >= last, stop.offset <= 1 else { throw .range }
    last = stop.offset
    list.append(GradientStop(offset: stop.offset, color: try Color(stop.color)))
  }
  return .gradient(Gradient(geometry: geometry, stops: list))
}

extension StrokeStyle {
  init(_ stroke: flr_stroke) throws(Failure) {
    let limit = Double(FLR_NUMBER_LIMIT)
    try check(unsafe stroke.width, upTo: limit)
    try check(unsafe stroke.dash_phase)
    guard unsafe stroke.miter_limit >= 1, unsafe stroke.miter_limit <= limit else {
      throw .range
    }
    var dashes: [Double] = []
    let count = unsafe stroke.dash_count
    guard count >= 0, count <= FLR_LIST_LIMIT else { throw .limit }
    if count > 0 {
      guard let lengths = unsafe stroke.dashes else { throw .null }
      for index in 0..<count {
        try check(unsafe lengths[index], upTo: limit)
        dashes.append(unsafe lengths[index])
      }
    }
    let cap: LineCap
    switch unsafe stroke.cap {
    case FLR_CAP_BUTT: cap = .butt
    case FLR_CAP_ROUND: cap = .round
    case FLR_CAP_SQUARE: cap = .square
    default: throw .range
    }
    let join: LineJoin
    switch unsafe stroke.join {
    case FLR_JOIN_MITER: join = .miter
    case FLR_JOIN_ROUND: join = .round
    case FLR_JOIN_BEVEL: join = .bevel
    default: throw .range
    }
    self.init(
      width: unsafe stroke.width, cap: cap, join: join,
      miterLimit: unsafe stroke.miter_limit, dashes: dashes,
      dashPhase: unsafe stroke.dash_phase)
  }
}
