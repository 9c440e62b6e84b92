public import Layers
public import Raster

/// The layers of a control that people type into, in one instance.
public struct FieldLayers {
  public let press: PressLayers
  /// Clips the text, which may be wider.
  public let entry: TextLayer
  public let color: Color
  public let placeholderColor: Color
  public let caretColor: Color
  /// The text that stands for a character of a concealed field.
  public var bullet: String { PromptDescription.usualBullet }
}
