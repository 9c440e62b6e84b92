import Foundation
import Geometry
import Raster
import Scene

/// The benchmark's parts, which `scripts/bench` puts together.
@main struct Benchmark {
  static let usage = """
    usage: Benchmark compare [--seconds S] [--instructions FILE] [CASE…]
           Benchmark accuracy
           Benchmark cases
           Benchmark case NAME --iterations N [--cairo]
           Benchmark rotation [--seconds S] [--format FORMAT] [CASE…]
           Benchmark shadow [--iterations N]
           Benchmark steady SCENE WIDTHxHEIGHT --frames N
           Benchmark layers COUNT MOVING WIDTHxHEIGHT --frames N
           Benchmark load SOCKET --rate N --seconds N
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else { fail(usage) }
    let command = arguments.removeFirst()
    switch command {
    case "compare": compare(arguments)
    case "accuracy": Accuracy.run(Case.names)
    case "cases": print(Case.names.joined(separator: "\n"))
    case "case": drawCase(arguments)
    case "rotation": rotation(arguments)
    case "shadow": shadow(arguments)
    case "steady": steady(arguments)
    case "layers": layers(arguments)
    case "load": load(arguments)
    default: fail(usage)
    }
  }

  private static func compare(_ arguments: [String]) {
    var comparison = Comparison()
    if let seconds = option("--seconds", in: arguments).flatMap(Double.init) {
      comparison.seconds = seconds
    }
    if let file = option("--instructions", in: arguments) {
      comparison.instructions = readInstructions(file)
    }
    let named = Case.names.filter { arguments.contains($0) }
    comparison.run(named.isEmpty ? Case.names : named)
  }

  private static func rotation(_ arguments: [String]) {
    var frames = RotatedFrames()
    if let seconds = option("--seconds", in: arguments).flatMap(Double.init) {
      frames.seconds = seconds
    }
    if let name = option("--format", in: arguments) {
      guard let format = PixelFormat.allCases.first(where: { $0.name == name }) else {
        fail(usage)
      }
      frames.format = format
    }
    let named = Case.names.filter { arguments.contains($0) }
    frames.run(named.isEmpty ? Case.names : named)
  }

  /// Lines of a case's name and a count.
  private static func readInstructions(_ file: String) -> [String: Int] {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [:] }
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count == 2, let count = Int(fields[1]) { counts[String(fields[0])] = count }
    }
    return counts
  }

  /// Draws one case a number of times, to be counted from outside.
  private static func drawCase(_ arguments: [String]) {
    guard let name = arguments.first, let item = Case.named(name),
      let count = option("--iterations", in: arguments).flatMap(Int.init)
    else { fail(usage) }
    if arguments.contains("--cairo") {
      let canvas = CairoCanvas()
      canvas.prepare(item.pictures)
      for _ in 0..<count { canvas.draw(item) }
    } else {
      let canvas = RasterCanvas()
      for _ in 0..<count {
        canvas.forget()
        canvas.draw(item)
      }
    }
  }

  /// Times C14, or blurs a number of times, to be counted from outside.
  private static func shadow(_ arguments: [String]) {
    let shadow = Shadow()
    guard let count = option("--iterations", in: arguments).flatMap(Int.init) else {
      return shadow.report()
    }
    for _ in 0..<count { shadow.blur() }
  }

  private static func steady(_ arguments: [String]) {
    guard arguments.count > 2, let count = option("--frames", in: arguments).flatMap(Int.init),
      let size = size(arguments[1])
    else { fail(usage) }
    do {
      let scene = try SceneLoader.load(path: arguments[0])
      try SteadyAnimation(scene: scene, size: size, growsProgress: true).run(frames: count)
    } catch {
      fail("error: \(error)")
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
      fail("error: \(error)")
    }
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
      let result = try LoadGenerator(path: path, rate: rate, seconds: seconds).run()
      let reached = Int(Double(result.calls) / result.seconds)
      print(
        "\(result.calls) calls taken in \(String(format: "%.2f", result.seconds)) s: "
          + "\(reached) a second; \(result.frames) frames, \(result.lateFrames) late")
    } catch {
      fail("error: \(error)")
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
