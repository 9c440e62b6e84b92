/// Consecutive commands of a list that are painted by themselves and then put, as one picture, over
/// what lies below; a mask may cut that picture out.
///
/// Drawing a group equals drawing its commands into a clear image, drawing those of its mask into
/// another, multiplying every component of the first with the second's alpha, and putting that over
/// what lies below at the group's opacity: to the last bit, where each product of two bytes is
/// round(a·b / 255).
///
/// A group takes the places of its commands and, directly behind them in the list, of its mask. The
/// groups of a list either lie apart, or one lies wholly in the other's commands, or in the other's
/// mask. An outer one comes before those in it, and else they are in the order of their places.
@frozen public struct DrawGroup: Equatable, Sendable {
  /// Places in the list.
  public var commands: Range<Int>
  /// Multiplies the alpha of what was painted, 0…1, in steps of 1/255. At 1 the commands of a group
  /// without a mask, whose composition is `over`, are painted as if there were no group.
  public var opacity: Double
  /// Places in the list, from the end of `commands` on, that are not painted but whose composed
  /// picture multiplies the group, by its alpha or as `maskMode` says. Where they cover nothing the group is hidden, so an empty mask
  /// hides it all.
  public var mask: Range<Int>?
  /// The quantity of the mask's picture that counts.
  public var maskMode: MaskMode
  public var composition: Composition

  /// The composition of a group with its backdrop.
  @frozen public enum Composition: Sendable, Equatable, BitwiseCopyable {
    case over
    /// Over what lies below, and as one picture at full opacity too: what is added in it is added to
    /// nothing else.
    case isolated
    /// Added to what lies below, each component up to its largest value. Two pictures that together
    /// have the weight 1 dissolve into each other so.
    case added
    /// Put over what lies below by a mode, as one picture.
    case blended(BlendMode)

    /// True if what a group shows depends on more than what is seen through it.
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
