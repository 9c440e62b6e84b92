import Animation
import Geometry
import JSON
import Layers
import Scene
import Stage

/// The session in words and numbers, for the page.
extension PreviewSession {
  /// The most layers that are listed.
  private static let mostLayers = 500

  /// The lists at the present time, without the counts.
  var presentLists: JSONObject {
    var object = JSONObject()
    object["controls"] = .array(controls)
    object["accessibility"] = .array(stage?.accessibilityNodes.map { Self.json($0) } ?? [])
    object["layers"] = .array(layers)
    return object
  }

  var lists: JSONObject {
    var object = presentLists
    object["revision"] = .integer(Int64(revision))
    object["listing"] = .integer(Int64(listing))
    return object
  }

  var state: JSONObject {
    var object = lists
    object["file"] = .string(path)
    object["name"] = .string(name)
    object["playing"] = .bool(isPlaying)
    object["time"] = .integer(sceneTime)
    object["longest"] = .integer(Self.longest)
    object["size"] = [.integer(Int64(size.width)), .integer(Int64(size.height))]
    object["scale"] = .number(scale)
    object["reducesMotion"] = .bool(reducesMotion)
    object["locale"] = .string(locale)
    object["locales"] = .array(locales.map { .string($0) })
    object["panels"] = .array(PanelSizes.all.map { .string(PanelSizes.name(of: $0)) })
    object["prompt"] = prompt
    object["diagnostics"] = .array(
      diagnostics.map { diagnostic in
        var object = diagnostic.json.objectValue ?? JSONObject()
        object["text"] = source.map { .string(diagnostic.rendered(in: $0)) }
        return .object(object)
      })
    return object
  }

  private var controls: [JSONValue] {
    guard let stage else { return [] }
    return stage.controls.map { control in
      var object = Self.json(control)
      let labels = stage.stateLabels(of: control.name)
      if !labels.isEmpty { object["labels"] = .array(labels.map { .string($0) }) }
      // The page offers no press then.
      if control.kind == .button, !stage.isInSight(control.name) {
        object["outOfSight"] = .bool(true)
      }
      return .object(object)
    }
  }

  /// The prompt of the scene, or the usual one; nil if it cannot be shown by a name.
  private var prompt: JSONValue? {
    guard let stage, let name = ControlAssignment.promptName(in: stage) else { return nil }
    var object = JSONObject()
    object["name"] = .string(name)
    object["usual"] = .bool(stage.scene.promptName == nil)
    object["shown"] = .bool(stage.shownPrompt != nil)
    if let shown = stage.shownPrompt {
      object["capsLock"] = .bool(shown.isCapsLockOn)
      object["queue"] = .integer(Int64(shown.waitingCount))
      object["keyboardLayout"] = .string(shown.keyboardLayout)
      if case .choices(let choices, _) = shown.entry {
        object["choices"] = .array(choices.map { .string($0) })
      }
    }
    return .object(object)
  }

  private var layers: [JSONValue] {
    guard let stage else { return [] }
    do throws(ControlError) {
      return try stage.layers().prefix(Self.mostLayers).map { layer in
        var object = Self.json(layer)
        object["keys"] = .array(
          ((try? stage.properties(ofLayer: layer.path)) ?? []).map {
            .string(layer.kind.name(of: $0.name))
          })
        return .object(object)
      }
    } catch {
      return []
    }
  }

  /// In the form of the daemon's answers.
  private static func json(_ layer: LayerInfo) -> JSONObject {
    var object = JSONObject()
    object["path"] = .string(layer.path)
    object["kind"] = .string(layer.kind.name)
    object["opacity"] = .number(layer.opacity)
    object["hidden"] = .bool(layer.isHidden)
    object["progress"] = layer.progress.map { .number($0) }
    object["text"] = layer.text.map { .string($0) }
    object["frame"] = json(layer.frame)
    return object
  }

  private static func json(_ frame: Rect) -> JSONValue {
    [
      "x": .number(frame.origin.x), "y": .number(frame.origin.y),
      "width": .number(frame.size.width), "height": .number(frame.size.height),
    ]
  }

  private static func json(_ control: ControlInfo) -> JSONObject {
    var object = JSONObject()
    object["name"] = .string(control.name)
    object["kind"] = .string(control.kind.rawValue)
    object["label"] = control.label.map { .string($0) }
    object["value"] = control.value.map { .number($0) }
    object["indeterminate"] = control.isIndeterminate.map { .bool($0) }
    object["text"] = control.text.map { .string($0) }
    object["states"] = control.states.map { .array($0.map { .string($0) }) }
    object["state"] = control.state.map { .string($0) }
    object["options"] = control.options.map { .array($0.map { .string($0) }) }
    object["option"] = control.option.map { .string($0) }
    object["phases"] = control.phases.map { .array($0.map { .string($0) }) }
    object["phase"] = control.phase.map { .string($0) }
    object["frame"] = control.frame.map { json($0) }
    object["revealed"] = control.isRevealed.map { .bool($0) }
    return object
  }

  private static func json(_ node: AccessibilityNode) -> JSONValue {
    var object = JSONObject()
    object["level"] = .integer(Int64(node.level))
    object["role"] = .string(node.role.name)
    object["label"] = .string(node.label)
    object["text"] = .string(node.text)
    object["value"] = node.value.map { .number($0) }
    return .object(object)
  }
}
