import ArgumentParser
import Geometry
import JSON
import Raster
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

  @Argument(help: "The scene's file.", completion: .file(extensions: ["jsonc", "json"]))
  var scene: String

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

  @Option(
    help: ArgumentHelp(
      "Set a control, from the beginning or at a time; may be repeated.",
      valueName: "control=value[@time]"),
    transform: ControlAssignment.init)
  var set: [ControlAssignment] = []

  @Option(
    help: ArgumentHelp("Pixels of the output, which lengths follow.", valueName: "widthxheight"),
    transform: PixelDimensions.init)
  var size = PixelDimensions(width: 1280, height: 720)

  @Option(help: ArgumentHelp("Pixels in a point, 0.25 to 16.", valueName: "number"))
  var scale = 1.0

  @Option(help: "csv: a header and a line for each time. json: an object a line.")
  var format = SampleFormat.csv

  func validate() throws {
    if times != nil, from != nil || to != nil || step != nil {
      throw ValidationError("--times excludes --from, --to and --step")
    }
    guard (0.25...16).contains(scale) else {
      throw ValidationError("--scale \(scale) is outside 0.25…16")
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
    let player = try ScenePlayer(
      scene: SceneFile.load(scene), size: PixelSize(width: size.width, height: size.height),
      scale: scale, assignments: set)
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
