import ArgumentParser
import JSON
import Stage

struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Print presented values of a scene's layers over time, without a daemon.",
    discussion: """
      firstlight sample boot.jsonc --key sun.position --set boot=1 --to 2s --step 0.25s
      firstlight sample boot.jsonc --key bar.progress --key sun.opacity --times 0,0.1,0.5

      The scene is played as a daemon on a stepped clock plays it, 60 frames a second, and looked \
      at in between where a time asks for it. Points, sizes, rectangles and transforms take a \
      column for each component. Angles are degrees, colours #RRGGBBAA, and a path is its bounding \
      box: x, y, width, height.
      """)

  /// Frames are played up to the last time.
  private static let longest = TimeSpan(microseconds: 3_600_000_000)
  private static let valueLimit = 1_000_000

  @OptionGroup var options: SceneOptions

  @Option(
    help: ArgumentHelp(
      "A property to print; may be repeated. The layer is a name or a path, the rest a key path "
        + "as in scenes.",
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
    help: ArgumentHelp("From one moment to the next; 0.1s if left out.", valueName: "time"),
    transform: TimeSpan.init)
  var step: TimeSpan?

  @Option(help: "csv: a header and a line for each time. json: an object a line.")
  var format = SampleFormat.csv

  func validate() throws {
    if times != nil, from != nil || to != nil || step != nil {
      throw ValidationError("--times excludes --from, --to and --step")
    }
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
    let table = SampleTable(format: format, names: keys.flatMap { $0.names })
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

  private func moments() throws -> SampleTimes {
    try times
      ?? SampleTimes(
        from: from ?? TimeSpan(microseconds: 0), to: to ?? TimeSpan(microseconds: 1_000_000),
        step: step ?? TimeSpan(microseconds: 100_000))
  }
}
