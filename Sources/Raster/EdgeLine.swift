internal import CKernels

extension firstlight_line {
  /// An edge for wide kernels; not an arc that is too small for them.
  @inline(__always) init(_ edge: Edge) {
    self.init(
      top: edge.top, bottom: edge.bottom, origin_x: edge.originX, origin_y: edge.originY,
      slope: edge.slope, min_x: edge.minX, max_x: edge.maxX, inverse: edge.inverse,
      side: edge.kind == .arc ? edge.side : 0, half: edge.half,
      curvature: edge.isBulging ? edge.curvature : 0,
      small_inverse: edge.isSmallArc ? edge.inverse : 0, sign: Double(edge.winding))
  }
}
