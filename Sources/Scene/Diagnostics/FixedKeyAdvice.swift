import CodeUnits
import Layers

/// Advice for keys whose values stay as the file has them, where an animation or a state tries to
/// change one.
enum FixedKeyAdvice {
  private static let keys = [
    "alignItems", "alignment", "blendMode", "direction", "font", "gap", "gravity", "italic",
    "justifyContent", "kind", "layers", "lineCap", "lineDashPattern", "lineJoin", "mask",
    "maskedCorners", "masksToBounds", "padding", "segments", "style", "truncation", "use",
    "viewBox", "weight", "wrapped",
  ]

  /// Another way to make the change; nil for keys that are not fixed.
  /// - Parameter kind: of the layer.
  static func hint(for key: String, of kind: LayerKind) -> String? {
    switch key {
    case "frame":
      return "a frame is two properties: `position`, the place of the anchor, and `size`"
    case "file" where kind == .frames:
      return "a file stays; `progress` chooses the picture of a frames layer"
    case "content", "lineWidth", "progressWidth", "spacing", "trackWidth":
      guard kind == .progress else { return nil }
      return "`" + key + "` of a progress layer stays; a style in `progressStyles` has shapes, "
        + "whose widths and colours change"
    case "file", "contents", "image", "source":
      return twoLayers(key) + "; a control with \"kind\": \"image\" shows the pictures of clients"
    default: return keys.contains { $0.isIdentical(to: key) } ? twoLayers(key) : nil
    }
  }

  private static func twoLayers(_ key: String) -> String {
    "`" + key + "` stays: put two layers in one place, each with its own, and "
      + "change `hidden` of both"
  }
}
