/// Consecutive commands of a list that are painted by themselves and then put, as one picture, over
/// the content below; a mask may cut that picture out.
///
/// Drawing a group equals four steps: drawing its commands into a clear image, drawing the commands
/// of its mask into another one, multiplying every component of the first image by the second's
/// alpha, and putting the result over the content below at the group's opacity. They are equal to
/// the last bit, if each product of two bytes is round(a·b / 255).
///
/// A group takes the places of its commands and, directly behind them in the list, of its mask. Two
/// groups of a list either have no places in common, or one lies wholly in the commands or in the
/// mask of the other. An outer group comes before those in it; all others are in the order of their
/// places.
@frozen public struct DrawGroup: Equatable, Sendable {
  /// Places in the list.
  public var commands: Range<Int>
  /// Multiplies the alpha of what was painted, 0…1, in steps of 1/255. At 1 the commands of a group
  /// without a mask, whose composition is `over`, are painted as if there were no group.
  public var opacity: Double
  /// Places in the list, from the end of `commands` on, that are not painted. Their composed
  /// picture multiplies the group, by its alpha or as `maskMode` says. Pixels that the mask does
  /// not cover are hidden, so an empty mask hides all of the group.
  public var mask: Range<Int>?
  /// The quantity of the mask's picture that counts.
  public var maskMode: MaskMode
  public var composition: Composition

  /// The composition of a group with its backdrop.
  @frozen public enum Composition: Sendable, Equatable, BitwiseCopyable {
    case over
    /// Put over the content below as one picture, at full opacity too: commands of the group that
    /// are added are added to nothing outside it.
    case isolated
    /// Added to the content below, each component up to its largest value. Two pictures whose
    /// weights sum to 1 dissolve into each other in this way.
    case added
    /// Put over the content below by a mode, as one picture.
    case blended(BlendMode)

    /// True if the look of a group depends on its backdrop, beyond the pixels that show through.
    @inlinable public var dependsOnBackdrop: Bool {
      switch self {
      case .over, .isolated: false
      case .added, .blended: true
      }
    }
  }

  @inlinable public init(
    commands: Range<Int>, opacity: Double, mask: Range<Int>? = nil,
    maskMode: MaskMode = .alpha, composition: Composition = .over
  ) {
    self.commands = commands
    self.opacity = opacity
    self.mask = mask
    self.maskMode = maskMode
    self.composition = composition
  }

  /// All the places that the group takes.
  var extent: Range<Int> {
    guard let mask else { return commands }
    precondition(mask.lowerBound == commands.upperBound, "a mask lies behind its commands")
    return commands.lowerBound..<mask.upperBound
  }
}

/// The quantity of a mask's picture that multiplies the masked content.
@frozen public enum MaskMode: UInt8, Sendable, Equatable, BitwiseCopyable {
  /// The alpha of the mask's picture.
  case alpha
  /// The luminance times the alpha, of components as they are encoded.
  case luminance
  /// The luminance times the alpha, of components that are linear in light.
  case linearLuminance

  /// The factor by which a premultiplied pixel of a mask multiplies, 0…255.
  func factor(_ pixel: UInt32) -> UInt32 {
    let (red, green, blue) = ((pixel >> 16) & 255, (pixel >> 8) & 255, pixel & 255)
    switch self {
    case .alpha: return pixel >> 24
    case .luminance:
      // .2125, .7154 and .0721 with 16 fraction bits, which sum up to 1.
      return (red * 13_926 + green * 46_885 + blue * 4725 + 32_768) >> 16
    case .linearLuminance:
      let alpha = Float(pixel >> 24)
      if alpha == 0 { return 0 }
      func linear(_ component: UInt32) -> Float { MaskMode.linear(Float(component) / alpha) }
      let luminance = 0.2125 * linear(red) + 0.7154 * linear(green) + 0.0721 * linear(blue)
      return UInt32(truncatingIfNeeded: Int(min(max(luminance * alpha, 0), 255) + 0.5))
    }
  }

  /// A component of the sRGB encoding in light, within a hundredth: by a polynomial, since the
  /// exact one takes a power.
  private static func linear(_ value: Float) -> Float {
    value * (value * (value * 0.305_306_01 + 0.682_171_1) + 0.012_522_878)
  }
}
