import ArgumentParser
import Geometry
import Scene

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with scene files, without a daemon.",
    discussion: """
      firstlight check scenes/*.jsonc
      generate-scene | firstlight check --format json -
      firstlight check --sizes --pictures panels boot.jsonc
      firstlight check --size 800x480 --size 1920x1080 --set status="A long line" boot.jsonc
      firstlight check --files boot.jsonc

      --sizes lays each scene out on panels from 240x240 to 3840x2160, and tells which texts are cut off, hidden,
      too small, one over the other or hardly differ from the colour behind them, which layers are outside, which codes,
      buttons and lines of progress the edge of the screen cuts, which texts, codes and buttons lie behind an opaque
      layer, which texts a line or another layer runs through, which areas that take touches are too small or overlap,
      which looks of the focus are hard to see, and which fields the keyboard on the screen would cover. Each state of a state control and each option of a choice is tried.
      A scene with named strings is tried in each of its locales, or with --locale in that alone; one with variants on
      a panel for each. Where layers, states and locales are many together, some states and locales are left out, and
      the output tells how many. --size tries the panels of a device alone, and --round tells which texts, codes,
      buttons and lines of progress the edge of a round panel cuts. --set sets controls first, as clients do:
      their texts are often longer than those of the scene. --press presses keys behind that: --press host:Enter shows
      what a field sets.

      In JSON and SARIF each finding has its kind, the place of its layer, and the panel, the locale and the state in
      which it was found.

      --files lists what has to be copied along with scenes: each scene's file and the parts, pictures and fonts that
      it reads, a path a line, and the dictionary of libthai-data if a text has Thai letters. Missing and broken files
      are reported and left out, as the daemon leaves them out. With --files, values of --set-variable count for the scenes that have the variable.

      The exit status is that of the first file with a mistake: 1, or 66 if it cannot be read. Without mistakes it is 1
      if a panel does not show all of a scene well.
      """)

  @Argument(
    help: "The scenes' files, or - for standard input.",
    completion: .file(extensions: ["jsonc", "json"]))
  var scenes: [String]

  @OptionGroup var variables: VariableOptions
  @OptionGroup var locale: LocaleOptions

  @Option(help: "text: lines with carets. json: an object a file. sarif: one log for editors.")
  var format = CheckFormat.text

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Report what cannot be seen well on panels of usual sizes.")
  var sizes = false

  @Option(
    help: ArgumentHelp(
      "Like --sizes, on a panel of this size alone; may be repeated.", valueName: "widthxheight"),
    transform: PixelDimensions.init)
  var size: [PixelDimensions] = []

  @Flag(
    help: ArgumentHelp(
      "Like --sizes, on round panels: those of --size, or 240x240, 360x360 and 480x480.",
      discussion: "Only the circle in the middle of their pixels is seen."))
  var round = false

  @Option(
    help: ArgumentHelp(
      "With --sizes or --size: set a control, as `render` does, before all is looked at; may be repeated.",
      valueName: "control=value"),
    transform: ControlAssignment.init)
  var set: [ControlAssignment] = []

  @OptionGroup var keys: KeyOptions

  @Option(
    help: ArgumentHelp(
      "With --sizes or --size: the folder for a picture of each panel, after two seconds; it is made, with those around it, if it is not there."
    ),
    completion: .directory)
  var pictures: String?

  @Flag(
    name: .customLong("files"),
    help: "Print the paths of the files that the scenes read, in place of other checks.")
  var listsFiles = false

  @Flag(
    help: ArgumentHelp(
      "First set the words of Thai texts apart, in the files, so that lines end between them.",
      discussion: """
        Zero width spaces (U+200B) are written, for machines without libthai-data. Checks take the dictionary of the
        machine on which they run: without these spaces they do not find lines that end within words on others.
        """))
  var separateWords = false

  func validate() throws {
    if separateWords, scenes.contains("-") {
      throw ValidationError("--separate-words writes files, and no standard input")
    }
    if let large = panels.first(where: { $0.width * $0.height > PictureFile.pixelLimit }) {
      throw ValidationError(
        "\(PanelSizes.name(of: large)) has more than \(PictureFile.pixelLimit) pixels")
    }
    if round, sizes || panels.contains(where: { $0.width != $0.height }) {
      throw ValidationError(
        sizes
          ? "--round has sizes of its own; give others by --size"
          : "a round panel is as wide as it is high: write --size 240x240")
    }
    let sizes = triesSizes
    for (name, requests) in [("--set", set), ("--press", keys.press)] {
      if !requests.isEmpty, !sizes {
        throw ValidationError("\(name) belongs to --sizes or --size")
      }
      if requests.contains(where: { $0.time.microseconds > 0 }) {
        throw ValidationError("\(name) takes no time here: all is set from the beginning")
      }
    }
    if pictures != nil, !sizes {
      throw ValidationError("--pictures belongs to --sizes or --size")
    }
    if !locale.locale.isEmpty, !sizes {
      throw ValidationError("--locale belongs to --sizes or --size")
    }
    if scenes.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read once")
    }
    if listsFiles {
      if scenes.contains("-") {
        throw ValidationError("--files names files, and takes no standard input")
      }
      if sizes || json || format != .text || separateWords {
        throw ValidationError("--files lists files alone, without other checks and formats")
      }
    }
    if json, format == .sarif { throw ValidationError("--json excludes --format sarif") }
  }

  private var triesSizes: Bool { sizes || round || !size.isEmpty }

  /// The panels that are given, each once; none for those of usual sizes.
  private var panels: [PixelSize] {
    if round, size.isEmpty { return PanelSizes.round }
    var panels: [PixelSize] = []
    for side in size.map({ PixelSize(width: $0.width, height: $0.height) })
    where !panels.contains(side) { panels.append(side) }
    return panels
  }

  func run() throws {
    if listsFiles { return try printFiles() }
    var files: [CheckedFile] = []
    for scene in scenes where separateWords {
      let count = try SceneWords.separate(scene)
      if count > 0 {
        Console.explain(
          "\(scene): the words of \(count == 1 ? "a text" : "\(count) texts") are set apart")
      }
    }
    for scene in scenes { files.append(try CheckedFile(scene, variables: variables.all)) }
    let format = json ? .json : format
    // Mistakes are printed at once, since trying the sizes takes a while.
    if format == .text { format.print(files) }
    for index in files.indices where triesSizes {
      files[index].trySizes(
        locale: locale.locale, panels: panels, settings: set + keys.press, isRound: round)
      if format == .text { files[index].sizes?.print() }
    }
    if format != .text { format.print(files) }
    if let pictures {
      for file in files { try file.sizes?.writePictures(to: pictures) }
    }
    let failures =
      files.compactMap(\.failure) + files.compactMap(\.refusal)
      + files.compactMap { $0.sizes?.failure }
    try Self.end(with: failures)
  }

  /// Prints the paths of the scenes' files.
  private func printFiles() throws {
    var failures: [ClientError] = []
    // Values of a machine count for all its scenes, some without the variable.
    let variables = variables.all.map {
      VariableAssignment(name: $0.name, value: $0.value, isRequired: false)
    }
    for scene in scenes {
      do throws(ClientError) {
        for path in try SceneFile.paths(of: scene, variables: variables) { Console.print(path) }
      } catch {
        failures.append(error)
      }
    }
    try Self.end(with: failures)
  }

  private static func end(with failures: [ClientError]) throws {
    // Each failure but the last is a line of its own; the last one ends the program.
    for failure in failures.dropLast() { Console.complain(failure) }
    guard let last = failures.last else { return }
    throw ClientError(failures[0].status, last.message, hint: last.hint)
  }
}
