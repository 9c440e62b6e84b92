import Foundation

/// The measure of all pixel work: copying as many bytes as a case's damage has.
@safe final class MemoryCopy {
  private let byteCount: Int
  private let source: UnsafeMutableRawPointer
  private let target: UnsafeMutableRawPointer

  init(byteCount: Int) {
    self.byteCount = byteCount
    unsafe source = .allocate(byteCount: byteCount, alignment: 64)
    unsafe target = .allocate(byteCount: byteCount, alignment: 64)
    // Written once: an untouched page is one page of zeros for all.
    unsafe source.initializeMemory(as: UInt8.self, repeating: 7, count: byteCount)
    unsafe target.initializeMemory(as: UInt8.self, repeating: 9, count: byteCount)
  }

  deinit {
    unsafe source.deallocate()
    unsafe target.deallocate()
  }

  @inline(never) func copy() { unsafe memcpy(target, source, byteCount) }
}
