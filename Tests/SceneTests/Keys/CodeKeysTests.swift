import Scene
import Testing

/// Layers of kind `qr`.
@Suite struct CodeKeysTests {
  private func diagnostics(_ keys: String, _ controls: String = "") -> [String] {
    let text =
      "{ \"layers\": [ { \"kind\": \"qr\", \"name\": \"code\", \(keys) } ], \"controls\": {\(controls)} }"
    do throws(SceneError) {
      return try SceneLoader.load(bytes: Array(text.utf8), name: "scene.jsonc", directory: nil)
        .warnings.map { $0.message }
    } catch {
      return error.diagnostics.map { $0.message }
    }
  }

  private let long = String(repeating: "a", count: 1274)

  @Test func `colours of low contrast in a code have a warning`() {
    let warning =
      "the code can hardly be read: its `color` is not much darker than its `backgroundColor`"
    #expect(diagnostics(#""string": "a""#) == [])
    #expect(
      diagnostics(##""string": "a", "color": "#203060", "backgroundColor": "#F0E8D8""##) == [])
    #expect(diagnostics(##""string": "a", "color": "#D0D0D0""##) == [warning])
    #expect(
      diagnostics(##""string": "a", "color": "#FFFFFF", "backgroundColor": "#000000""##) == [
        warning
      ])
    // The layers behind a clear background are not known.
    #expect(diagnostics(##""string": "a", "color": "#FFFFFF", "backgroundColor": "clear""##) == [])
  }

  @Test func `texts too long for a code's level are refused`() {
    let message = "`string` has 1274 bytes"
    #expect(diagnostics("\"string\": \"\(long)\", \"level\": \"H\"") == [message])
    #expect(diagnostics("\"string\": \"\(long)\", \"level\": \"Q\"") == [])
    let control = "\"link\": { \"kind\": \"text\", \"text\": \"\(long)\", \"drives\": \"code\" }"
    #expect(
      diagnostics("\"string\": \"a\", \"level\": \"H\"", control) == ["`text` has 1274 bytes"])
    let state =
      "\"s\": { \"kind\": \"state\", \"states\": { \"a\": { \"changes\": { \"layer\": \"code\", \"text\": \"\(long)\" } } } }"
    #expect(
      diagnostics("\"string\": \"a\", \"level\": \"H\"", state) == ["`text` has 1274 bytes"])
  }

  @Test func `wrong keys of a code are refused`() {
    #expect(
      diagnostics(#""string": "a", "fontSize": 3"#) == ["unknown key `fontSize` in a qr layer"])
    #expect(diagnostics(#""level": "M""#) == ["a qr layer needs the key `string`"])
    #expect(diagnostics(#""string": "a", "level": "X""#) == ["`level` is \"X\""])
  }
}
