import CodeUnits
import Geometry
import Scene
import Stage

/// Looks for fields that the keyboard on the screen covers, one after the other with the focus, as
/// a panel without another keyboard shows them.
struct KeyboardCheck {
  private(set) var findings: [SizeFinding] = []
  /// The places of the hit areas of fields, by the fields' names: the layer's place among its
  /// siblings, after the places of the layers around it.
  private(set) var places: [String: [Int]] = [:]

  /// Pixels that the keyboard may cover: edges lie on whole pixels.
  private static let tolerance = 1.0
  /// Seconds until the keyboard and the looks of the focus have come.
  private static let moment = 2.0
  /// The most times that the focus moves on.
  private static let limit = 1024

  /// - Parameters:
  ///   - locale: a language tag; empty for the scene's own.
  ///   - settings: requests to controls.
  init(
    _ scene: Scene, size: PixelSize, locale: String = "", settings: [ControlAssignment] = []
  ) {
    let stage = Stage(scene: scene, size: size, scale: 1, locale: locale)
    guard stage.controls.contains(where: { $0.kind == .field }) else { return }
    tryFields(of: stage, settings)
    if !findings.isEmpty {
      places = ControlLayers(scene, size: size, locale: locale).fields
    }
  }

  private mutating func tryFields(of stage: Stage, _ settings: [ControlAssignment]) {
    stage.reducesMotion = true
    stage.hasKeyboard = true
    var time = 0.0
    _ = stage.advance(to: time)
    if !settings.isEmpty {
      for setting in settings { try? setting.apply(to: stage) }
      time += Self.moment
      _ = stage.advance(to: time)
    }
    var tried: Set<String> = []
    for _ in 0..<Self.limit {
      guard stage.handle(InputKey.tab), let name = stage.focusedControl else { return }
      guard stage.wantsKeyboard else { continue }
      guard tried.insert(name).inserted else { return }
      time += Self.moment
      _ = stage.advance(to: time)
      check(name, on: stage)
    }
  }

  private mutating func check(_ name: String, on stage: Stage) {
    guard
      let control = stage.controls.first(where: {
        $0.name.isIdentical(to: name) && $0.kind == .field
      }),
      let field = control.frame, let keys = stage.keyboardFrame
    else { return }
    let covered = min(field.maxY, keys.maxY) - max(field.minY, keys.minY)
    guard covered > Self.tolerance, field.minX < keys.maxX, keys.minX < field.maxX else { return }
    findings.append(SizeFinding(layer: name, kind: .behindKeyboard(covered)))
  }
}
