import Foundation

/// A Markdown page as far as links are concerned: its headings, and the links that it has.
struct MarkdownPage {
  struct Link: Equatable {
    /// As it is written: a path, an address, or a heading's anchor behind `#`.
    var target: String
    /// Counted from 1.
    var line: Int
  }

  private(set) var links: [Link] = []
  /// The anchors of the headings as GitHub makes them: a repeated one has `-1`, `-2` and so on
  /// behind it.
  private(set) var anchors: Set<String> = []

  init(_ text: String) {
    var counts: [String: Int] = [:]
    var isExample = false
    var isInCode = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        isExample.toggle()
      } else if isExample {
        continue
      } else if line.isEmpty {
        isInCode = false
      } else if let anchor = Self.anchor(of: line) {
        let count = counts[anchor, default: 0]
        counts[anchor] = count + 1
        anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
      } else {
        let parts = Self.withoutCode(line, &isInCode).components(separatedBy: "](")
        for part in parts.dropFirst() {
          guard let end = part.firstIndex(of: ")") else { continue }
          links.append(Link(target: String(part[..<end]), line: index + 1))
        }
      }
    }
  }

  /// The anchor of a heading; nil for another line.
  private static func anchor(of line: String) -> String? {
    let title = line.drop { $0 == "#" }
    guard (1...6).contains(line.count - title.count), title.hasPrefix(" ") else { return nil }
    let kept = title.dropFirst().lowercased().filter {
      $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
    }
    return kept.replacingOccurrences(of: " ", with: "-")
  }

  /// A line without its code, which may go on in the next one.
  private static func withoutCode(_ line: String, _ isInCode: inout Bool) -> String {
    var text = ""
    for character in line {
      if character == "`" {
        isInCode.toggle()
      } else if !isInCode {
        text.append(character)
      }
    }
    return text
  }
}
