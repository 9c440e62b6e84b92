/// Numbers and choices drawn from a fuzzer's bytes, in order; zeroes after their end.
///
/// Each choice takes whole bytes, so that changing one changes one choice and leaves the rest
/// alone.
struct ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  var isEmpty: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bits(_ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<count { word = word << 8 | UInt64(byte()) }
    return word
  }

  /// A number below `count`, which is 1…65536.
  mutating func choice(_ count: Int) -> Int {
    count <= 256 ? Int(byte()) % count : Int(bits(2)) % count
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[choice(elements.count)]
  }

  /// True once in `count` times.
  mutating func isOnce(in count: Int) -> Bool { choice(count) == count - 1 }

  /// The next bytes, up to `count` of them.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return bytes[position..<end]
  }

  mutating func rest() -> ArraySlice<UInt8> { take(bytes.count) }

  /// A number of any size: one of the ends of a range, a small or a common one, or any bits at all.
  mutating func number() -> Double {
    switch choice(6) {
    case 0: Double(choice(256))
    case 1: Double(Int(bits(2)) - 32_768) / 64
    case 2: pick(Self.extremes)
    case 3: -pick(Self.extremes)
    case 4: Double(byte()) / 255
    default: Double(bitPattern: bits(8))
    }
  }

  /// A number that is neither infinite nor NaN.
  mutating func finiteNumber() -> Double {
    let number = number()
    return number.isFinite ? number : 1
  }

  static let extremes: [Double] = [
    0, 1, 0.5, 2, 60, 1000, 32_768, 65_536, 86_400, 1e6, 1e9, 2_147_483_648, 4_294_967_296, 1e12,
    9.007_199_254_740_992e15, 9.223_372_036_854_775_8e18, 1.844_674_407_370_955_2e19, 1e30, 1e100,
    1e154, 1e300, 1.797_693_134_862_315_7e308, .infinity, .nan, 1e-3, 1e-9, 1e-100, 1e-300,
    .leastNonzeroMagnitude,
  ]
}
