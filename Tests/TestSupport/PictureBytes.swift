public import Raster

// Comparisons of pictures, byte by byte. Loops over pixels belong here: debug builds optimize this
// target, and few targets of tests beside it.

/// True if two pictures have the same bytes.
public func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }

/// The hash FNV-1a of a picture's bytes.
public func pictureHash(_ bytes: [UInt8]) -> UInt64 {
  var hash = UInt64(14_695_981_039_346_656_037)
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
  return hash
}

/// The distance of two pictures of four bytes a pixel, the last one unused: the sum over all
/// components, and the number of equal pixels.
public func pictureDistance(_ a: [UInt8], _ b: [UInt8]) -> (sum: Int, equal: Int) {
  var sum = 0
  var equal = 0
  for pixel in stride(from: 0, to: a.count, by: 4) {
    var difference = 0
    for component in pixel..<pixel + 3 {
      difference += abs(Int(a[component]) - Int(b[component]))
    }
    sum += difference
    if difference == 0 { equal += 1 }
  }
  return (sum, equal)
}

/// The number of pixels, of four bytes with the last one unused, that were as in `goal` before and
/// no longer are.
public func lostPixelCount(
  _ now: [UInt8], since before: [UInt8], toward goal: [UInt8]
) -> Int {
  var count = 0
  for pixel in stride(from: 0, to: goal.count, by: 4) {
    let range = pixel..<pixel + 3
    if range.allSatisfy({ before[$0] == goal[$0] }), !range.allSatisfy({ now[$0] == goal[$0] }) {
      count += 1
    }
  }
  return count
}

/// The number of different colours in a picture, up to a limit.
public func colorCount(of image: Image, limit: Int) -> Int {
  var colors: Set<UInt32> = []
  for pixel in image.premultipliedPixels where colors.insert(pixel).inserted {
    if colors.count == limit { break }
  }
  return colors.count
}
