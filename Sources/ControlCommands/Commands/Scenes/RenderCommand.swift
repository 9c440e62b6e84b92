import ArgumentParser
import Images
import Raster

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a scene, or a picture file, to a PNG file, without a daemon.",
    discussion: """
      firstlight render boot.jsonc --set install=40% --at 0.5s -o still.png
      firstlight render boot.jsonc --set install=1@0.2s --apng --to 2s -o movie.png
      firstlight render boot.jsonc --set install=1 --contact-sheet --to 1s --fps 12 -o sheet.png
      firstlight render logo.json --at 1.25s --size 360x360 --transparent -o logo.png
      firstlight render logo.svg --size 256x256 --transparent -o logo.png

      A Lottie animation or an SVG file is drawn as it is, fitted to the size. Features that are not drawn are
      named on standard error.
      """)

  /// A day at 60 frames a second is probably a typing error.
  private static let frameLimit = 10_000

  @OptionGroup var options: SceneOptions

  @Option(
    help: ArgumentHelp("The moment to draw.", valueName: "time"), transform: TimeSpan.init)
  var at: TimeSpan?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var file: String

  @Flag(help: "Leave what is not painted clear. A scene's own background is painted.")
  var transparent = false

  @Flag(help: "Write an animated PNG file.")
  var apng = false

  @Flag(help: "Write one picture of small frames side by side.")
  var contactSheet = false

  @Option(
    help: ArgumentHelp("Start of the animation.", valueName: "time"), transform: TimeSpan.init)
  var from = TimeSpan(microseconds: 0)

  @Option(
    help: ArgumentHelp("End of the animation.", valueName: "time"), transform: TimeSpan.init)
  var to: TimeSpan?

  @Option(help: ArgumentHelp("Frames a second, 0.1 to 240.", valueName: "rate"))
  var fps: Double?

  func validate() throws {
    let isSequence = apng || contactSheet
    if apng, contactSheet {
      throw ValidationError("--apng and --contact-sheet exclude each other")
    }
    if isSequence, at != nil {
      throw ValidationError("--at is for one picture; a sequence has --from and --to")
    }
    if !isSequence, to != nil || fps != nil || from.microseconds > 0 {
      throw ValidationError("--from, --to and --fps need --apng or --contact-sheet")
    }
    try PictureFile.checkEnding(of: file, ["png", "apng"])
    let size = options.size
    guard size.width * size.height <= PictureFile.pixelLimit else {
      throw ValidationError(
        "\(size.width)x\(size.height) has more than \(PictureFile.pixelLimit) pixels")
    }
    if let fps, !(0.1...240).contains(fps) {
      throw ValidationError("--fps \(fps) is outside 0.1…240")
    }
    if let to, to.microseconds <= from.microseconds {
      throw ValidationError("--to is not after --from")
    }
    guard !isSequence || lastFrame < Double(Self.frameLimit) else {
      throw ValidationError("more than \(Self.frameLimit) frames; a lower --fps or an earlier --to")
    }
    if contactSheet,
      ContactSheet(picture: options.pixelSize, count: Int(lastFrame) + 1).isTooLarge
    {
      throw ValidationError(
        "a sheet of \(Int(lastFrame) + 1) frames has more than \(PictureFile.pixelLimit) pixels; "
          + "a lower --fps or an earlier --to")
    }
  }

  func run() throws {
    let player = try makePlayer()
    if apng {
      try PictureFile.write(try animation(player), to: file)
    } else if contactSheet {
      try writeSheet(player)
    } else {
      _ = try player.advance(to: at?.microseconds ?? 0)
      try PictureFile.write(try PictureFile.encode(player.surface), to: file)
    }
  }

  private func makePlayer() throws(ClientError) -> any PicturePlayer {
    guard let picture = try DrawnFiles.open(options.scene, slots: options.play.variables.slots)
    else {
      return try options.makePlayer(
        isTransparent: transparent, isStill: !apng && !contactSheet)
    }
    if !options.play.requests.isEmpty {
      throw ClientError(.refused, "\(options.scene) is a picture and has no controls to set")
    }
    if !options.play.locale.isEmpty || options.play.reducedMotion {
      throw ClientError(
        .refused, "\(options.scene) is a picture and has neither locales nor reduced motion")
    }
    for warning in try picture.warnings(at: options.pixelSize) {
      Console.explain("\(options.scene): warning: \(warning)")
    }
    return FilePlayer(
      picture, options.scene, size: options.pixelSize, isTransparent: transparent)
  }

  private var endTime: Int64 { to?.microseconds ?? from.microseconds + 1_000_000 }

  private var frameRate: Double { fps ?? (contactSheet ? 10 : 60) }

  /// The number of the last frame, counted from 0.
  private var lastFrame: Double {
    (Double(endTime - from.microseconds) * frameRate / 1_000_000 + 1e-6).rounded(.down)
  }

  /// From the first to the last moment; both are drawn if the rate meets the last one.
  private var frameTimes: [Int64] {
    (0...Int(lastFrame)).map { from.microseconds + Int64(Double($0) * 1_000_000 / frameRate) }
  }

  private func animation(_ player: any PicturePlayer) throws(ClientError) -> [UInt8] {
    let encoder = try PictureFile.wrapping { () throws(ImageFileError) in
      try APNGEncoder(size: options.pixelSize)
    }
    let times = frameTimes
    var progress = WorkProgress("frame", total: times.count)
    defer { progress.end() }
    for time in times {
      progress.advance()
      let damage = try player.advance(to: time)
      try PictureFile.wrapping { () throws(ImageFileError) in
        try encoder.add(player.surface, damage: damage, at: time)
      }
    }
    return try PictureFile.wrapping { () throws(ImageFileError) in
      try encoder.finish(player.surface, at: endTime)
    }
  }

  private func writeSheet(_ player: any PicturePlayer) throws(ClientError) {
    let times = frameTimes
    let layout = ContactSheet(picture: options.pixelSize, count: times.count)
    var pictures: [Image] = []
    var progress = WorkProgress("frame", total: times.count)
    defer { progress.end() }
    for time in times {
      progress.advance()
      _ = try player.advance(to: time)
      pictures.append(layout.shrunk(player.makeImage()))
    }
    let sheet = layout.draw(pictures)
    try PictureFile.write(try PictureFile.encode(sheet.surface), to: file)
  }
}
