import Geometry

/// Reads the whole pictures of an animation, one after the other.
protocol MovieReader: AnyObject {
  var size: PixelSize { get }
  /// Runs; 0 for no end.
  var runCount: Int { get }

  /// Decodes the next picture.
  /// - Returns: premultiplied `0xAARRGGBB` words, row after row, and how long they are shown, in
  ///   microseconds; nil behind the last one.
  func next() throws(ClientError) -> (pixels: [UInt32], duration: Int64)?
}

/// The time for which a picture is shown.
enum MovieTime {
  /// As in browsers, 10 ms or less become 0.1 s: they were written for programs that could not keep
  /// up.
  ///
  /// - Parameter duration: as it stands in the file, in microseconds.
  static func shown(_ duration: Int64) -> Int64 { duration <= 10_000 ? 100_000 : duration }
}

/// The sizes of pictures that are read: 1 to 4096 pixels to a side.
enum MovieSize {
  private static let longestSide = 4096

  static func fits(_ size: PixelSize) -> Bool {
    1...longestSide ~= size.width && 1...longestSide ~= size.height
  }

  static func check(_ size: PixelSize, _ path: String) throws(ClientError) {
    guard fits(size) else {
      throw ClientError(
        .refused, "\(path) has \(size.width)x\(size.height) pixels",
        hint: "make it 1 to \(longestSide) pixels wide and high")
    }
  }
}

/// The bytes of a file, at one place for a library that reads them.
@safe final class FixedBytes {
  let base: UnsafeMutablePointer<UInt8>
  let count: Int

  init(_ bytes: [UInt8]) {
    count = bytes.count
    unsafe base = .allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: 0, count: max(count, 1))
    unsafe bytes.withUnsafeBufferPointer { from in
      if let first = from.baseAddress { unsafe base.update(from: first, count: count) }
    }
  }

  deinit { unsafe base.deallocate() }
}
