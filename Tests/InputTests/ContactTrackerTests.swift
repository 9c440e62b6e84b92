import Geometry
import TestSupport
import Testing

@testable import Input

/// The events that follow from a device's records.
@Suite struct ContactTrackerTests {
  private struct Player {
    var tracker: ContactTracker
    var next: UInt64 = 1
    var events: [PointerEvent] = []

    init(_ kind: InputKind) {
      tracker = ContactTracker(kind, extent: Size(width: 100, height: 50))
    }

    /// Reads records and returns the resulting events, as short words.
    mutating func play(_ records: [InputEvent]) -> [String] {
      for record in records { tracker.handle(record, next: &next, into: &events) }
      defer { events.removeAll() }
      return events.map(Self.word)
    }

    mutating func resume(_ state: ContactTracker.State) -> [String] {
      tracker.resume(with: state, at: 9, next: &next, into: &events)
      defer { events.removeAll() }
      return events.map(Self.word)
    }

    static func word(_ event: PointerEvent) -> String {
      let position = (event.position.x * 100).rounded() / 100
      let y = (event.position.y * 100).rounded() / 100
      return "\(event.contact) \(event.phase) \(position) \(y) @\(event.time)"
    }
  }

  private static let axis = InputAxis(minimum: -100, maximum: 99)
  private static let fingers = InputKind.fingers(x: axis, y: axis, slots: 3)
  private static let tablet = InputKind.place(x: axis, y: axis)

  @Test func `a mouse moves in the picture's axes, and other devices in the panel's`() {
    for (kind, isInPicture) in [(InputKind.mouse, true), (Self.tablet, false)] {
      var tracker = ContactTracker(kind, extent: Size(width: 100, height: 50))
      var (next, events) = (UInt64(1), [PointerEvent]())
      for record in [InputEvent.key(0x110, 1), .report(at: 1), .key(0x110, 0), .report(at: 2)] {
        tracker.handle(record, next: &next, into: &events)
      }
      #expect(events.map(\.phase) == [.began, .ended])
      #expect(events.allSatisfy { $0.isInPicture == isInPicture })
    }
  }

