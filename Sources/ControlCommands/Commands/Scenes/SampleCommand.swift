import ArgumentParser
import Foundation
import JSON
import Stage

struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Print presented values of a scene's layers over time, without a daemon.",
    discussion: """
      firstlight sample boot.jsonc --key sun.position --set boot=1 --to 2s --step 0.25s
      firstlight sample boot.jsonc --key bar.progress --key sun.opacity --times 0,0.1,0.5
      firstlight sample boot.jsonc --key sun.opacity --from 0.5s --to 1s --fps 60
      firstlight sample boot.jsonc --key sun.position --set boot=1@0.5s --to 4s --plot sun.png

      The scene is played as a daemon on a stepped clock plays it, 60 frames a second, and looked \
      at in between where a time asks for it. Points, sizes, rectangles and transforms take a \
      column for each component. Angles are degrees, colours #RRGGBBAA, and a path is its bounding \
      box: x, y, width, height. With --plot the values are drawn instead: a graph for each unit, a \
      ribbon for each colour, and the requests where they were made.
      """)

  /// Frames are played up to the last time.
  private static let longest = TimeSpan(microseconds: 3_600_000_000)
  private static let valueLimit = 1_000_000

  @OptionGroup var options: SceneOptions

  @Option(
    help: ArgumentHelp(
      "A property to print; may be repeated. The layer is a path, or as many names of it as mean one layer alone, "
        + "the rest a key path as in scenes.",
      valueName: "layer.keypath"))
  var key: [String]

  @Option(
    help: ArgumentHelp("The moments to look at, as 0,0.1,250ms.", valueName: "times"),
    transform: SampleTimes.init)
  var times: SampleTimes?

  @Option(
    help: ArgumentHelp("The first moment, without --times.", valueName: "time"),
    transform: TimeSpan.init)
  var from: TimeSpan?

  @Option(
    help: ArgumentHelp("The last moment; 1s if left out.", valueName: "time"),
    transform: TimeSpan.init)
  var to: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "From one moment to the next; 0.1s if left out, and for graphs a frame of 60 a second.",
      valueName: "time"),
    transform: TimeSpan.init)
  var step: TimeSpan?

  @Option(
    help: ArgumentHelp("Moments a second, 0.1 to 1000, in place of --step.", valueName: "rate"))
  var fps: Double?

  @Option(help: "csv: a header and a line for each time. json: an object a line.")
  var format: SampleFormat?

  @Option(
    help: ArgumentHelp(
      "Draw graphs into a file instead of printing, as PNG or SVG by its ending.",
      valueName: "file"),
    completion: .file(extensions: ["png", "svg"]), transform: PlotFile.init)
  var plot: PlotFile?

  func validate() throws {
    if times != nil, from != nil || to != nil || step != nil || fps != nil {
      throw ValidationError("--times excludes --from, --to, --step and --fps")
    }
    if step != nil, fps != nil { throw ValidationError("--step and --fps exclude each other") }
    if plot != nil, format != nil { throw ValidationError("--plot excludes --format") }
    let moments = try self.moments().microseconds
    if let last = moments.last, last > Self.longest.microseconds {
      throw ValidationError("the last moment is more than an hour away")
    }
    guard moments.count * key.count <= Self.valueLimit else {
      throw ValidationError(
        "\(key.count) keys at \(moments.count) times are more than \(Self.valueLimit) values")
    }
  }

  func run() throws {
    let player = try options.makePlayer()
    let moments = try moments().microseconds
    // Names are checked before anything is printed.
    try player.play(to: 0)
    let layers = try player.layers()
    var keys: [SampledKey] = []
    for text in key { keys.append(try SampledKey(text, on: player.stage, layers: layers)) }
    if let plot { return try draw(keys, of: player, into: plot) }
    let table = SampleTable(format: format ?? .csv, names: keys.flatMap { $0.names })
    if let header = table.header { Console.print(header) }
    for moment in moments {
      try player.play(to: moment)
      let values = keys.flatMap { key in
        key.columns.map { column in
          SampleTable.cell(key.value(of: column, on: player.stage), isAngle: column.isAngle)
        }
      }
      Console.print(table.row(at: Double(moment) / 1_000_000, values))
    }
  }

  private func draw(_ keys: [SampledKey], of player: ScenePlayer, into file: PlotFile) throws {
    var graphs = Plot(title: URL(filePath: options.scene).lastPathComponent)
    for moment in try moments().microseconds {
      try player.play(to: moment)
      graphs.append(Double(moment) / 1_000_000, keys.flatMap { $0.samples(on: player.stage) })
    }
    graphs.add(options.play.requests)
    guard !graphs.series.isEmpty else {
      throw ClientError(.refused, "these properties have no values to draw")
    }
    guard !graphs.isCut else {
      throw ClientError(
        .refused, "more than \(Plot.mostSeries) lines cannot be distinguished",
        hint: "fewer keys, or components as position.x")
    }
    try file.write(graphs)
  }

  private func moments() throws -> SampleTimes {
    if let times { return times }
    let start = from ?? TimeSpan(microseconds: 0)
    let end = to ?? TimeSpan(microseconds: 1_000_000)
    if let fps { return try SampleTimes(from: start, to: end, fps: fps) }
    // Graphs show each frame.
    if plot != nil, step == nil { return try SampleTimes(drawnFrom: start, to: end) }
    return try SampleTimes(
      from: start, to: end, step: step ?? TimeSpan(microseconds: 100_000))
  }
}
