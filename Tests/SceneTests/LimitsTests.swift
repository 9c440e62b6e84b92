import Foundation
import Scene
import TestSupport
import Testing

/// The codes of the mistakes in a scene; empty if it loads.
func codes(_ text: String) -> [SceneDiagnostic.Code] {
  do throws(SceneError) {
    _ = try SceneLoader.load(
      bytes: Array(text.utf8), name: "scene.jsonc",
      directory: DiagnosticsTests.directory)
    return []
  } catch {
    return error.diagnostics.filter { $0.severity == .error }.map { $0.code }
  }
}

@Suite struct LimitsTests {
  private func array(_ element: String, count: Int) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
  }

  @Test func `a scene has at most ten thousand layers`() {
    #expect(codes("{ \"layers\": \(array("{}", count: 10_000)) }") == [])
    #expect(codes("{ \"layers\": \(array("{}", count: 10_001)) }") == [.limit])
    let halves = "{ \"layers\": \(array("{}", count: 5_000)) }"
    #expect(codes("{ \"layers\": [\(halves), \(halves)] }") == [.limit])
  }

  @Test func `a scene has at most sixty-four levels`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"layers\":[", count: depth) + String(repeating: "]}", count: depth)
    }
    #expect(codes(nested(64)) == [])
    #expect(codes(nested(65)) == [.limit])
    #expect(codes(nested(100_000)) == [.limit])
    #expect(codes("{ \"layers\": \(String(repeating: "[", count: 500_000))") == [.limit])
  }

  @Test func `a state control has at most a thousand changes`() {
    func scene(_ count: Int) -> String {
      let change = "{\"layer\":\"a\",\"animations\":[{\"key\":\"opacity\",\"to\":0}]}"
      return """
        { "layers": [ { "name": "a" } ], "controls": { "c": { "kind": "state", "states": {
          "x": { "changes": \(array(change, count: 500)) },
          "y": { "changes": \(array(change, count: count - 500)) } } } } }
        """
    }
    #expect(codes(scene(1_000)) == [])
    #expect(codes(scene(1_001)) == [.limit])
  }

  @Test func `a scene has at most four megabytes`() {
    let end = "{\"layers\":[]}"
    let space = String(repeating: " ", count: SceneLimits.fileSize - end.utf8.count)
    #expect(codes(space + end) == [])
    #expect(codes(space + " " + end) == [.limit])
  }

  @Test func `a file of more than four megabytes is not read`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/large-\(UUID().uuidString).jsonc"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(1) << 40)
    try file.close()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: SceneError.self) { try SceneLoader.load(path: path) }
    #expect(error?.diagnostics.map { $0.code } == [.file])
    #expect(error?.source.bytes.isEmpty == true)
  }

  @Test func `segments of all layers count together`() {
    let ring = "{\"kind\":\"progress\",\"segments\":10000}"
    #expect(codes("{ \"layers\": \(array(ring, count: 2)) }") == [])
    #expect(codes("{ \"layers\": \(array(ring, count: 3)) }") == [.limit])
  }

  @Test func `animations of all layers count together`() {
    let animations = array("{\"key\":\"opacity\",\"to\":1}", count: 5_001)
    let layer = "{\"animations\":\(animations)}"
    #expect(codes("{\"layers\":[\(layer)]}") == [])
    #expect(codes("{\"layers\":[\(layer),\(layer)]}") == [.limit])
    let styled = """
      {"styles":{"s":{"animations":\(animations)}},"layers":\(array("{\"use\":\"s\"}", count: 9000))}
      """
    #expect(codes(styled) == [.limit])
  }

  @Test func `path elements of all layers count together`() {
    let data = "M0 0" + String(repeating: "L1 1", count: 90_000)
    let layer = """
      {"kind":"shape","fillColor":"#000000","path":{"svg":"\(data)"}}
      """
    #expect(codes("{\"layers\":[\(layer),\(layer)]}") == [])
    #expect(codes("{\"layers\":[\(layer),\(layer),\(layer)]}") == [.limit])
    let styled = """
      {"styles":{"s":\(layer)},"layers":\(array("{\"use\":\"s\"}", count: 9000))}
      """
    #expect(codes(styled) == [.limit])
    let long = String(repeating: "M0 0", count: 150_000)
    #expect(
      codes("{\"layers\":[{\"kind\":\"shape\",\"path\":{\"svg\":\"\(long)\"}}]}") == [.limit])
    let points = array("[0,0]", count: 10_001)
    #expect(
      codes("{\"layers\":[{\"kind\":\"shape\",\"path\":{\"polygon\":\(points)}}]}")
        == [.outOfRange])
  }

  @Test func `controls and what they drive are limited`() {
    let controls = (0..<257).map { "\"c\($0)\":{\"kind\":\"text\"}" }.joined(separator: ",")
    #expect(codes("{\"layers\":[],\"controls\":{\(controls)}}") == [.limit])
    let drives = array("\"p\"", count: 1_001)
    #expect(
      codes(
        """
        {"layers":[{"name":"p","kind":"progress"}],
         "controls":{"c":{"kind":"progress","drives":\(drives)}}}
        """) == [.limit])
  }

  @Test func `a long chain of styles ends`() {
    let styles = (0..<40).map { "\"s\($0)\":{\"use\":\"s\($0 + 1)\"}" }.joined(separator: ",")
    let colors = (0..<40).map { "\"c\($0)\":\"c\($0 + 1)\"" }.joined(separator: ",")
    let texts = [
      "{\"styles\":{\(styles),\"s40\":{}},\"layers\":[{\"use\":\"s0\"}]}",
      "{\"colors\":{\(colors),\"c40\":\"#000000\"},\"background\":\"c0\",\"layers\":[]}",
    ]
    for text in texts {
      #expect(Set(codes(text).map { $0.name }) == ["limit"])
    }
  }

  @Test(arguments: [
    ("\"segments\": 10000", []), ("\"segments\": 10001", [SceneDiagnostic.Code.outOfRange]),
    ("\"segments\": 1e9", [.outOfRange]), ("\"segments\": 99999999999999999999", [.outOfRange]),
    ("\"trackWidth\": 32768", []), ("\"trackWidth\": 32769", [.outOfRange]),
    ("\"progress\": -0.001", [.outOfRange]), ("\"rotation\": 1e300", [.outOfRange]),
    ("\"opacity\": null", [.wrongType]),
  ])
  func `extreme numbers are refused`(member: String, expected: [SceneDiagnostic.Code]) {
    #expect(codes("{\"layers\":[{\"kind\":\"progress\",\(member)}]}") == expected)
  }

  @Test func `an image is decoded once, and all of them count together`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        "{\"layers\":\(array("{\"kind\":\"image\",\"file\":\"two.png\"}", count: 200))}".utf8),
      name: "s", directory: DiagnosticsTests.directory)
    #expect(scene.imageCount == 1)
  }

  @Test func `texts are limited one by one and together`() {
    func text(_ count: Int) -> String {
      "{\"kind\":\"text\",\"string\":\"\(String(repeating: "é", count: count / 2))\"}"
    }
    #expect(codes("{ \"layers\": [\(text(16_384))] }") == [])
    #expect(codes("{ \"layers\": [\(text(16_386))] }") == [.limit])
    #expect(codes("{ \"layers\": [\(text(1 << 20))] }") == [.limit])
    #expect(codes("{ \"layers\": \(array(text(16_384), count: 64)) }") == [])
    #expect(codes("{ \"layers\": \(array(text(16_384), count: 65)) }") == [.limit])
    func message(_ count: Int) -> String {
      let text = String(repeating: "x", count: count)
      return
        "{\"layers\":[],\"controls\":{\"a\":{\"kind\":\"text\",\"text\":\"\(text)\"}}}"
    }
    #expect(codes(message(4_096)) == [])
    #expect(codes(message(4_097)) == [.limit])
  }

  @Test func `many warnings leave a scene valid`() throws {
    let texts = (0..<30).map {
      "{\"kind\":\"text\",\"string\":\"a\",\"font\":\"Nowhere \($0)\"}"
    }
    let text = "{\"layers\":[" + texts.joined(separator: ",") + "]}"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    #expect(scene.layerCount == 30)
    #expect(scene.warnings.count == SceneLimits.diagnostics)
    // A mistake after them is reported all the same.
    #expect(
      codes("{\"layers\":[" + texts.joined(separator: ",") + ",{\"oops\":1}]}") == [.unknownKey])
  }

  /// Thousands of drives would take many seconds if each looked at all layers of its name, or at
  /// all layers that scrub controls move.
  @Test func `many drives take little time`() throws {
    func controls(_ count: Int, driving layer: String) -> [String] {
      let drive = "{\"layer\":\"\(layer)\",\"key\":\"zPosition\",\"to\":1}"
      let drives = Array(repeating: drive, count: 1_000).joined(separator: ",")
      return (0..<count).map { control in
        "\"p\(control)\":{\"kind\":\"progress\",\"drives\":[\(drives)]}"
      }
    }
    func seconds(_ layers: [String], _ controls: [String]) throws -> Double {
      let text = """
        {"layers":[\(layers.joined(separator: ","))],"controls":{\(controls.joined(separator: ","))}}
        """
      let use = ThreadUse()
      _ = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      return use.seconds
    }
    let equal = Array(repeating: "{\"name\":\"x\"}", count: 9_800)
    let named = "{\"name\":\"p\",\"layers\":[{\"name\":\"x\"}]}"
    #expect(try seconds(equal + [named], controls(20, driving: "p/x")) < 5)
    let deep =
      String(repeating: "{\"layers\":[", count: 40) + "{\"name\":\"deep\"}"
      + String(repeating: "]}", count: 40)
    let scrubs = (0..<9).map { control in
      let names = (0..<1_000).map { "\"n\(control * 1_000 + $0)\"" }.joined(separator: ",")
      return "\"s\(control)\":{\"kind\":\"scrub\",\"layers\":[\(names)]}"
    }
    let moved = (0..<9_000).map { "{\"name\":\"n\($0)\"}" }
    #expect(try seconds(moved + [deep], scrubs + controls(10, driving: "deep")) < 5)
  }

  @Test(arguments: ["", "\n"])
  func `warnings that are not shown take no time`(separator: String) throws {
    let colors = (0..<9_000).map { "\"c\($0)\":\"#FFFFFF\"" }
    let text = "{\"colors\":{" + colors.joined(separator: "," + separator) + "},\"layers\":[]}"
    let use = ThreadUse()
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    // Finding the line of each warning would take a minute.
    #expect(use.seconds < 5)
    #expect(scene.warnings.count == SceneLimits.diagnostics)
  }
}
