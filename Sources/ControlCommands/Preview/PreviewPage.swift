/// The files of the page, which lie in `Page`.
enum PreviewPage {
  /// The page loads nothing from other origins.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    + "connect-src 'self'; frame-ancestors 'none'"

  /// A file by its name below the page's folder, with its media type; the page itself has none.
  static func file(_ name: String) -> (type: String, bytes: [UInt8])? {
    switch name {
    case "": ("text/html", PackageResources.page_html)
    case "page.css": ("text/css", PackageResources.page_css)
    default: script(name).map { ("text/javascript", $0) }
    }
  }

  private static func script(_ name: String) -> [UInt8]? {
    switch name {
    case "controls.js": PackageResources.controls_js
    case "diagnostics.js": PackageResources.diagnostics_js
    case "graphs.js": PackageResources.graphs_js
    case "layers.js": PackageResources.layers_js
    case "picture.js": PackageResources.picture_js
    case "playback.js": PackageResources.playback_js
    case "prompt.js": PackageResources.prompt_js
    case "requests.js": PackageResources.requests_js
    case "state.js": PackageResources.state_js
    default: nil
    }
  }
}
