import CKernels
import Testing

/// Which loops over pixels are used.
enum KernelPath: CaseIterable {
  /// Those that run everywhere.
  case baseline
  /// Those of `CKernels`, where they can run.
  case wide

  func use() { firstlight_use_wide_kernels(self == .wide ? 1 : 0) }
}

/// What is run with each kind of kernels, one after the other: the choice is the process's.
@Suite(.serialized) enum KernelPathTests {}
