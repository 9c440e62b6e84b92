import Scene
import Testing

/// Controls of kind `image`, and image layers that begin without a picture.
@Suite struct ImageControlKeysTests {
  private func diagnostics(
    _ layers: String, _ controls: String, directory: String? = nil
  ) -> [String] {
    let text = "{ \"layers\": [\(layers)], \"controls\": { \(controls) } }"
    do throws(SceneError) {
      return try SceneLoader.load(
        bytes: Array(text.utf8), name: "scene.jsonc", directory: directory
      ).warnings.map { $0.message }
    } catch {
      return error.diagnostics.map { $0.message }
    }
  }

  private static let photo = #"{ "kind": "image", "name": "photo" }"#
  private static let control = #""photo": { "kind": "image", "drives": "photo" }"#

  @Test func `a driven layer needs no file, and any other does`() {
    #expect(diagnostics(Self.photo, Self.control) == [])
    let missing = "an image layer needs the key `file`"
    #expect(diagnostics(Self.photo, #""job": { "kind": "progress" }"#) == [missing])
    #expect(diagnostics(Self.photo + #", { "kind": "image" }"#, Self.control) == [missing])
  }

  @Test func `a file that is not there is one mistake, whatever the layer is for`() {
    let layer = #"{ "kind": "image", "name": "photo", "file": "none.png" }"#
    let found = diagnostics(layer, Self.control, directory: DiagnosticsTests.directory)
    #expect(found.count == 1 && found[0].contains("none.png"), "\(found)")
  }

  @Test func `only image layers are driven, each by one control`() {
    let text = #"{ "kind": "text", "name": "photo", "string": "" }"#
    #expect(diagnostics(text, Self.control) == ["only an image layer shows a picture"])
    let second = #", "other": { "kind": "image", "drives": ["photo"] }"#
    #expect(
      diagnostics(Self.photo, Self.control + second)
        == ["another image control has this layer"])
    #expect(
      diagnostics(Self.photo, #""photo": { "kind": "image" }"#)
        == ["an image layer needs the key `file`", "an image control needs the key `drives`"])
  }
}