  @Test func `a finger begins, moves and ends`() {
    var player = Player(Self.fingers)
    #expect(
      player.play([
        .absolute(57, 4), .absolute(53, 0), .absolute(54, -50), .report(at: 1000),
      ]) == ["1 began 0.5 0.25 @1000"])
    #expect(player.play([.absolute(53, 50)]) == [], "nothing before the report's end")
    #expect(player.play([.report(at: 2000)]) == ["1 moved 0.75 0.25 @2000"])
    #expect(player.play([.absolute(53, 50), .report(at: 2500)]) == [], "it is there already")
    #expect(player.play([.absolute(57, -1), .report(at: 3000)]) == ["1 ended 0.75 0.25 @3000"])
    // The next finger in the slot need not report its position if that is the same.
    #expect(player.play([.absolute(57, 5), .report(at: 4000)]) == ["2 began 0.75 0.25 @4000"])
  }

  @Test func `each slot has a finger of its own`() {
    var player = Player(Self.fingers)
    #expect(
      player.play([
        .absolute(47, 0), .absolute(57, 1), .absolute(53, -100), .absolute(54, -100),
        .absolute(47, 2), .absolute(57, 2), .absolute(53, 99), .absolute(54, 99), .report(at: 1),
      ]) == ["1 began 0.0 0.0 @1", "2 began 1.0 1.0 @1"])
    #expect(player.play([.absolute(53, 0), .report(at: 2)]) == ["2 moved 0.5 1.0 @2"])
    #expect(
      player.play([.absolute(47, 0), .absolute(57, -1), .report(at: 3)]) == ["1 ended 0.0 0.0 @3"])
    // Slots that the device does not have are passed over.
    for slot: Int32 in [3, 1 << 30, -1] {
      #expect(player.play([.absolute(47, slot), .absolute(57, 9), .report(at: 4)]) == [])
    }
  }

  @Test func `a finger that takes another's place at once ends that one where it was`() {
    var player = Player(Self.fingers)
    _ = player.play([.absolute(57, 1), .absolute(53, 0), .absolute(54, 0), .report(at: 1)])
    #expect(
      player.play([.absolute(57, 2), .absolute(53, 99), .report(at: 2)])
        == ["1 ended 0.5 0.5 @2", "2 began 1.0 0.5 @2"])
  }

  @Test func `a touch that ends within one report is ignored`() {
    var player = Player(Self.fingers)
    #expect(player.play([.absolute(57, 1), .absolute(57, -1), .report(at: 1)]) == [])
  }

  @Test func `a tablet's place counts while its button is down`() {
    var player = Player(Self.tablet)
    #expect(player.play([.absolute(0, 0), .absolute(1, 0), .report(at: 1)]) == [])
    #expect(player.play([.key(0x111, 1), .report(at: 2)]) == [], "another button")
    #expect(player.play([.key(0x110, 1), .report(at: 3)]) == ["1 began 0.5 0.5 @3"])
    #expect(player.play([.key(0x110, 2), .report(at: 4)]) == [], "a repetition")
    #expect(player.play([.absolute(0, 500), .report(at: 5)]) == ["1 moved 1.0 0.5 @5"])
    #expect(
      player.play([.absolute(0, -7), .key(0x110, 0), .report(at: 6)]) == ["1 ended 1.0 0.5 @6"])
    #expect(player.play([.key(0x110, 1), .report(at: 7)]) == ["2 began 0.47 0.5 @7"])
  }

  @Test func `either key touches, and both are one touch`() {
    var player = Player(Self.tablet)
    #expect(player.play([.key(0x14A, 1), .report(at: 1)]) == ["1 began 0.5 0.5 @1"])
    #expect(player.play([.key(0x110, 1), .key(0x14A, 0), .report(at: 2)]) == [])
    #expect(player.play([.key(0x110, 0), .report(at: 3)]) == ["1 ended 0.5 0.5 @3"])
  }

  @Test func `a mouse is kept on the output`() {
    var player = Player(.mouse)
    #expect(player.play([.key(0x110, 1), .report(at: 1)]) == ["1 began 0.5 0.49 @1"])
    #expect(
      player.play([.relative(0, 25), .relative(1, -10), .report(at: 2)])
        == ["1 moved 0.75 0.29 @2"])
    #expect(
      player.play([.relative(0, .max), .relative(1, .min), .report(at: 3)])
        == ["1 moved 1.0 0.01 @3"])
    #expect(player.play([.relative(0, -1), .report(at: 4)]) == ["1 moved 0.99 0.01 @4"])
    #expect(player.play([.relative(8, 3), .report(at: 5)]) == [], "the wheel")
    #expect(player.play([.key(0x110, 0), .report(at: 6)]) == ["1 ended 0.99 0.01 @6"])
  }

  @Test func `after lost records the tracker continues from the device's state`() {
    var player = Player(Self.fingers)
    _ = player.play([
      .absolute(57, 1), .absolute(53, 0), .absolute(54, 0), .absolute(47, 1), .absolute(57, 2),
      .absolute(53, 0), .absolute(54, 0), .report(at: 1),
    ])
    // The first finger moved, the second went, and a third came elsewhere.
    let state = ContactTracker.State(
      x: [50, 0, 99], y: [0, 0, 99], fingers: [1, -1, 3], selected: 2)
    #expect(
      player.resume(state) == [
        "1 moved 0.75 0.5 @9", "2 cancelled 0.5 0.5 @9", "3 began 1.0 1.0 @9",
      ])
    #expect(player.play([.absolute(57, -1), .report(at: 10)]) == ["3 ended 1.0 1.0 @10"])
    // Another finger in the place of one.
    let other = ContactTracker.State(x: [50, 0, 0], y: [0, 0, 0], fingers: [7, -1, -1])
    #expect(player.resume(other) == ["1 cancelled 0.75 0.5 @9", "4 began 0.75 0.5 @9"])
  }

  @Test func `a finger that is down at first is ignored until it is lifted`() {
    var player = Player(Self.fingers)
    player.tracker.begin(
      with: ContactTracker.State(x: [0, 0, 0], y: [0, 0, 0], fingers: [5, -1, -1]))
    #expect(player.play([.absolute(53, 9), .report(at: 1)]) == [])
    #expect(player.play([.absolute(57, -1), .report(at: 2)]) == [])
    #expect(player.play([.absolute(57, 6), .report(at: 3)]) == ["1 began 0.55 0.5 @3"])
    var tablet = Player(Self.tablet)
    tablet.tracker.begin(
      with: ContactTracker.State(x: [0], y: [0], fingers: [-1], keys: .left))
    #expect(tablet.play([.absolute(0, 9), .report(at: 1)]) == [])
    #expect(tablet.play([.key(0x110, 0), .report(at: 2)]) == [])
    #expect(tablet.play([.key(0x110, 1), .report(at: 3)]) == ["1 began 0.55 0.5 @3"])
  }

  /// Contacts begin once, end once, and move in between, whatever a device says.
  @Test(arguments: [fingers, tablet, .mouse, .stream])
  func `any records give contacts in order`(kind: InputKind) {
    for seed in 0..<25 {
      var random = SeededGenerator(seed: UInt64(seed))
      var tracker = ContactTracker(kind, extent: Size(width: 100, height: 50))
      var events: [PointerEvent] = []
      var next: UInt64 = 1
      func finger() -> Int32 { Int32(random.int(in: -2...3)) }
      func place() -> Int32 {
        random.chance(0.1) ? random.chance(0.5) ? .max : .min : Int32(random.int(in: -120...120))
      }
      for time in 0..<400 {
        let codes: [UInt16] = [0, 1, 47, 53, 54, 57, 0x110, 0x14A]
        let code = codes[random.int(in: 0...codes.count - 1)]
        switch random.int(in: 0...9) {
        case 0...2: tracker.handle(.report(at: Int64(time)), next: &next, into: &events)
        case 3:
          tracker.handle(.key(0x110, Int32(random.int(in: 0...2))), next: &next, into: &events)
        case 4: tracker.handle(.relative(code, place()), next: &next, into: &events)
        case 5 where random.chance(0.1): tracker.cancelAll(at: Int64(time), into: &events)
        case 6 where random.chance(0.2):
          let count = random.int(in: 0...4)
          let state = ContactTracker.State(
            x: (0..<count).map { _ in place() }, y: (0..<count).map { _ in place() },
            fingers: (0..<count).map { _ in finger() }, selected: random.int(in: -1...4),
            keys: PointerKeys(rawValue: UInt8(random.int(in: 0...3))))
          tracker.resume(with: state, at: Int64(time), next: &next, into: &events)
        default:
          let value = code == 47 || code == 57 ? finger() : place()
          tracker.handle(.absolute(code, value), next: &next, into: &events)
        }
      }
      tracker.cancelAll(at: 400, into: &events)
      var down: Set<UInt64> = []
      var last: UInt64 = 0
      let faults = events.filter { event in
        var isInOrder: Bool
        switch event.phase {
        case .began:
          isInOrder = event.contact == last + 1
          last = event.contact
          down.insert(event.contact)
        case .moved: isInOrder = down.contains(event.contact)
        case .ended, .cancelled: isInOrder = down.remove(event.contact) != nil
        }
        let position = event.position
        return !isInOrder || !(0...1).contains(position.x) || !(0...1).contains(position.y)
      }
      #expect(faults.isEmpty, "seed \(seed)")
      #expect(down.isEmpty, "seed \(seed)")
      #expect(last > 0, "seed \(seed) touched something")
    }
  }
}
