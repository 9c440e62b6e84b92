internal import CKernels

/// Source-over on premultiplied `0xAARRGGBB` pixels, eight at a time.
///
/// Everything is exact: a product of two bytes is divided by 255 with rounding, as
/// `t = x + 128; (t + (t >> 8)) >> 8`, which equals round(x / 255) for 0…65025. A source is first
/// scaled by coverage and rounded, then added to the target scaled by what its alpha leaves; sums
/// stay within a byte because a premultiplied component never exceeds its alpha, rounding being
/// monotone.
///
/// Two 16-bit lanes share a 32-bit lane: bytes 0 and 2 of a pixel, or 1 and 3 shifted down. This
/// took 1.03 times as long as `memcpy` for a frame, widening `SIMD16<UInt8>` 1.54 times and a byte
/// loop 4.6 times. One multiplication by 257 for both shifts, through 32-bit lanes, made the
/// kernels 1.6 times slower, since it compiles to no 16-bit high product. Tails shorter than eight
/// are blended whole, with coverage 0 beyond the end, which leaves the target's bits as they are.
/// So targets and sources need seven spare pixels behind.
/// Processors with wider vectors have loops of their own in `CKernels`, equal to the last bit.
enum Blend {
  typealias Pixels = SIMD8<UInt32>
  typealias Lanes = SIMD16<UInt16>

  static let pairMask = Pixels(repeating: 0x00FF_00FF)

