import ArgumentParser

/// The file of `--plot`, whose ending says its format.
struct PlotFile: Equatable {
  enum Format: String, CaseIterable { case png, svg }

  /// The width of a drawing in a file, in points.
  private static let width = 960.0
  /// Pixels in a point: sharp in documents that are shown on dense displays.
  private static let scale = 2.0

  let path: String
  let format: Format

  init(_ path: String) throws {
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    guard let format = Format(rawValue: ending) else {
      throw ValidationError(
        (ending.isEmpty ? "'\(path)' has no ending" : "'.\(ending)' is not written")
          + "; --plot takes .png or .svg")
    }
    self.path = path
    self.format = format
  }

  func write(_ plot: Plot) throws(ClientError) {
    let drawing = PlotLayout.draw(plot, width: Self.width, theme: .light)
    let bytes =
      switch format {
      case .svg: Array(PlotSVG.write(drawing).utf8)
      case .png: try PlotScene.draw(drawing, scale: Self.scale)
      }
    try PictureFile.write(bytes, to: path)
  }
}
