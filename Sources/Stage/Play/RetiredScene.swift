/// A scene that is out of play. Freeing a large one takes milliseconds, which another thread may
/// have.
public final class RetiredScene {
  private var scene: PreparedScene?

  init(_ scene: PreparedScene) { self.scene = scene }

  /// Frees everything that has no other owner.
  public func free() { scene = nil }
}
