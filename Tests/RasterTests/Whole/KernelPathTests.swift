import Testing

@testable import Raster

/// The loops over pixels that are used.
enum KernelPath: CaseIterable {
  /// Loops that run everywhere.
  case portable
  /// The loops of `CKernels` for AVX2, where they can run.
  case avx2
  /// The loops for AVX-512 too.
  case avx512

  func use() {
    switch self {
    case .portable: KernelLevel.use(.portable)
    case .avx2: KernelLevel.use(.avx2)
    case .avx512: KernelLevel.use(.avx512)
    }
  }
}

/// Tests that run with each kind of kernels, one after the other: the choice is the process's.
@Suite(.serialized) enum KernelPathTests {}
