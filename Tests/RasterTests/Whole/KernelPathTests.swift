import Testing

@testable import Raster

/// Which loops over pixels are used.
enum KernelPath: CaseIterable {
  /// Those that run everywhere.
  case portable
  /// Those of `CKernels` for AVX2, where they can run.
  case avx2
  /// Those for AVX-512 too.
  case avx512

  func use() {
    switch self {
    case .portable: KernelLevel.use(.portable)
    case .avx2: KernelLevel.use(.avx2)
    case .avx512: KernelLevel.use(.avx512)
    }
  }
}

/// What is run with each kind of kernels, one after the other: the choice is the process's.
@Suite(.serialized) enum KernelPathTests {}
