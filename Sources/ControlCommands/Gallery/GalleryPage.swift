import Wire

/// A page of pictures of scenes, each with its source: one self-contained HTML file.
struct GalleryPage {
  struct Picture {
    var caption: String
    /// A PNG file.
    var file: [UInt8]
  }

  struct Exhibit {
    var name: String
    var path: String
    /// The scene's text.
    var source: String
    var pictures: [Picture]
  }

  private var text: String

  /// - Parameter pictureWidth: the width of the pictures, in pixels.
  init(title: String, pictureWidth: Int) {
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(title))</title>
      <style>
      body { margin: 3rem auto; max-width: 90rem; padding: 0 2rem; font: 16px/1.5 system-ui, \
      sans-serif; color: #1b2028; background: #fafaf8; }
      h1 { font-weight: 600; } h2 { margin: 3rem 0 .2rem; font-weight: 600; }
      p { margin: 0 0 1rem; max-width: 44rem; color: #555e6b; }
      .pictures { display: grid; gap: 1rem; \
      grid-template-columns: repeat(auto-fill, minmax(min(100%, \(pictureWidth / 2)px), 1fr)); }
      figure { margin: 0; } img { width: 100%; height: auto; border-radius: 6px; \
      box-shadow: 0 1px 4px #0003; } figcaption { color: #555e6b; font-size: .85rem; }
      summary { cursor: pointer; margin-top: .6rem; color: #555e6b; }
      pre { overflow: auto; padding: 1rem; background: #eef0ee; border-radius: 6px; \
      font-size: .8rem; }
      </style>
      </head>
      <body>
      <h1>\(Self.escaped(title))</h1>

      """
  }

  mutating func append(_ exhibit: Exhibit) {
    text += "<section>\n<h2>\(Self.escaped(exhibit.name))</h2>\n"
    let remark = Self.remark(in: exhibit.source)
    if !remark.isEmpty { text += "<p>\(Self.escaped(remark))</p>\n" }
    text += "<div class=\"pictures\">\n"
    for picture in exhibit.pictures {
      let caption = Self.escaped(picture.caption)
      text += "<figure><img alt=\"\(Self.escaped(exhibit.name)), \(caption)\" src=\"data:image/png"
      text += ";base64,\(Base64.encode(picture.file.span))\"><figcaption>\(caption)</figcaption>"
      text += "</figure>\n"
    }
    text += "</div>\n<details><summary>\(Self.escaped(exhibit.path))</summary>\n"
    text += "<pre>\(Self.escaped(exhibit.source))</pre></details>\n</section>\n"
  }

  /// The whole file.
  func finished() -> [UInt8] { Array((text + "</body>\n</html>\n").utf8) }

  /// The line comments at the beginning of a scene, as one paragraph.
  static func remark(in source: String) -> String {
    var words: [Substring] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      guard content.hasPrefix("//") else { break }
      words += content.dropFirst(2).split(separator: " ")
    }
    return words.joined(separator: " ")
  }

  /// Text escaped for HTML, and for attributes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
