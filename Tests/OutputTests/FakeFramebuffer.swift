import Geometry
@testable import Output
import Raster
import System

/// A framebuffer device in memory, with the drivers' quirks, which records its requests.
@safe class FakeFramebuffer: FramebufferCalls {
  enum Call: Equatable {
    case map(Int)
    case unmap(Int)
    case pan(Int)
    case wait
    case unblank
  }

  /// The result of waiting for a blank.
  enum Blanks {
    case refused
    case atOnce
    case counted
  }

  var device: FramebufferInfo
  /// The kernel's attributes, by their paths, and the terminal whose text is on this device.
  var attributes: [String: String] = [:]
  var terminal: UInt32?
  var blanks = Blanks.refused
  var calls: [Call] = []
  /// The error of the next requests.
  var failure: Int32?
  /// The row that is shown first.
  var row = 0
  var time: Int64 = 1_000_000
  private let memory: UnsafeMutableRawPointer

  init(_ device: FramebufferInfo) throws {
    self.device = device
    unsafe memory = .allocate(byteCount: device.memoryByteCount, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: device.memoryByteCount)
    super.init(path: "/dev/fb7", descriptor: try UnixStream.pair().0.owned())
  }

  deinit { unsafe memory.deallocate() }

  private func check(_ operation: SystemCall) throws(SystemError) {
    if let failure { throw SystemError(operation, path: path, code: failure) }
  }

  override func info() throws(SystemError) -> FramebufferInfo {
    try check(.readDisplay)
    return device
  }

  override func map(byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
    try check(.map)
    calls.append(.map(byteCount))
    return unsafe memory
  }

  override func unmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    calls.append(.unmap(byteCount))
  }

  override func pan(toRow row: Int) throws(SystemError) {
    try check(.showFrame)
    calls.append(.pan(row))
    self.row = row
  }

  override func waitForBlank() throws(SystemError) {
    calls.append(.wait)
    switch blanks {
    case .refused: throw SystemError(.showFrame, path: path, code: 25)
    case .atOnce: time += 10
    case .counted: time = (time / 16_666 + 1) * 16_666
    }
  }

  override func hasTerminal(_ number: UInt32) -> Bool { number == terminal }
  override func attribute(_ path: String) -> [UInt8] { Array((attributes[path] ?? "").utf8) }
  override func unblank() { calls.append(.unblank) }
  override func now() -> Int64 { time }

  /// The first bytes of a shown row.
  func shown(row: Int, count: Int) -> [UInt8] {
    unsafe Array(
      UnsafeRawBufferPointer(start: memory + (self.row + row) * device.stride, count: count))
  }

  /// A byte of the memory, shown or not.
  func byte(at offset: Int) -> UInt8 { unsafe memory.load(fromByteOffset: offset, as: UInt8.self) }
}

/// A device whose driver claims that it pans, and does not.
@safe final class RefusingFramebuffer: FakeFramebuffer {
  override func pan(toRow row: Int) throws(SystemError) {
    throw SystemError(.showFrame, path: path, code: 22)
  }
}

extension Int32 {
  /// The descriptor of this number, to be closed with the value.
  func owned() -> FileDescriptor { FileDescriptor(owning: self) }
}
