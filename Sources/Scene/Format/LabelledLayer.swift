public import Layers

/// A layer that people who cannot see the screen are told of: one with a label, or a text.
public struct LabelledLayer {
  public let layer: Layer
  /// Its label; nil for a text without one, which is told as it is.
  public let label: String?
  public let role: AccessibleRole
  /// The number of labelled layers around it.
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
