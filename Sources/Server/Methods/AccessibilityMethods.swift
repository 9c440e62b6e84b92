import JSON
import Scene
import Stage
import Wire

/// Methods for people who cannot see the screen, for people whom motion disturbs, and for the
/// language of the texts.
enum AccessibilityMethods {
  static func getAccessibility(
    _ request: Request, _ shows: Shows
  ) throws(CallError) -> Outcome {
    try request.parameters.allow("offset", "limit")
    var page = try Page(request.parameters, request.limits)
    var skipped = page.skipped
    for show in shows.all {
      // The node after the page's end shows that there are more.
      for node in show.stage.accessibilityNodes(
        skipping: &skipped, limit: request.limits.pageItems + 1)
      {
        var info = DisplayInterface.AccessibilityNode(node)
        info.screen = show.screen?.name
        guard page.append(info.object) else { return .reply(page.reply("nodes")) }
      }
    }
    return .reply(page.reply("nodes"))
  }

  static func setReducedMotion(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("enabled")
    return .setReducedMotion(try request.parameters.bool("enabled"))
  }

  static func setLocale(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("locale")
    return .setLocale(try request.parameters.string("locale"))
  }
}

extension DisplayInterface.AccessibilityNode {
  init(_ node: AccessibilityNode) {
    self.init(
      level: Int64(node.level), role: DisplayInterface.AccessibilityRole(shared: node.role.name),
      label: node.label, text: node.text, value: node.value,
      states: node.states.map { DisplayInterface.AccessibilityState($0) })
    switch node.subject {
    case .control(let name): control = name
    case .layer(let path): layer = path
    }
  }
}

extension DisplayInterface.AccessibilityState {
  fileprivate init(_ state: AccessibilityNode.State) {
    switch state {
    case .busy: self = .busy
    case .checked: self = .checked
    case .focused: self = .focused
    }
  }
}
