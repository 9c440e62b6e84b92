import Geometry
import JSON
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
    let kind: DisplayInterface.LayerKind =
      switch layer.kind {
      case .layer: .layer
      case .shape: .shape
      case .image: .image
      case .gradient: .gradient
      case .progress: .progress
      case .emitter: .emitter
      case .replicator: .replicator
      case .text: .text
      }
    self.init(
      path: layer.path, kind: kind,
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
