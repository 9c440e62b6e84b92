import Geometry
import JSON
import Layers
import Stage
import Wire

/// Methods that read layers and stop their time.
enum LayerMethods {
  static func listLayers(
    _ request: Request, _ stage: Stage
  ) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("root", "depth", "offset", "limit")
    let root = try fields.nullableString("root")
    let depth = try fields.nullableInteger("depth")
    var page = try Page(fields, request.limits)
    do throws(ControlError) {
      try stage.listLayers(
        below: root, depth: depth.map { Int(clamping: $0) }, skipping: page.skipped
      ) { layer in
        page.append(DisplayInterface.LayerInfo(layer).object)
      }
    } catch {
      throw CallError(error)
    }
    return .reply(page.reply("layers"))
  }

  static func pause(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("layer")
    return .pause(layer: try request.parameters.nullableString("layer"))
  }

  static func resume(_ request: Request) throws(CallError) -> StageCommand {
    try request.parameters.allow("layer")
    return .resume(layer: try request.parameters.nullableString("layer"))
  }
}

extension DisplayInterface.LayerInfo {
  init(_ layer: LayerInfo) {
    self.init(
      path: layer.path, kind: DisplayInterface.LayerKind(shared: layer.kind.name),
      frame: DisplayInterface.Frame(layer.frame),
      opacity: layer.opacity, isHidden: layer.isHidden, progress: layer.progress,
      isIndeterminate: layer.isIndeterminate, text: layer.text, animations: layer.animations,
      childCount: Int64(layer.childCount))
  }
}

extension DisplayInterface.Frame {
  init(_ rect: Rect) {
    self.init(
      x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  }
}
