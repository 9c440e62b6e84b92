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

    /// Takes one pixel in.
    mutating func add(_ error: Double) {
      edgePixels += 1
      meanError += (error - meanError) / Double(edgePixels)
      maximumError = max(maximumError, error)
    }

    var text: String { String(format: "%.2f / %.1f", meanError, maximumError) }
  }

  /// Samples along each side of a pixel, for the exact area.
  static let grid = 128

  static func run(_ names: [String]) {
    let peers = Peer.all
    let table = Table(widths: [4, 46] + [12] + peers.map { _ in 12 })
    print("accuracy against exact area (\(grid)×\(grid) samples), levels of 255 over edge pixels:")
    print(table.line(["case", "mean / max", "ours"] + peers.map(\.name) + ["goal"]))
    for name in names {
      if name == "C14" {
        let report = Shadow().accuracy()
        let cells = [name, Shadow.title, report.text] + peers.map { _ in "–" }
        print(table.line(cells + [AccuracyGoal.of(name)?.verdict(report) ?? ""]))
        continue
      }
      guard let item = Case.named(name), let exact = item.exactCoverage() else { continue }
      let white = item.whitened
      let ours = RasterCanvas()
      ours.draw(white)
      let report = unsafe report(exact, in: item.damage, ours.pixels)
      let beside = peers.map { peer in
        let canvas = PeerCanvas(peer, white)
        canvas.drawPicture()
        return unsafe Accuracy.report(exact, in: item.damage, canvas.pixels).text
      }
      print(
        table.line(
          [name, item.title + ", \(report.edgePixels) pixels", report.text] + beside
            + [AccuracyGoal.of(name)?.verdict(report) ?? ""]))
    }
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
        report.add(abs(Double(green) - area * 255))
      }
    }
    return report
  }

  /// The part of each pixel that is inside. A coarse grid, widened beyond the pixel, first decides
  /// whether the outline is near.
  static func exactCoverage(
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
