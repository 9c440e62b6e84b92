import Foundation
import Geometry
import Raster

/// Compares drawn coverage with the exact area of a shape in each pixel that its outline crosses.
struct Accuracy {
  struct Report {
    var edgePixels = 0
    /// In levels of 255.
    var meanError = 0.0
    var maximumError = 0.0
  }

  /// Samples along each side of a pixel, for the exact area.
  static let grid = 128

  static func run(_ names: [String]) {
    print("accuracy against exact area (\(grid)×\(grid) samples), levels of 255 over edge pixels")
    for name in names {
      guard let item = Case.named(name), let contains = item.contains else { continue }
      let white = Case(
        name: item.name, title: item.title, commands: item.commands.map(whitened),
        background: [Case.solid(.rect(Frame.bounds), .black)], damage: item.damage)
      let ours = RasterCanvas()
      ours.draw(white)
      let cairo = CairoCanvas()
      cairo.draw(Case.solid(.rect(Frame.bounds), .black))
      cairo.draw(white)
      let exact = exactCoverage(item.damage, contains)
      let us = unsafe report(exact, in: item.damage, ours.pixels)
      let them = unsafe report(exact, in: item.damage, cairo.pixels)
      print(
        String(
          format: "%@  ours: mean %.2f max %.1f   Cairo: mean %.2f max %.1f   (%d edge pixels)",
          item.name.padding(toLength: 4, withPad: " ", startingAt: 0), us.meanError,
          us.maximumError, them.meanError, them.maximumError, us.edgePixels))
    }
  }

  private static func whitened(_ command: DrawCommand) -> DrawCommand {
    var command = command
    command.paint = .color(.white)
    return command
  }

  private static func report(
    _ exact: [Double], in damage: PixelRect, _ pixels: UnsafeMutableRawPointer
  ) -> Report {
    var report = Report()
    var index = 0
    for y in damage.minY..<damage.maxY {
      for x in damage.minX..<damage.maxX {
        let area = exact[index]
        index += 1
        guard area > 0, area < 1 else { continue }
        let green = unsafe pixels.load(
          fromByteOffset: (y * Frame.size.width + x) * 4 + 1, as: UInt8.self)
        let error = abs(Double(green) - area * 255)
        report.edgePixels += 1
        report.meanError += error
        report.maximumError = max(report.maximumError, error)
      }
    }
    report.meanError /= Double(max(report.edgePixels, 1))
    return report
  }

  /// The part of each pixel that is inside. A coarse grid, widened beyond the pixel, tells first
  /// whether the outline comes near.
  private static func exactCoverage(
    _ damage: PixelRect, _ contains: (Double, Double) -> Bool
  ) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(damage.area)
    for y in damage.minY..<damage.maxY {
      for x in damage.minX..<damage.maxX {
        result.append(coverage(Double(x), Double(y), contains))
      }
    }
    return result
  }

  private static func coverage(
    _ x: Double, _ y: Double, _ contains: (Double, Double) -> Bool
  ) -> Double {
    var insideCount = 0
    for row in 0...4 {
      for column in 0...4 {
        let dx = Double(column) * 0.26 - 0.02
        let dy = Double(row) * 0.26 - 0.02
        if contains(x + dx, y + dy) { insideCount += 1 }
      }
    }
    if insideCount == 0 { return 0 }
    if insideCount == 25 { return 1 }
    var hits = 0
    for row in 0..<grid {
      let sampleY = y + (Double(row) + 0.5) / Double(grid)
      for column in 0..<grid where contains(x + (Double(column) + 0.5) / Double(grid), sampleY) {
        hits += 1
      }
    }
    return Double(hits) / Double(grid * grid)
  }
}
