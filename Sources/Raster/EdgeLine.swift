internal import CKernels

extension firstlight_line {
  /// An edge for wide kernels; not an arc of a small circle.
  @inline(__always) init(_ edge: Edge) {
    self.init(
      top: edge.top, bottom: edge.bottom, origin_x: edge.originX, origin_y: edge.originY,
      slope: edge.slope, min_x: edge.minX, max_x: edge.maxX, inverse: edge.inverse,
      side: edge.kind == .arc ? edge.side : 0, half: edge.half,
      curvature: edge.isBulging ? edge.curvature : 0, sign: Double(edge.winding))
  }
}
