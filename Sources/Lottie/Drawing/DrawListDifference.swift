import Geometry
import Raster

/// The difference of a picture's commands from those of the one before it.
///
/// Two commands count as the same if they are equal and in groups that are the same. Their pixels
/// are then the same, too, where no other command changed.
struct DrawListDifference {
  /// The pixels that may differ.
  private(set) var damage = Region()
  /// Places of commands that may differ from those at the same places before; nil where places
  /// moved.
  private(set) var changed: [Int]? = []
  /// True if the lists are equal.
  var isNone: Bool { changed?.isEmpty == true && damage.isEmpty }

  private let surface: PixelRect
  private var boxCount = 0

  /// The most commands that are skipped in one list to find a place from which both lists go on
  /// alike.
  private static let longestGap = 3
  /// The most separate boxes of changed commands; further ones are merged into one.
  private static let mostBoxes = 16

  init(from old: DrawList, to new: DrawList) {
    surface = PixelRect(new.size)
    if old.commands.count == new.commands.count, Self.areAlike(old.groups, new.groups) {
      compare(old, new)
    } else {
      changed = nil
      match(old, new)
    }
    // Drawing most of a surface in parts takes as long as drawing all of it.
    if damage.rects.count > 1 {
      let bounds = damage.bounds
      if 4 * damage.area > 3 * bounds.area { damage = Region(bounds) }
    }
  }

  /// True if groups differ in opacities at most.
  private static func areAlike(_ old: [DrawGroup], _ new: [DrawGroup]) -> Bool {
    guard old.count == new.count else { return false }
    return zip(old, new).allSatisfy { old, new in
      old.commands == new.commands && old.mask == new.mask && old.maskMode == new.maskMode
        && old.composition == new.composition
    }
  }

  // MARK: Unchanged places

  private mutating func compare(_ old: DrawList, _ new: DrawList) {
    var places: [Int] = []
    for place in new.commands.indices where old.commands[place] != new.commands[place] {
      places.append(place)
      add(old.commands[place], new.commands[place])
    }
    for (old, group) in zip(old.groups, new.groups) where old.opacity != group.opacity {
      for place in group.commands { add(new.commands[place]) }
    }
    changed = places
  }

  // MARK: Moved places

  /// Matches the commands outside of groups one after the other. All commands in groups count as
  /// changed.
  private mutating func match(_ old: DrawList, _ new: DrawList) {
    let (former, present) = (old.looseCommands, new.looseCommands)
    for place in former.grouped { add(old.commands[place]) }
    for place in present.grouped { add(new.commands[place]) }
    var (from, to) = (0, 0)
    func isSame(_ from: Int, _ to: Int) -> Bool {
      from < former.loose.count && to < present.loose.count
        && old.commands[former.loose[from]] == new.commands[present.loose[to]]
    }
    while from < former.loose.count || to < present.loose.count {
      if isSame(from, to) {
        (from, to) = (from + 1, to + 1)
        continue
      }
      let gap = (1...Self.longestGap).first { isSame(from + $0, to) || isSame(from, to + $0) } ?? 0
      let isGone = gap > 0 && isSame(from + gap, to)
      for _ in 0..<max(gap, 1) {
        if gap == 0 || isGone, from < former.loose.count {
          add(old.commands[former.loose[from]])
          from += 1
        }
        if gap == 0 || !isGone, to < present.loose.count {
          add(new.commands[present.loose[to]])
          to += 1
        }
      }
    }
  }

  // MARK: Damage

  private mutating func add(_ command: DrawCommand) { add(command.bounds) }

  /// Adds the boxes of a command before and after it has changed.
  private mutating func add(_ old: DrawCommand, _ new: DrawCommand) {
    let (before, after) = (old.bounds.intersection(surface), new.bounds.intersection(surface))
    let both = before.union(after)
    // A small movement is cheaper as one rectangle than as slivers.
    if both.area <= before.area + after.area { return add(both) }
    add(before)
    add(after)
  }

  private mutating func add(_ box: PixelRect) {
    let box = box.intersection(surface)
    if box.isEmpty { return }
    boxCount += 1
    if boxCount <= Self.mostBoxes { return damage.formUnion(box) }
    damage = Region(damage.bounds.union(box))
  }
}

extension DrawList {
  /// Places of commands outside of all groups, and in them or their masks.
  fileprivate var looseCommands: (loose: [Int], grouped: [Int]) {
    guard !groups.isEmpty else { return (Array(commands.indices), []) }
    var isGrouped = [Bool](repeating: false, count: commands.count)
    for group in groups {
      for place in group.commands { isGrouped[place] = true }
      for place in group.mask ?? 0..<0 { isGrouped[place] = true }
    }
    return (commands.indices.filter { !isGrouped[$0] }, commands.indices.filter { isGrouped[$0] })
  }
}
