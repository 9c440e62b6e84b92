public import Foundation
import Geometry
import Images
public import Raster
public import Testing

/// Expects an image to equal, pixel by pixel, the PNG file of that name in the `Golden` folder
/// beside the calling test.
///
/// With `FIRSTLIGHT_BLESS=1` in the environment the file is written instead. A difference leaves
/// `NAME-expected.png`, `NAME-actual.png` and `NAME-difference.png` in `.build-golden` at the
/// package's root; the difference shows each component's distance, at least 64 where there is one.
///
/// - Parameter folder: the folder of the file instead of `Golden`.
public func expectGolden(
  _ image: Image, named name: String, in folder: URL? = nil, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let testFile = URL(fileURLWithPath: filePath)
  let folder =
    folder ?? testFile.deletingLastPathComponent().appendingPathComponent("Golden")
  let golden = folder.appendingPathComponent("\(name).png")
  do {
    if ProcessInfo.processInfo.environment["FIRSTLIGHT_BLESS"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try write(image, to: golden)
    }
    guard FileManager.default.fileExists(atPath: golden.path) else {
      let actual = try report(image, "\(name)-actual", beside: testFile)
      Issue.record(
        "no golden image \(golden.path); see \(actual), and bless it with FIRSTLIGHT_BLESS=1",
        sourceLocation: sourceLocation)
      return
    }
    let expected = try PNGDecoder.decode([UInt8](Data(contentsOf: golden)))
    if expected.size == image.size, expected.premultipliedPixels == image.premultipliedPixels {
      return
    }
    let actual = try report(image, "\(name)-actual", beside: testFile)
    _ = try report(expected, "\(name)-expected", beside: testFile)
    var summary = "sizes differ"
    if expected.size == image.size {
      let (difference, count, largest) = differences(expected, image)
      _ = try report(difference, "\(name)-difference", beside: testFile)
      summary = "\(count) pixels differ, by up to \(largest)"
    }
    Issue.record("\(name): \(summary); see \(actual)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(name): \(error)", sourceLocation: sourceLocation)
  }
}

/// The difference of two pictures of one size: a picture of the distances, the number of differing
/// pixels and the largest distance of a component.
public func differences(_ a: Image, _ b: Image) -> (image: Image, count: Int, largest: Int) {
  var pixels: [UInt32] = []
  var count = 0
  var largest = 0
  for (first, second) in zip(a.premultipliedPixels, b.premultipliedPixels) {
    var shown: UInt32 = 0xFF00_0000
    if first != second { count += 1 }
    for shift: UInt32 in [0, 8, 16, 24] {
      let distance = abs(Int((first >> shift) & 255) - Int((second >> shift) & 255))
      largest = max(largest, distance)
      if shift < 24, distance > 0 { shown |= UInt32(max(distance, 64)) << shift }
      if shift == 24, distance > 0 { shown |= 0x0040_4040 }
    }
    pixels.append(shown)
  }
  return (Image(size: a.size, premultipliedPixels: pixels), count, largest)
}

private func write(_ image: Image, to file: URL) throws {
  let bytes = try PNGEncoder(compression: .small).encode(image)
  try Data(bytes).write(to: file)
}

/// Writes an image into `.build-golden` at the root of the package that `testFile` is in.
private func report(_ image: Image, _ name: String, beside testFile: URL) throws -> String {
  var root = testFile.deletingLastPathComponent()
  while root.path != "/",
    !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path)
  {
    root.deleteLastPathComponent()
  }
  let folder = root.appendingPathComponent(".build-golden")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let file = folder.appendingPathComponent("\(name).png")
  try write(image, to: file)
  return file.path
}
