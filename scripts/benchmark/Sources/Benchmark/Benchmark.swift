import Foundation
import Geometry
import Raster
import Scene

/// The benchmark's parts, which `scripts/bench` puts together.
@main struct Benchmark {
  static let usage = """
    usage: Benchmark compare [--frames] [--seconds S] [--instructions FILE] [--keep FILE]
                             [--against FILE] [CASE…]
           Benchmark accuracy [CASE…]
           Benchmark pictures [--folder FOLDER] [CASE…]
           Benchmark cases
           Benchmark engines
           Benchmark case NAME --iterations N [--again | --moved | --engine ENGINE]
           Benchmark growth
           Benchmark rotation [--seconds S] [--format FORMAT] [--again] [CASE…]
           Benchmark threads [--seconds S] [--count N] [CASE…]
           Benchmark steady SCENE WIDTHxHEIGHT --frames N
           Benchmark lottie FILE WIDTHxHEIGHT --frames N
           Benchmark reveal WIDTHxHEIGHT [SCENE]
           Benchmark layers COUNT MOVING WIDTHxHEIGHT --frames N
           Benchmark load SOCKET --rate N --seconds N [--scrub CONTROL]
           Benchmark replies SOCKET --seconds N [--connect]
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else { fail(usage) }
    let command = arguments.removeFirst()
    switch command {
    case "compare": compare(arguments)
    case "accuracy": Accuracy.run(cases(in: arguments))
    case "pictures": pictures(arguments)
    case "cases": print(Case.names.joined(separator: "\n"))
    case "engines": print((["ours"] + Peer.all.map(\.name)).joined(separator: "\n"))
    case "case": drawCase(arguments)
    case "growth": growth()
    case "rotation": rotation(arguments)
    case "threads": threads(arguments)
    case "steady": steady(arguments)
    case "lottie": lottie(arguments)
    case "reveal": reveal(arguments)
    case "layers": layers(arguments)
    case "load": load(arguments)
    case "replies": replies(arguments)
    default: fail(usage)
    }
  }

  /// The cases that are named, or all.
  private static func cases(in arguments: [String]) -> [String] {
    let named = Case.names.filter { arguments.contains($0) }
    return named.isEmpty ? Case.names : named
  }

  private static func compare(_ arguments: [String]) {
    var comparison = Comparison()
    if let seconds = option("--seconds", in: arguments).flatMap(Double.init) {
      comparison.seconds = seconds
    }
    comparison.areFrames = arguments.contains("--frames")
    var old: Record?
    if let path = option("--against", in: arguments) {
      old = Record(path: path)
      if old == nil { fail("error: \(path) holds no run that was kept with --keep") }
    }
    let counts = option("--instructions", in: arguments).map(readInstructions) ?? [:]
    let rows = comparison.run(cases(in: arguments))
    if !counts.isEmpty { printInstructions(counts, rows.map(\.name)) }
    let record = Record(rows, instructions: counts)
    if let path = option("--keep", in: arguments) {
      do {
        try record.write(path: path)
      } catch {
        fail("error: \(path): \(error.localizedDescription)")
      }
    }
    if let old { record.printChanges(since: old) }
  }

  private static func printInstructions(_ counts: [String: Int], _ names: [String]) {
    let engines = ["ours"] + Peer.all.map(\.name)
    let table = Table(widths: [4] + engines.map { _ in 14 }, leading: 1)
    print("instructions of one drawing")
    print(table.line(["case"] + engines))
    for name in names {
      print(
        table.line([name] + engines.map { counts[Record.key(name, $0)].map(String.init) ?? "–" }))
    }
  }

  private static func pictures(_ arguments: [String]) {
    guard Likeness.holds(cases(in: arguments), folder: option("--folder", in: arguments)) else {
      exit(1)
    }
    print("all engines draw the same pictures")
  }

  /// The cost of four times as many shapes and segments: four times as much, and a little more
  /// since they fit the caches less. Quadratic growth would be sixteen times.
  private static func growth() {
    for (name, larger) in [("C10", "C10/4000"), ("C12", "C12/40000")] {
      guard let once = Case.named(name), let fourfold = Case.named(larger) else { continue }
      let times = [once, fourfold].map { item in
        let canvas = RasterCanvas()
        return (0..<8).reduce(Int.max) { least, _ in
          canvas.forget()
          return min(least, Stopwatch.measure { canvas.draw(item) })
        }
      }
      let ratio = Double(times[1]) / Double(times[0])
      print(
        "\(fourfold.title): \(Table.ratio(ratio)) times \(name); ≤ 5: "
          + (ratio <= 5 ? "holds" : "misses"))
    }
  }

  private static func rotation(_ arguments: [String]) {
    var frames = RotatedFrames()
    frames.isAgain = arguments.contains("--again")
    if let seconds = option("--seconds", in: arguments).flatMap(Double.init) {
      frames.seconds = seconds
    }
    if let name = option("--format", in: arguments) {
      guard let format = PixelFormat.allCases.first(where: { $0.name == name }) else {
        fail(usage)
      }
      frames.format = format
    }
    frames.run(cases(in: arguments))
  }

  private static func threads(_ arguments: [String]) {
    var frames = SharedFrames()
    if let seconds = option("--seconds", in: arguments).flatMap(Double.init) {
      frames.seconds = seconds
    }
    if let count = option("--count", in: arguments).flatMap(Int.init) {
      frames.threadCount = max(count, 1)
    }
    frames.run(cases(in: arguments))
  }

  /// Reads lines of a case, an engine and a count, separated by tabs.
  private static func readInstructions(_ file: String) -> [String: Int] {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [:] }
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 3, let count = Int(fields[2]) else { continue }
      counts[Record.key(fields[0], fields[1])] = count
    }
    return counts
  }

  /// Draws one case a number of times, to be counted from outside.
  private static func drawCase(_ arguments: [String]) {
    guard let name = arguments.first,
      let count = option("--iterations", in: arguments).flatMap(Int.init)
    else { fail(usage) }
    if name == "C14" {
      let shadow = Shadow()
      for _ in 0..<count {
        shadow.blur()
        shadow.draw()
      }
      return
    }
    guard let item = Case.named(name) else { fail(usage) }
    let engine = option("--engine", in: arguments) ?? "ours"
    if engine == "ours" {
      let canvas = RasterCanvas()
      if arguments.contains("--moved") { return move(item, on: canvas, frames: count) }
      for _ in 0..<count {
        if !arguments.contains("--again") { canvas.forget() }
        canvas.draw(item)
      }
    } else if let peer = Peer.named(engine), !arguments.contains("--moved"), peer.canDraw(item) {
      let canvas = PeerCanvas(peer, item)
      for _ in 0..<count { canvas.draw() }
    } else {
      fail("error: \(engine) is not one of ours, \(Peer.all.map(\.name).joined(separator: ", "))")
    }
  }

  /// Draws frames of a case's animation, which is repeated at its end.
  private static func move(_ item: Case, on canvas: RasterCanvas, frames: Int) {
    canvas.draw(item)
    guard let length = item.movement?.commands.count else {
      fail("error: \(item.name) does not move")
    }
    for frame in 0..<frames {
      if frame > 0, frame % length == 0 { canvas.rewind(item) }
      canvas.move(item, to: frame % length)
    }
  }

  private static func steady(_ arguments: [String]) {
    guard arguments.count > 2, let count = option("--frames", in: arguments).flatMap(Int.init),
      let size = size(arguments[1])
    else { fail(usage) }
    do {
      let scene = try SceneLoader.load(path: arguments[0])
      try SteadyAnimation(scene: scene, size: size, growsProgress: true).run(frames: count)
    } catch {
      fail("error: \(words(of: error))")
    }
  }

  /// The seconds to the first frame, and of each frame, as a JSON array.
  private static func lottie(_ arguments: [String]) {
    guard arguments.count > 2, let count = option("--frames", in: arguments).flatMap(Int.init),
      let size = size(arguments[1])
    else { fail(usage) }
    do {
      let times = try LottieRun(path: arguments[0], size: size).run(frames: count)
      print("[\(times.first), \(times.each)]")
    } catch {
      fail("error: \(arguments[0]): \(error)")
    }
  }

  private static func reveal(_ arguments: [String]) {
    guard let size = arguments.first.flatMap(size) else { fail(usage) }
    do {
      let scene =
        try arguments.count > 1
        ? SceneLoader.load(path: arguments[1]) : FullReveal.ofPicture(size: size)
      let reveal = FullReveal(scene: scene, size: size)
      let frames = try reveal.run().map { Double($0) / 1_000_000 }
      let damage = try reveal.damage()
      print(
        String(
          format: "%d frames, %.1f ms in the mean, %.1f ms at most", frames.count,
          frames.reduce(0, +) / Double(max(frames.count, 1)), frames.max() ?? 0))
      print(
        String(
          format: "%d pixels drawn while the hole grows, of which %.0f%% changed", damage.drawn,
          100 * Double(damage.changed) / Double(max(damage.drawn, 1))))
    } catch {
      fail("error: \(words(of: error))")
    }
  }

  private static func layers(_ arguments: [String]) {
    guard arguments.count > 3, let count = option("--frames", in: arguments).flatMap(Int.init),
      let layerCount = Int(arguments[0]), let movingCount = Int(arguments[1]),
      (1...LayerGrid.places).contains(layerCount), (0...layerCount).contains(movingCount),
      let size = size(arguments[2])
    else { fail(usage) }
    do {
      let scene = try LayerGrid(layerCount: layerCount, movingCount: movingCount).scene()
      try SteadyAnimation(scene: scene, size: size, growsProgress: false).run(frames: count)
    } catch {
      fail("error: \(words(of: error))")
    }
  }

  private static func words(of error: any Error) -> String {
    (error as? SceneError)?.rendered ?? "\(error)"
  }

  /// A size written as WIDTHxHEIGHT.
  private static func size(_ text: String) -> PixelSize? {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }

  private static func load(_ arguments: [String]) {
    guard let path = arguments.first,
      let rate = option("--rate", in: arguments).flatMap(Int.init),
      let seconds = option("--seconds", in: arguments).flatMap(Int.init)
    else { fail(usage) }
    do {
      let result = try LoadGenerator(
        path: path, rate: rate, seconds: seconds, scrubbed: option("--scrub", in: arguments)
      ).run()
      let reached = Int(Double(result.calls) / result.seconds)
      print(
        "\(result.calls) calls taken in \(String(format: "%.2f", result.seconds)) s: "
          + "\(reached) a second; \(result.frames) frames, \(result.lateFrames) late")
    } catch {
      fail("error: \(words(of: error))")
    }
  }

  private static func replies(_ arguments: [String]) {
    guard let path = arguments.first,
      let seconds = option("--seconds", in: arguments).flatMap(Int.init)
    else { fail(usage) }
    do {
      let result = try ReplyTimes(
        path: path, seconds: seconds, connects: arguments.contains("--connect")
      ).run()
      func milliseconds(_ part: Double) -> String {
        String(format: "%.2f", Double(result.time(ofPart: part)) / 1e6)
      }
      print(
        "\(result.times.count) replies: median \(milliseconds(0.5)) ms, "
          + "99 of 100 within \(milliseconds(0.99)) ms, all within \(milliseconds(1)) ms; "
          + "\(result.frames) frames, \(result.lateFrames) late")
    } catch {
      fail("error: \(words(of: error))")
    }
  }

  private static func option(_ name: String, in arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }

  static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(2)
  }
}
