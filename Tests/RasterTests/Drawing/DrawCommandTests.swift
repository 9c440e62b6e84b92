import Geometry
import Testing

@testable import Raster

@Suite struct DrawCommandTests {
  private static var command: DrawCommand {
    DrawCommand(
      shape: .fill(.rect(Rect(x: 1, y: 2, width: 3, height: 4)), .nonZero), paint: .color(.white),
      opacity: 0.5, transform: .translation(x: 7, y: 8))
  }

  @Test func `a copy takes a word, however much the command says`() {
    #expect(MemoryLayout<DrawCommand>.size == MemoryLayout<Int>.size)
  }

  /// Each command of a scene has one, also while the scene rests.
  @Test func `a prepared command takes less than 600 bytes beside coverage`() {
    #expect(MemoryLayout<DrawItem>.stride < 600)
  }

  @Test func `a change of a copy leaves the command as it is`() {
    let changes: [(inout DrawCommand) -> Void] = [
      { $0.shape = .fill(.rect(Rect(x: 1, y: 2, width: 3, height: 5)), .nonZero) },
      { $0.paint = .color(.black) }, { $0.opacity *= 0.5 }, { $0.transform.tx += 1 },
      { $0.clips.append(.fill(.rect(Rect(x: 0, y: 0, width: 5, height: 5)), .nonZero)) },
      { $0.isAdded = true },
    ]
    let whole = Self.command
    for change in changes {
      var changed = whole
      #expect(changed == whole && changed.covers(sameAs: whole))
      change(&changed)
      #expect(changed != whole)
    }
    #expect(whole.opacity == 0.5)
    #expect(whole.transform == .translation(x: 7, y: 8))
    #expect(whole.clips.isEmpty)
    #expect(!whole.isAdded)
  }

  @Test func `a command with equal values is equal`() {
    var other = Self.command
    other.opacity = 1
    other.opacity = 0.5
    #expect(other == Self.command)
    other.paint = .color(.black)
    #expect(other.covers(sameAs: Self.command))
    other.transform.ty -= 1
    #expect(!other.covers(sameAs: Self.command))
  }
}
