import Animation
import Layers

/// The animations of a scene's layers at a moment, to tell the animations of a touch's look from
/// those that run already.
struct TouchLook {
  /// Seconds after which looks of a press and of the focus, and the keyboard on the screen, have
  /// come.
  private static let length = 2.0

  private var former: [ObjectIdentifier: [String: Animation]] = [:]

  init(before root: Layer) {
    Self.visit(root) { layer in
      for key in layer.animationKeys {
        former[ObjectIdentifier(layer), default: [:]][key] = layer.animation(forKey: key)
      }
    }
  }

  /// Moves the begin times of animations that have begun since, so that they show their ends.
  /// Repeated ones go on.
  func complete(below root: Layer) {
    root.tree?.transact(disableActions: true) {
      Self.visit(root) { layer in
        for key in layer.animationKeys {
          guard var animation = layer.animation(forKey: key),
            animation != former[ObjectIdentifier(layer)]?[key]
          else { continue }
          let start = animation.timing.beginTime - Self.length
          // A begin time of 0 would mean now.
          animation.timing.beginTime = start == 0 ? -.leastNormalMagnitude : start
          layer.add(animation, forKey: key, isEssential: true)
        }
      }
    }
  }

  private static func visit(_ layer: Layer, _ body: (Layer) -> Void) {
    body(layer)
    for sublayer in layer.sublayers { visit(sublayer, body) }
  }
}
