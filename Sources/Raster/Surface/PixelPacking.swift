/// The places of a pixel's components in its word, for layouts that no name covers: all that the
/// kernel's `fb_var_screeninfo` can describe at 16, 24 and 32 bits.
///
/// Bit 0 is the lowest of the pixel's little-endian word of two, three or four bytes.
public struct PixelPacking: Equatable, Sendable {
  /// The bits of one component, as in the kernel's `fb_bitfield`.
  public struct Field: Equatable, Sendable {
    /// Its lowest bit.
    public var offset: UInt32
    /// Its number of bits.
    public var length: UInt32
    /// True if its most significant bit is the right one, and its bits are in reverse.
    public var isReversed: Bool

    public init(offset: UInt32, length: UInt32, isReversed: Bool = false) {
      self.offset = offset
      self.length = length
      self.isReversed = isReversed
    }

    /// The field's bits; zero for a field of no bits.
    var mask: UInt32 { greatest << offset }

    private var greatest: UInt32 { (1 << length) - 1 }

    /// The component of a pixel's word in eight bits. Fewer bits are repeated, more are rounded.
    func widened(_ word: UInt32) -> UInt32 {
      let value = (word >> offset) & greatest
      if length > 8 { return (value * 255 + greatest / 2) / greatest }
      var wide = value << (8 - length)
      var filled = length
      while filled < 8 {
        wide |= wide >> filled
        filled *= 2
      }
      return wide
    }

    /// A component of eight bits, in its place in the word. More bits repeat the top ones.
    ///
    /// - Parameter threshold: the dither's, 0…251, for fewer bits.
    @inline(__always) func narrowed(_ value: UInt32, threshold: UInt32) -> UInt32 {
      if length < 8 { return ((value &* greatest &+ threshold) / 255) &<< offset }
      return ((value &* 0x0101) &>> (16 &- length)) &<< offset
    }
  }

  /// A number for each packing: six bits of the pixel's size, then five of offset and five of length for
  /// each component.
  public let code: UInt64

  /// Fails unless a pixel has 16, 24 or 32 bits, red, green and blue 1…16 bits each, all fields lie
  /// in the pixel and apart from one another, and none is in reverse.
  ///
  /// - Parameter transp: alpha, which is written as opaque. Nil or no bits: there is none.
  public init?(
    bitsPerPixel: Int, red: Field, green: Field, blue: Field, transp: Field? = nil
  ) {
    guard bitsPerPixel == 16 || bitsPerPixel == 24 || bitsPerPixel == 32 else { return nil }
    let alpha = transp ?? Field(offset: 0, length: 0)
    var code = UInt64(bitsPerPixel)
    var used: UInt32 = 0
    var shift: UInt64 = 6
    for field in [red, green, blue, alpha] {
      let isPresent = field.length > 0
      guard isPresent || shift == 36 else { return nil }
      if isPresent {
        guard field.length <= 16, field.offset < 32,
          field.offset + field.length <= UInt32(bitsPerPixel), !field.isReversed,
          used & field.mask == 0
        else { return nil }
        used |= field.mask
        code |= UInt64(field.offset | field.length << 5) << shift
      }
      shift += 10
    }
    self.code = code
  }

  private init(code: UInt64) { self.code = code }

  /// The same components in pixels of 32 bits.
  var inWords: PixelPacking { PixelPacking(code: code & ~63 | 32) }

  public var bitsPerPixel: Int { Int(truncatingIfNeeded: code & 63) }
  public var red: Field { field(0) }
  public var green: Field { field(1) }
  public var blue: Field { field(2) }
  /// Alpha, or nil.
  public var transp: Field? {
    let alpha = field(3)
    return alpha.length > 0 ? alpha : nil
  }

  private func field(_ index: UInt64) -> Field {
    let bits = UInt32(truncatingIfNeeded: code >> (6 + 10 * index))
    return Field(offset: bits & 31, length: (bits >> 5) & 31)
  }
}
