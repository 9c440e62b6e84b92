/// Consecutive commands of a list that are painted by themselves and then put, as one picture, over
/// what lies below.
///
/// The groups of a list either lie apart or one holds the other; an outer one comes before those in
/// it, and else they are in the order of their commands. Drawing one equals drawing its commands
/// into a clear image and that image at the group's opacity, to the last bit.
@frozen public struct DrawGroup: Equatable, Sendable {
  /// Places in the list.
  public var commands: Range<Int>
  /// Multiplies the alpha of what was painted, 0…1, in steps of 1/255. At 1 the commands are painted
  /// as if there were no group.
  public var opacity: Double

  @inlinable public init(commands: Range<Int>, opacity: Double) {
    self.commands = commands
    self.opacity = opacity
  }
}
