import Testing

@testable import ControlCommands

@Suite struct FormatPageTests {
  private let page = FormatPage(
    """
    # A format

    ## The file

    | Key | Value | Default |
    |---|---|---|
    | `name` | the name, see [Names](#names) | none |
    | `size`, `fit` | two numbers; a word | 1, `none` |
    | `timing` | `{ "duration": seconds }` | |

    ## Animations

    ### Transitions

    A layer has one. Its `type` and `[a, b]` from
    `left` say how. More.

    ```json
    { "type": 1 }
    ```
    """)

  @Test func `a row explains its key, with the default`() {
    #expect(page.description(of: "name", in: "scene") == "the name, see Names (default: none)")
  }

  @Test func `a row of several keys is divided if it has as many parts`() {
    #expect(page.description(of: "size", in: "scene") == "two numbers (default: 1)")
    #expect(page.description(of: "fit", in: "scene") == "a word (default: `none`)")
  }

  @Test func `the two alignments of a text have words of their own`() {
    let page = FormatPage.current
    #expect(
      page.description(of: "verticalAlignment", in: "layer-text")
        == "`top`, `center`, `bottom` (default: `top`)")
    #expect(page.description(of: "alignment", in: "layer-text")?.contains("`top`") == false)
  }

  @Test func `a key within code is explained by its row`() {
    #expect(
      page.description(of: "duration", in: "timing-defaults")
        == "`timing`: `{ \"duration\": seconds }`")
  }

  @Test func `a sentence explains a key that no table has`() {
    #expect(
      page.description(of: "type", in: "transition")
        == "Its `type` and `[a, b]` from `left` say how.")
  }

  @Test func `a key that the page does not have is not explained`() {
    #expect(page.description(of: "seconds", in: "transition") == nil)
    #expect(page.description(of: "name", in: "transition") == nil)
  }
}
