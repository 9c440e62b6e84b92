import Testing
import Wire

@testable import ControlCommands

struct DescribeTests {
  @Test func `control characters in labels and texts do not reach the terminal`() {
    var node = DisplayInterface.AccessibilityNode(
      level: 1, role: .progressBar, label: "a\u{1B}[2Jb", text: "c\nd\u{9B}e\u{7}é",
      states: [.busy])
    #expect(DescribeCommand.line(for: node) == "  a [2Jb, progressbar: c d e é (busy)")
    node.text = ""
    #expect(DescribeCommand.line(for: node) == "  a [2Jb, progressbar (busy)")
  }
}
