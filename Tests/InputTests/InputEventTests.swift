import Testing

@testable import Input

@Suite struct InputEventTests {
  @Test func `a record is read as the kernel lays it out`() {
    var bytes: [UInt8] = [9]
    unsafe withUnsafeBytes(of: (Int(3), Int(250_007))) { unsafe bytes.append(contentsOf: $0) }
    bytes += [3, 0, 53, 0, 0xFE, 0xFF, 0xFF, 0xFF]
    #expect(bytes.count == 1 + InputEvent.size)
    #expect(
      InputEvent(bytes.span, at: 1)
        == InputEvent(time: 3_250_007, type: .absolute, code: 53, value: -2))
  }
}
