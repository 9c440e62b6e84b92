import Animation
import Geometry
import JSON

/// Graphs as an SVG file.
enum PlotSVG {
  static func write(_ drawing: PlotDrawing) -> String {
    let width = number(drawing.size.width)
    let height = number(drawing.size.height)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" font-family="system-ui, sans-serif">
      <title>\(escaped(drawing.title))</title>
      <rect width="\(width)" height="\(height)" \(paint("fill", drawing.background))/>

      """
    for mark in drawing.marks { text += element(mark) + "\n" }
    return text + "</svg>\n"
  }

  private static func element(_ mark: PlotDrawing.Mark) -> String {
    switch mark {
    case .box(let rect, let fill):
      return "<rect x=\"\(number(rect.origin.x))\" y=\"\(number(rect.origin.y))\" "
        + "width=\"\(number(rect.size.width))\" height=\"\(number(rect.size.height))\" "
        + paint("fill", fill) + "/>"
    case .lines(let lines, let color, let width, let dashes):
      let dash = dashes.map { number($0) }.joined(separator: " ")
      return "<path d=\"\(path(lines))\" fill=\"none\" \(paint("stroke", color)) "
        + "stroke-width=\"\(number(width))\" stroke-linejoin=\"round\""
        + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"") + "/>"
    case .text(let string, let place, let anchor, let size, let color, let isBold):
      let anchorName: String
      switch anchor {
      case .start: anchorName = ""
      case .middle: anchorName = " text-anchor=\"middle\""
      case .end: anchorName = " text-anchor=\"end\""
      }
      // Half of the height of digits and capitals.
      return "<text x=\"\(number(place.x))\" y=\"\(number(place.y + size * 0.36))\""
        + " font-size=\"\(number(size))\"\(anchorName)" + (isBold ? " font-weight=\"600\"" : "")
        + " \(paint("fill", color))>\(escaped(string))</text>"
    }
  }

  /// The data of a path of straight lines.
  static func path(_ lines: [[Point]]) -> String {
    var text = ""
    for line in lines {
      for (index, point) in line.enumerated() {
        text += (index == 0 ? "M" : "L") + number(point.x) + " " + number(point.y)
      }
    }
    return text
  }

  /// `#RRGGBB`, and an opacity where it is not whole.
  private static func paint(_ attribute: String, _ color: ColorComponents) -> String {
    let text = hexadecimal(color)
    let alpha = min(max(color.alpha, 0), 1)
    return "\(attribute)=\"\(text.dropLast(2))\""
      + (alpha < 1 ? " \(attribute)-opacity=\"\(number(alpha))\"" : "")
  }

  /// `#RRGGBBAA`, with components outside 0…1 cut off.
  static func hexadecimal(_ color: ColorComponents) -> String {
    SampleTable.cell(.color(color), isAngle: false).stringValue ?? "#000000FF"
  }

  /// To hundredths.
  static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return "\(Int(rounded))" }
    return "\(rounded)"
  }

  private static func escaped(_ text: String) -> String {
    // XML has no control characters.
    GalleryPage.escaped(
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 })))
  }
}
