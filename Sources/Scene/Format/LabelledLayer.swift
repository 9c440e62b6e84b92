public import Layers

/// A layer with a label for people who cannot see the screen.
public struct LabelledLayer {
  public let layer: Layer
  /// Its label.
  public let label: String
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
