import Geometry
import Raster
import Stage

/// The pixels in which two looks of a scene differ, with their contrasts.
struct ChangedPixels {
  private let width: Int
  private let height: Int
  /// The contrasts of the pixels in tenths, row by row.
  private let contrasts: [UInt8]

  /// - Parameter area: lies within both stages, which have the same size.
  init(between first: Stage, and second: Stage, in area: PixelRect) {
    let before = PictureContrast.Picture(of: area, on: first)
    let after = PictureContrast.Picture(of: area, on: second)
    var contrasts = [UInt8](repeating: 10, count: area.area)
    // Neighbours mostly have the same colours.
    var known: (before: Color, after: Color, contrast: UInt8) = (.black, .black, 10)
    for y in 0..<max(0, area.height) {
      for x in 0..<max(0, area.width) {
        let colors = (
          before.color(area.minX + x, area.minY + y), after.color(area.minX + x, area.minY + y)
        )
        if colors.0 == colors.1 { continue }
        if colors != (known.before, known.after) {
          // The highest contrast is 21.
          known = (colors.0, colors.1, UInt8(colors.0.contrast(to: colors.1) * 10 + 1e-6))
        }
        contrasts[y * area.width + x] = known.contrast
      }
    }
    self.init(width: area.width, contrasts: contrasts)
  }

  init(width: Int, contrasts: [UInt8]) {
    self.width = width
    self.contrasts = contrasts
    height = width > 0 ? contrasts.count / width : 0
  }

  /// The number of pixels that lie in squares of a side in which all pixels have a contrast: those
  /// of lines that are at least as thick.
  func count(side: Int, contrast: Double) -> Int {
    guard side > 0, width >= side, height >= side else { return 0 }
    let least = UInt8((contrast * 10).rounded())
    // The sides of the largest squares that end in each pixel of a row, and of the one above.
    var above = [Int](repeating: 0, count: width)
    var row = above
    // The pixels of squares that are found, in the last rows: later squares reach these alone.
    var marks: [[Bool]] = []
    var count = 0
    for y in 0..<height {
      marks.append([Bool](repeating: false, count: width))
      for x in 0..<width {
        guard contrasts[y * width + x] >= least else {
          row[x] = 0
          continue
        }
        row[x] = x == 0 ? 1 : min(above[x], above[x - 1], row[x - 1]) + 1
        guard row[x] >= side else { continue }
        for line in (marks.count - side)..<marks.count {
          for column in (x - side + 1)...x { marks[line][column] = true }
        }
      }
      if marks.count == side { count += marks.removeFirst().count { $0 } }
      swap(&above, &row)
    }
    return marks.reduce(count) { $0 + $1.count { $0 } }
  }
}
