import JSON
import Testing
import Wire

@Suite struct DisplayInterfaceTests {
  /// The names that follow a keyword at a line's beginning.
  private static func declared(_ keyword: String) -> [String] {
    DisplayInterface.description.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(keyword + " ") else { return nil }
      let rest = line.dropFirst(keyword.count + 1)
      return String(rest.prefix { $0.isLetter || $0.isNumber })
    }
  }

  /// The values of an enumeration in the interface file.
  private static func values(of type: String) -> [String] {
    guard let range = DisplayInterface.description.firstRange(of: "type \(type) (") else {
      return []
    }
    return DisplayInterface.description[range.upperBound...].prefix { $0 != ")" }
      .split { $0 == "," || $0.isWhitespace }.map { String($0) }
  }

  @Test func `the file declares the methods that are served, and no others`() {
    let served = DisplayInterface.Method.allCases.map { $0.name }
    #expect(Self.declared("method").sorted() == served.sorted())
  }

  @Test(
    "the methods that take a screen are those of the file",
    arguments: DisplayInterface.Method.allCases)
  func screens(_ method: DisplayInterface.Method) throws {
    let file = DisplayInterface.description
    let start = try #require(file.firstRange(of: "\nmethod \(method.name)("))
    let parameters = try #require(file[start.upperBound...].firstRange(of: ") -> "))
    let takesScreen = file[start.upperBound..<parameters.lowerBound].contains("screen: ?string")
    #expect(method.takesScreen == takesScreen)
  }

  @Test func `the file declares the errors that are thrown, and no others`() {
    let thrown = DisplayInterface.Failure.allCases.map { $0.name }
    #expect(Self.declared("error").sorted() == thrown.sorted())
  }

  @Test func `enumerations have the file's values`() {
    #expect(Self.values(of: "LayerKind") == DisplayInterface.LayerKind.allCases.map { $0.name })
    #expect(
      Self.values(of: "ControlKind") == DisplayInterface.ControlKind.allCases.map { $0.name })
    #expect(Self.values(of: "ClockKind") == DisplayInterface.ClockKind.allCases.map { $0.name })
    #expect(Self.values(of: "EventKind") == DisplayInterface.EventKind.allCases.map { $0.name })
    #expect(Self.values(of: "Severity") == DisplayInterface.Severity.allCases.map { $0.name })
  }

  @Test func `former names of values are understood`() {
    #expect(DisplayInterface.Severity("failure") == .error)
    #expect(DisplayInterface.Severity("fault") == nil)
  }

  @Test func `the file names its interface, in the names' rules`() {
    #expect(DisplayInterface.description.contains("\ninterface \(DisplayInterface.name)\n"))
    #expect(DisplayInterface.name.allSatisfy { $0.isLowercase || $0 == "." || $0.isNumber })
  }

  @Test func `structures survive the way over the wire`() throws {
    let layer = DisplayInterface.LayerInfo(
      path: "a/b", kind: .progress,
      frame: DisplayInterface.Frame(x: 1, y: 2, width: 3.5, height: 4), opacity: 0.5,
      isHidden: true, progress: 0.25, isIndeterminate: false, animations: ["progress"],
      childCount: 2)
    #expect(try DisplayInterface.LayerInfo(Fields(layer.object)) == layer)
    let control = DisplayInterface.ControlInfo(
      name: "install", kind: .text, text: "Hi", label: "Message", explanation: "Hi")
    #expect(try DisplayInterface.ControlInfo(Fields(control.object)) == control)
    let output = DisplayInterface.OutputInfo(
      name: "png", width: 10, height: 20, refreshMillihertz: 60_000, format: "XRGB8888",
      scale: 2)
    let status = DisplayInterface.Status(
      scene: "boot", sceneGeneration: 1, isPaused: false, layers: 3, runningAnimations: 0,
      clock: .step, timeMicroseconds: 5, frames: 1, lateFrames: 0, outputs: [output])
    #expect(try DisplayInterface.Status(Fields(status.object)) == status)
    let diagnostic = DisplayInterface.Diagnostic(
      severity: .error, code: "syntax", file: "x", line: 1, column: 2, message: "m")
    #expect(try DisplayInterface.Diagnostic(Fields(diagnostic.object)) == diagnostic)
    var event = DisplayInterface.Event(
      sequence: 7, kind: .eventsLost, monotonicMicroseconds: 9)
    event.lost = 3
    #expect(try DisplayInterface.Event(Fields(event.object)) == event)
  }

  @Test func `a field of a later version is ignored`() throws {
    let frame = Fields(["x": 0, "y": 0, "width": 1, "height": 1, "depth": 1])
    #expect(try DisplayInterface.Frame(frame).width == 1)
  }
}
