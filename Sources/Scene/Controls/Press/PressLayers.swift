public import Layers

/// The layers of a control that people press, in one instance.
public struct PressLayers {
  /// The hit area of each option.
  public let areas: [Layer]
  /// The looks of the options.
  public let looks: StateLayers
}
