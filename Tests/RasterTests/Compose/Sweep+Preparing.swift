import Geometry

@testable import Raster

extension Sweep {
  /// Makes commands ready at once.
  mutating func prepare(_ commands: [DrawCommand], groups: [DrawGroup], size: PixelSize) {
    beginPreparing(commands, groups: groups, changed: nil, size: size)
    while !prepareSlice(of: commands) {}
  }
}
