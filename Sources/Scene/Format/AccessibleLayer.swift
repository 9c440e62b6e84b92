public import Layers

/// A layer that screen readers present: one with a label, or a text.
public struct AccessibleLayer {
  public let layer: Layer
  /// The label; nil for a text without one, which is read as it is.
  public let label: String?
  public let role: AccessibleRole
  /// The number of accessible layers with a label around it.
  public let level: Int
}

extension LayerDescription {
  /// The layer's role if the scene gives none: a group if it has sublayers.
  var usualRole: AccessibleRole {
    switch content {
    case .progress, .loader: .progressBar
    case .text: .text
    case .log: .log
    case .image, .shape, .gradient: sublayers.isEmpty ? .image : .group
    default: .group
    }
  }
}
