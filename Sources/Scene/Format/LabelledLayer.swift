public import Layers

/// A layer that the scene names for people who cannot see the screen.
public struct LabelledLayer {
  public let layer: Layer
  /// What it is called.
  public let label: String
  public let role: AccessibleRole
  /// How many labelled layers it is in.
  public let level: Int
}

extension LayerDescription {
  /// What the layer is where the scene does not say: a group where it holds others.
  var usualRole: AccessibleRole {
    switch content {
    case .progress, .loader: .progressBar
    case .text: .text
    case .image, .shape, .gradient: sublayers.isEmpty ? .image : .group
    default: .group
    }
  }
}
