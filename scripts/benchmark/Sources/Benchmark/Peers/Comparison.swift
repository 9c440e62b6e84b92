import Foundation
import Geometry
import Raster

/// Times the cases in interleaved rounds, ours and every peer's.
struct Comparison {
  /// Nanoseconds, the least of all rounds.
  struct Row {
    var name: String
    var title: String
    var ours = Int.max
    /// Ours with the same commands again: the shapes are prepared already.
    var again = Int.max
    /// Ours after a change of one command, with the other shapes kept: a frame of the case's
    /// animation, except that its damage is the case's.
    var moved: Int?
    var copy = Int.max
    /// Bare stores of the case's pixels, if these are long.
    var bare: Int?
    var peers: [String: Int] = [:]
    /// The relative change of the ratio to a peer between even and odd rounds, 0…1.
    var noise: [String: Double] = [:]
  }

  /// The time for measuring a case.
  var seconds = 1.5
  var leastRounds = 6
  /// True if all engines draw the ground again in the damage: then each draws the whole of a frame.
  var areFrames = false
  /// The number of drawings of each engine in a round. The other engines' drawings have evicted the
  /// caches, so that an engine finds its pixels there only after its first drawing.
  private static let turns = 4
  /// A peer that takes longer than this for a drawing, in nanoseconds, draws once in each of two
  /// rounds.
  private static let longDrawing = 50_000_000

  /// Each engine draws a few times in turn, so that other work of the machine affects all alike.
  func measure(_ item: Case) -> Row {
    var item = item
    item.isScene = item.isScene || areFrames
    let ours = RasterCanvas()
    let drawing = Peer.all.filter { $0.canDraw(item) }
    let peers = drawing.map { (name: $0.name, canvas: PeerCanvas($0, item)) }
    let copier = MemoryCopy(byteCount: item.damage.area * 4)
    let stores = BareStores(item)
    var row = Row(name: item.name, title: item.title)
    // The least times of the even rounds and of the odd ones.
    var oursHalves = [Int.max, Int.max]
    var halves = peers.map { _ in [Int.max, Int.max] }
    func leastOfTurn(_ draw: () -> Void) -> Int {
      var least = Int.max
      for _ in 0..<Comparison.turns {
        least = min(least, Stopwatch.measure(draw))
        if least > Comparison.longDrawing { break }
      }
      return least
    }
    let deadline = Stopwatch.nanoseconds + Int(seconds * 1e9)
    var round = 0
    while round < leastRounds || Stopwatch.nanoseconds < deadline {
      let half = round % 2
      for _ in 0..<Comparison.turns {
        ours.forget()
        oursHalves[half] = min(oursHalves[half], Stopwatch.measure { ours.draw(item) })
      }
      row.again = min(row.again, leastOfTurn { ours.draw(item) })
      if item.movement != nil {
        for frame in 0..<Comparison.turns {
          row.moved = min(row.moved ?? .max, Stopwatch.measure { ours.move(item, to: frame) })
        }
        ours.rewind(item)
      }
      for (index, peer) in peers.enumerated() {
        if round > 1 && halves[index][0] > Comparison.longDrawing { continue }
        halves[index][half] = min(halves[index][half], leastOfTurn { peer.canvas.draw() })
      }
      row.copy = min(row.copy, leastOfTurn(copier.copy))
      if let stores { row.bare = min(row.bare ?? .max, leastOfTurn(stores.store)) }
      round += 1
    }
    row.ours = oursHalves.min() ?? 0
    for (index, peer) in peers.enumerated() {
      row.peers[peer.name] = halves[index].min()
      let ratios = (0..<2).map { Double(oursHalves[$0]) / Double(halves[index][$0]) }
      row.noise[peer.name] = abs(ratios[0] / ratios[1] - 1)
    }
    return row
  }

  func run(_ names: [String]) -> [Row] {
    let peers = Peer.all.map(\.name)
    let table = Table(widths: [4, 30, 8, 8, 8, 8, 8] + peers.map { max($0.count, 8) + 7 })
    let units = ["case", "", "ours µs", "again µs", "moved µs", "× memcpy", "bare µs"]
    print(table.line(units + peers.map { $0 + " µs ×" } + ["goal"]))
    var rows: [Row] = []
    for name in names {
      guard let row = name == "C14" ? Shadow().measure() : Case.named(name).map(measure) else {
        print("skipped: \(name): its font is missing: fonts-dejavu-core")
        continue
      }
      rows.append(row)
      let beside = peers.map { peer in
        guard let time = row.peers[peer] else { return "–" }
        return Table.microseconds(time) + "  "
          + Table.ratio(Double(row.ours) / Double(time))
      }
      print(
        table.line(
          [
            row.name, row.title, Table.microseconds(row.ours), Table.microseconds(row.again),
            row.moved.map(Table.microseconds) ?? "–",
            Table.ratio(Double(row.ours) / Double(row.copy)),
            row.bare.map(Table.microseconds) ?? "–",
          ] + beside + [Goal.of(name)?.verdict(row) ?? ""]))
      // Output through a pipe has to appear at once.
      fflush(nil)
    }
    return rows
  }
}
