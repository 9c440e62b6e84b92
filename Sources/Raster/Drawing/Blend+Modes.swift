import CKernels

extension Blend {
  /// Blends a row of pixels over a run by a mode, with one coverage.
  static func blend(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, with source: UnsafePointer<UInt32>,
    coverage: UInt8, _ mode: BlendMode
  ) {
    if KernelLevel.hasAVX2,
      unsafe firstlight_blend_mode_avx2(target, count, source, coverage, Int32(mode.rawValue)) != 0
    {
      return
    }
    for index in 0..<count {
      let new = unsafe scaled(source[index], by: coverage)
      unsafe target[index] = mode.blended(new, over: target[index])
    }
  }
}
