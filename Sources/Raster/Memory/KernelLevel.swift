internal import CKernels

/// The widest vectors that loops of `CKernels` may use, as far as processor and system support
/// them.
///
/// A kernel's name ends with the level that it needs, and a kernel for AVX2 takes AVX-512 by itself
/// if that is available. Each gives the same bits as a loop in Swift, which runs on other
/// processors.
enum KernelLevel: Int32, CaseIterable {
  /// Loops in Swift alone.
  case portable
  case avx2
  /// With its parts F, BW and VL.
  case avx512

  @inline(__always) static var hasAVX2: Bool { firstlight_kernel_level() > 0 }

  @inline(__always) static var hasAVX512: Bool { firstlight_kernel_level() > 1 }

  /// Chooses the kernels of the level, or of the highest below it that the processor has. The
  /// choice is the process's.
  static func use(_ level: KernelLevel) { firstlight_use_kernel_level(level.rawValue) }
}