  @inline(__always) static func load(_ pointer: UnsafePointer<UInt32>) -> Pixels {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Pixels.self)
  }

  @inline(__always) static func load(_ pointer: UnsafeMutablePointer<UInt32>) -> Pixels {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Pixels.self)
  }

  @inline(__always) static func store(_ pixels: Pixels, to pointer: UnsafeMutablePointer<UInt32>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: pixels, as: Pixels.self)
  }

  /// Lane-wise round(a·b / 255) of values up to 255, in 16-bit lanes.
  @inline(__always) static func scaledPairs(_ pairs: Pixels, by factors: Pixels) -> Pixels {
    let a = unsafe unsafeBitCast(pairs, to: Lanes.self)
    let b = unsafe unsafeBitCast(factors, to: Lanes.self)
    let t = a &* b &+ Lanes(repeating: 128)
    let quotient = (t &+ (t &>> 8)) &>> 8
    return unsafe unsafeBitCast(quotient, to: Pixels.self)
  }

  /// Every component times a factor; factors hold the same byte in both halves of a lane.
  @inline(__always) static func scaled(_ pixels: Pixels, by factors: Pixels) -> Pixels {
    let low = scaledPairs(pixels & pairMask, by: factors)
    let high = scaledPairs((pixels &>> 8) & pairMask, by: factors)
    return low | (high &<< 8)
  }

  /// A byte in the low end of each lane, doubled into both halves.
  @inline(__always) static func doubled(_ bytes: Pixels) -> Pixels { bytes | (bytes &<< 16) }

  /// 255 minus alpha, in both halves of each lane.
  @inline(__always) static func inverseAlpha(_ pixels: Pixels) -> Pixels {
    doubled((~pixels) &>> 24)
  }

  @inline(__always) static func over(_ source: Pixels, _ target: Pixels) -> Pixels {
    source &+ scaled(target, by: inverseAlpha(source))
  }

  /// Coverage bytes as factors; `count` below eight reads the rest as 0.
  @inline(__always) static func factors(_ mask: UnsafePointer<UInt8>, count: Int) -> Pixels {
    var bytes = unsafe UnsafeRawPointer(mask).loadUnaligned(as: UInt64.self)
    if count < 8 { bytes &= (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1 }
    let lanes = unsafe unsafeBitCast(bytes, to: SIMD8<UInt8>.self)
    return doubled(Pixels(truncatingIfNeeded: lanes))
  }

  /// All ones in the first `count` lanes.
  @inline(__always) static func lanes(_ count: Int) -> Pixels {
    let index = Pixels(0, 1, 2, 3, 4, 5, 6, 7)
    return Pixels(repeating: 0).replacing(
      with: Pixels(repeating: .max), where: index .< UInt32(truncatingIfNeeded: count))
  }

  /// One pixel times a byte; the scalar twin of `scaled`.
  @inline(__always) static func scaled(_ pixel: UInt32, by factor: UInt8) -> UInt32 {
    gathered(scaled(spread(pixel), by: UInt64(factor)))
  }

  /// A pixel's bytes in four 16-bit lanes: blue, red, green, alpha from the lowest.
  @inline(__always) static func spread(_ pixel: UInt32) -> UInt64 {
    let wide = UInt64(pixel)
    return (wide & 0x00FF_00FF) | ((wide & 0xFF00_FF00) &<< 24)
  }

  @inline(__always) static func gathered(_ lanes: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: lanes | (lanes &>> 24))
  }

  /// Four lanes times a byte, each round(a·b / 255).
  @inline(__always) static func scaled(_ lanes: UInt64, by factor: UInt64) -> UInt64 {
    let mask: UInt64 = 0x00FF_00FF_00FF_00FF
    let t = lanes &* factor &+ 0x0080_0080_0080_0080
    return ((t &+ ((t &>> 8) & mask)) &>> 8) & mask
  }

  static func fill(_ target: UnsafeMutablePointer<UInt32>, count: Int, with pixel: UInt32) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_fill_avx2(target, count, pixel) }
    let wide = SIMD16<UInt32>(repeating: pixel)
    var index = 0
    while index &+ 16 <= count {
      unsafe UnsafeMutableRawPointer(target + index).storeBytes(of: wide, as: SIMD16<UInt32>.self)
      index &+= 16
    }
    let narrow = SIMD4<UInt32>(repeating: pixel)
    while index &+ 4 <= count {
      unsafe UnsafeMutableRawPointer(target + index).storeBytes(of: narrow, as: SIMD4<UInt32>.self)
      index &+= 4
    }
    while index < count {
      unsafe target[index] = pixel
      index &+= 1
    }
  }

  /// Copies a row of pixels to memory that is not read soon.
  static func copy(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, from source: UnsafePointer<UInt32>
  ) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_copy_avx2(target, count, source) }
    unsafe target.copy(from: source, count: count)
  }

  /// Blends a translucent colour over a run.
  static func blend(_ target: UnsafeMutablePointer<UInt32>, count: Int, with pixel: UInt32) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_blend_color_avx2(target, count, pixel) }
    let source = Pixels(repeating: pixel)
    let factors = inverseAlpha(source)
    var index = 0
    while index &+ 8 <= count {
      let old = unsafe load(target + index)
      unsafe store(source &+ scaled(old, by: factors), to: target + index)
      index &+= 8
    }
    if index < count {
      let old = unsafe load(target + index)
      let new = source &+ scaled(old, by: factors)
      let mask = lanes(count &- index)
      unsafe store((new & mask) | (old & ~mask), to: target + index)
    }
  }

  /// Blends a colour through a mask.
  static func blend(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, with pixel: UInt32,
    mask: UnsafePointer<UInt8>
  ) {
    if count < 4 {
      // Most edges cross a pixel or two; eight-pixel stores would make the next span's load wait.
      let source = spread(pixel)
      for index in 0..<count {
        let part = unsafe scaled(source, by: UInt64(mask[index]))
        let rest = unsafe scaled(spread(target[index]), by: 255 &- (part &>> 48))
        unsafe target[index] = gathered(part &+ rest)
      }
      return
    }
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_blend_color_mask_avx2(target, count, pixel, mask)
    }
    let source = Pixels(repeating: pixel)
    var index = 0
    while index < count {
      let factors = unsafe factors(mask + index, count: count &- index)
      let old = unsafe load(target + index)
      unsafe store(over(scaled(source, by: factors), old), to: target + index)
      index &+= 8
    }
  }

  /// Blends a row of pixels over a run, with one coverage.
  static func blend(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, with source: UnsafePointer<UInt32>,
    coverage: UInt8
  ) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_blend_avx2(target, count, source, coverage) }
    var index = 0
    if coverage == 255 {
      while index &+ 8 <= count {
        unsafe store(over(load(source + index), load(target + index)), to: target + index)
        index &+= 8
      }
    }
    let factors = doubled(Pixels(repeating: UInt32(coverage)))
    while index &+ 8 <= count {
      let new = unsafe scaled(load(source + index), by: factors)
      unsafe store(over(new, load(target + index)), to: target + index)
      index &+= 8
    }
    if index < count {
      let new = unsafe scaled(load(source + index), by: factors & lanes(count &- index))
      unsafe store(over(new, load(target + index)), to: target + index)
    }
  }

  /// Blends a row of pixels through a mask.
  static func blend(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, with source: UnsafePointer<UInt32>,
    mask: UnsafePointer<UInt8>
  ) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_blend_mask_avx2(target, count, source, mask) }
    var index = 0
    while index < count {
      let factors = unsafe factors(mask + index, count: count &- index)
      let old = unsafe load(target + index)
      let new = unsafe scaled(load(source + index), by: factors)
      unsafe store(over(new, old), to: target + index)
      index &+= 8
    }
  }

  /// Adds a row of pixels to a run, with one coverage, each component up to 255.
  static func add(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, with source: UnsafePointer<UInt32>,
    coverage: UInt8
  ) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_add_avx2(target, count, source, coverage) }
    let factors = doubled(Pixels(repeating: UInt32(coverage)))
    var index = 0
    while index < count {
      let new = unsafe scaled(load(source + index), by: factors & lanes(count &- index))
      unsafe store(sum(new, load(target + index)), to: target + index)
      index &+= 8
    }
  }

  /// Adds a row of pixels to a run through a mask, each component up to 255.
  static func add(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, with source: UnsafePointer<UInt32>,
    mask: UnsafePointer<UInt8>
  ) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_add_mask_avx2(target, count, source, mask) }
    var index = 0
    while index < count {
      let factors = unsafe factors(mask + index, count: count &- index)
      let new = unsafe scaled(load(source + index), by: factors)
      unsafe store(sum(new, load(target + index)), to: target + index)
      index &+= 8
    }
  }

  /// Sums of all components, each up to 255.
  @inline(__always) private static func sum(_ a: Pixels, _ b: Pixels) -> Pixels {
    let low = saturated((a & pairMask) &+ (b & pairMask))
    let high = saturated(((a &>> 8) & pairMask) &+ ((b &>> 8) & pairMask))
    return low | (high &<< 8)
  }

  /// Sums of two bytes in 16-bit lanes, at most 255.
  @inline(__always) private static func saturated(_ sums: Pixels) -> Pixels {
    // Bit 8 of a sum that is too large becomes a byte of ones.
    let overflow = (sums &>> 8) & Pixels(repeating: 0x0001_0001)
    return (sums | ((overflow &<< 8) &- overflow)) & pairMask
  }

  /// Multiplies a run by the alpha of other pixels.
  static func multiply(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, withAlphaOf mask: UnsafePointer<UInt32>
  ) {
    if KernelLevel.hasAVX2 { return unsafe firstlight_multiply_avx2(target, count, mask) }
    var index = 0
    while index < count {
      let old = unsafe load(target + index)
      var new = unsafe scaled(old, by: doubled(load(mask + index) &>> 24))
      if index &+ 8 > count {
        let kept = lanes(count &- index)
        new = (new & kept) | (old & ~kept)
      }
      unsafe store(new, to: target + index)
      index &+= 8
    }
  }

  /// Writes a row of pixels over one colour, with one coverage, to memory that is not read.
  @inline(never)
  static func write(
    _ target: UnsafeMutablePointer<UInt32>, count: Int, source: UnsafePointer<UInt32>,
    isOpaque: Bool, coverage: UInt8, over base: UInt32
  ) {
    if KernelLevel.hasAVX2 {
      return unsafe firstlight_write_avx2(
        target, count, source, isOpaque ? 1 : 0, coverage, base,
        scaled(base, by: 255 &- coverage))
    }
    let under = Pixels(repeating: base)
    let factors = doubled(Pixels(repeating: UInt32(coverage)))
    var index = 0
    if coverage == 255 {
      while index &+ 8 <= count {
        unsafe store(over(load(source + index), under), to: target + index)
        index &+= 8
      }
    } else if isOpaque {
      // The share of the base is the same everywhere.
      let rest = Pixels(repeating: scaled(base, by: 255 &- coverage))
      while index &+ 8 <= count {
        unsafe store(scaled(load(source + index), by: factors) &+ rest, to: target + index)
        index &+= 8
      }
    }
    while index &+ 8 <= count {
      unsafe store(over(scaled(load(source + index), by: factors), under), to: target + index)
      index &+= 8
    }
    let lanes = spread(base)
    while index < count {
      let part = unsafe scaled(spread(source[index]), by: UInt64(coverage))
      unsafe target[index] = gathered(part &+ scaled(lanes, by: 255 &- (part &>> 48)))
      index &+= 1
    }
  }
}
