import CKernels
import Testing

/// Which loops over pixels are used.
enum KernelPath: CaseIterable {
  /// Those that run everywhere.
  case baseline
  /// Those of `CKernels` for AVX2, where they can run.
  case wide
  /// Those for AVX-512 too.
  case widest

  func use() {
    switch self {
    case .baseline: firstlight_use_wide_kernels(0)
    case .wide: firstlight_use_wide_kernels(1)
    case .widest: firstlight_use_wide_kernels(2)
    }
  }
}

/// What is run with each kind of kernels, one after the other: the choice is the process's.
@Suite(.serialized) enum KernelPathTests {}
