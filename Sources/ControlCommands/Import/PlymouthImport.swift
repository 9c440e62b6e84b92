import Foundation
import System

/// A theme of Plymouth: two-step themes, and script themes that loop over pictures.
struct PlymouthImport {
  /// The groups of a theme for the kinds of boots.
  static let modes = [
    "boot-up", "shutdown", "reboot", "updates", "system-upgrade", "firmware-upgrade",
    "system-reset",
  ]
  /// Pictures in a second, at which Plymouth moves a two-step theme.
  private static let rate = 30.0
  private static let pictureLimit = 32 << 20

  let folder: String
  /// The folder of the pictures.
  private let pictureFolder: String
  let file: KeyFile
  let mode: String
  private let fileName: String
  private let names: [String]
  private(set) var scene: ImportedScene
  /// Layers and properties that follow the progress of a boot.
  private var drives: [String] = []

  /// - Parameter path: the theme's folder, or its `.plymouth` file.
  init(_ path: String, mode: String) throws(ClientError) {
    var file = path
    if !path.hasSuffix(".plymouth") {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let themes = entries.filter { $0.hasSuffix(".plymouth") }.sorted()
      guard themes.count == 1 else {
        throw ClientError(
          .noInput, "\(path) holds \(themes.isEmpty ? "no theme" : "several themes")",
          hint: "name a theme's file, such as \(path)/\(themes.first ?? "NAME.plymouth")")
      }
      file = path + "/" + themes[0]
    }
    self.mode = mode
    folder = parentDirectory(of: file)
    fileName = URL(fileURLWithPath: file).lastPathComponent
    self.file = KeyFile(try Self.text(of: file))
    let module = self.file["Plymouth Theme", "ModuleName"] ?? ""
    pictureFolder = Self.pictureFolder(self.file[module, "ImageDir"], of: folder)
    names =
      ((try? FileManager.default.contentsOfDirectory(atPath: pictureFolder)) ?? []).sorted()
    let name = self.file["Plymouth Theme", "Name"] ?? String(fileName.dropLast(9))
    scene = ImportedScene(origin: "Plymouth's theme \(name)", name: name)
    switch module {
    case "two-step": try twoStep()
    case "script":
      guard let script = self.file["script", "ScriptFile"] else {
        throw ClientError(.refused, "\(file) names no ScriptFile")
      }
      let name = URL(fileURLWithPath: script).lastPathComponent
      try addScript(name, try Self.text(of: folder + "/" + name))
    case let module:
      throw ClientError(
        .refused, "\(file): the module \"\(module)\" is not known",
        hint: "themes of two-step and script can be imported")
    }
  }

  /// The folder that a theme names for its pictures, which may be another theme's. In a copy of a
  /// theme the folder lies in the theme's own folder or beside it, and not where it would be
  /// installed.
  private static func pictureFolder(_ name: String?, of folder: String) -> String {
    // Pictures from elsewhere are refused, since the imported folder may be given to others.
    guard let name, name.hasPrefix("/"), !name.split(separator: "/").contains(".."),
      let last = name.split(separator: "/").last, last != "."
    else { return folder }
    let beside = parentDirectory(of: folder) + "/" + last
    // The theme's own folder may have another name than where it is installed.
    let own =
      (try? FileManager.default.contentsOfDirectory(atPath: folder).contains {
        $0.hasSuffix(".png")
      }) ?? false
    let installed = name.contains("/plymouth/themes/") ? [name] : []
    let places = [folder + "/" + last] + (own ? [] : [beside] + installed)
    return places.first { ForeignFile.isFolder($0) } ?? folder
  }

  static func text(of path: String) throws(ClientError) -> String {
    String(decoding: try bytes(of: path, limit: 1 << 20), as: UTF8.self)
  }

  private static func bytes(of path: String, limit: Int) throws(ClientError) -> [UInt8] {
    do throws(ReadFileError) {
      return try readFile(atPath: path, limit: limit)
    } catch {
      throw ClientError(.noInput, error.description)
    }
  }

  /// A picture of the theme. A name that leads out of the theme's folder is refused, since the
  /// imported folder may be given to others.
  func picture(_ name: String) throws(ClientError) -> (place: String, bytes: [UInt8]) {
    let path = pictureFolder + "/" + name
    guard !name.split(separator: "/").contains("..") else {
      throw ClientError(.refused, "\(path) is outside the theme", hint: "copy it into the theme")
    }
    return (path, try Self.bytes(of: path, limit: Self.pictureLimit))
  }

  // MARK: Two-step

  private mutating func twoStep() throws(ClientError) {
    addBackground()
    let count = scene.layers.count
    let isMoving = file.flag(mode, "UseAnimation") || !file.flag(mode, "UseProgressBar")
    addFirmwareLogo()
    try addWatermark()
    if isMoving {
      try addFrames("throbber", prefix: "throbber-") { $0.set("repeat", "forever") }
      let others = scene.layers.count
      try addFrames("progress", prefix: "progress-") { _ in }
      if scene.layers.count > others { drives.append("\"progress\"") }
    }
    if file.flag(mode, "UseProgressBar") { addProgressBar() }
    addProgressControl()
    if scene.layers.count == count {
      throw ClientError(
        .refused, "\(pictureFolder) holds no pictures of the theme",
        hint: "throbber-0001.png and on, progress-0001.png and on, or watermark.png")
    }
    addTexts()
    nameOmissions(isMoving: isMoving)
  }

  /// The control of the layers that follow the progress.
  private mutating func addProgressControl() {
    guard !drives.isEmpty else { return }
    var control = ImportedScene.Entry()
    control.set("kind", "progress")
    control.set("drives", json: "[" + drives.joined(separator: ", ") + "]")
    scene.controls.append(("boot", control))
  }

  /// The logo that the firmware has left on the screen, where it is.
  private mutating func addFirmwareLogo() {
    guard file.flag(mode, "UseFirmwareBackground") else { return }
    var layer = ImportedScene.Entry()
    layer.set("kind", "image")
    layer.set("source", "firmwareLogo")
    scene.layers.append(layer)
  }

  private mutating func addBackground() {
    let start = file.color("two-step", "BackgroundStartColor") ?? "#000000"
    let end = file.color("two-step", "BackgroundEndColor") ?? start
    scene.background = start
    guard start != end else { return }
    var layer = ImportedScene.Entry()
    layer.set("kind", "gradient")
    layer.set("colors", json: "[\"\(start)\", \"\(end)\"]")
    scene.layers.append(layer)
  }

  private mutating func addWatermark() throws(ClientError) {
    guard names.contains("watermark.png") else { return }
    let (place, bytes) = try picture("watermark.png")
    var layer = ImportedScene.Entry()
    layer.set("kind", "image")
    layer.set("file", "watermark.png")
    layer.set("size", try scene.add("watermark.png", bytes, from: place))
    layer.place(
      fraction("WatermarkHorizontalAlignment", 1), fraction("WatermarkVerticalAlignment", 0.5))
    scene.layers.append(layer)
  }

  private func fraction(_ key: String, _ usual: Double) -> Double {
    min(max(file.number("two-step", key) ?? usual, -100), 100)
  }

  private mutating func addFrames(
    _ name: String, prefix: String, _ change: (inout ImportedScene.Entry) -> Void
  ) throws(ClientError) {
    let files = numbered(prefix)
    if files.isEmpty { return }
    var pictures: [(place: String, bytes: [UInt8])] = []
    for file in files { pictures.append(try picture(file)) }
    var layer = try scene.frames(in: name, pictures)
    layer.set("name", name)
    layer.set("rate", Self.rate)
    change(&layer)
    layer.place(fraction("HorizontalAlignment", 0.5), fraction("VerticalAlignment", 0.5))
    scene.layers.append(layer)
  }

  /// Files with a number between a prefix and `.png`, in its order.
  private func numbered(_ prefix: String) -> [String] {
    names.compactMap { name -> (Int, String)? in
      guard name.hasPrefix(prefix), name.hasSuffix(".png") else { return nil }
      return Int(name.dropFirst(prefix.count).dropLast(4)).map { ($0, name) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.1 }
  }

  private mutating func addProgressBar() {
    let width = min(max(file.number("two-step", "ProgressBarWidth") ?? 400, 1), 16_384)
    let height = min(max(file.number("two-step", "ProgressBarHeight") ?? 5, 1), 16_384)
    let x = fraction("ProgressBarHorizontalAlignment", fraction("HorizontalAlignment", 0.5))
    let y = fraction("ProgressBarVerticalAlignment", fraction("VerticalAlignment", 0.5))
    var track = ImportedScene.Entry()
    track.set("size", [width, height])
    track.place(x, y)
    track.set("backgroundColor", file.color("two-step", "ProgressBarBackgroundColor") ?? "#FFFFFF")
    let color = file.color("two-step", "ProgressBarForegroundColor") ?? "#000000"
    let size = ImportedScene.Entry.text(height)
    // A line as thick as the bar; the drawn part of it is the progress.
    track.set(
      "layers",
      json:
        "[{ \"kind\": \"shape\", \"name\": \"bar\", \"path\": { \"line\": { \"from\": [0, \"50%\"], "
        + "\"to\": [\"100%\", \"50%\"] } }, \"strokeColor\": \"\(color)\", \"lineWidth\": \(size), "
        + "\"strokeEnd\": 0 }]")
    scene.layers.append(track)
    drives.append("{ \"layer\": \"bar\", \"key\": \"strokeEnd\" }")
    guard file.flag(mode, "ProgressBarShowPercentComplete") else { return }
    scene.omit(place(mode, "ProgressBarShowPercentComplete"), "the percentage below the bar")
  }

  private mutating func addTexts() {
    let x = fraction("TitleHorizontalAlignment", 0.5)
    let y = fraction("TitleVerticalAlignment", 0.5)
    for (key, size, offset) in [("Title", 30.0, 0), ("SubTitle", 18.0, 40)] {
      guard let text = file[mode, key], !text.isEmpty else { continue }
      var layer = label(text, size)
      layer.set("anchor", [x, y])
      layer.set(
        "position",
        json: "[\"\(ImportedScene.Entry.text(x * 100))%\", "
          + "\"\(ImportedScene.Entry.text(y * 100))% + \(offset)\"]")
      scene.layers.append(layer)
    }
    if !file.flag(mode, "SuppressMessages") { addMessages() }
  }

  /// Messages of boot programs, at the lower edge.
  private mutating func addMessages() {
    var message = label("", 18)
    message.set("name", "message")
    message.place(0.5, 0.9)
    scene.layers.append(message)
    var control = ImportedScene.Entry()
    control.set("kind", "text")
    control.set("drives", "message")
    scene.controls.append(("message", control))
  }

  private func label(_ string: String, _ size: Double) -> ImportedScene.Entry {
    var layer = ImportedScene.Entry()
    layer.set("kind", "text")
    layer.set("string", string)
    layer.set("fontSize", size)
    layer.set("alignment", "center")
    layer.set("size", json: "[\"90%\", 40]")
    return layer
  }

  private func place(_ group: String, _ key: String) -> String {
    file.groups[group]?[key].map { "\(fileName):\($0.line)" } ?? fileName
  }

  private mutating func nameOmissions(isMoving: Bool) {
    for (name, what) in [
      ("background-tile.png", "the tile of the background"), ("header-image.png", "the header"),
      ("corner-image.png", "the picture in the corner"), ("bgrt-fallback.png", "the logo behind"),
    ] where names.contains(name) {
      scene.omit(name, what)
    }
    let dialog = ["box.png", "lock.png", "entry.png", "bullet.png", "capslock.png", "keyboard.png"]
    for name in dialog where names.contains(name) {
      scene.omit(name, "the dialog's own look: questions appear on the usual card")
    }
    if isMoving, file.flag(mode, "UseEndAnimation") {
      scene.omit(place(mode, "UseEndAnimation"), "the animation at the end of the boot")
    }
    if let transition = file["two-step", "Transition"], !["", "none"].contains(transition) {
      scene.omit(place("two-step", "Transition"), "the transition between pictures of the progress")
    }
    for key in ["Font", "TitleFont"] where file["two-step", key] != nil {
      scene.omit(place("two-step", key), "the font: texts have the usual one")
    }
  }

  // MARK: Scripts

  private mutating func addScript(_ name: String, _ text: String) throws(ClientError) {
    let script = FrameScript(text, mode: mode)
    guard let loop = script.loop else {
      throw ClientError(
        .refused, "\(folder)/\(name) has no loop of pictures",
        hint:
          "a script can be imported if it reads numbered pictures in a loop and shows one after the other"
      )
    }
    var pictures: [(place: String, bytes: [UInt8])] = []
    for number in loop.numbers {
      let file = loop.before + "\(number)" + loop.after
      do throws(ClientError) {
        pictures.append(try picture(file))
      } catch {
        // A picture that is not there is null to the script.
        guard error.status == .noInput, !pictures.isEmpty else { throw error }
        scene.omit(file, "a picture that is not there")
      }
    }
    var layer = try scene.frames(in: "frames", pictures)
    layer.set("name", "frames")
    if script.followsProgress {
      drives.append("\"frames\"")
    } else {
      layer.set("rate", script.rate)
      if script.repeats { layer.set("repeat", "forever") }
    }
    layer.place(0.5, 0.5)
    if let top = script.top, let bottom = script.bottom, top != bottom {
      var gradient = ImportedScene.Entry()
      gradient.set("kind", "gradient")
      gradient.set("colors", json: "[\"\(top)\", \"\(bottom)\"]")
      scene.layers.append(gradient)
    }
    scene.background = script.top ?? "#000000"
    scene.layers.append(layer)
    addProgressControl()
    if script.hasMessages { addMessages() }
    for (line, what) in script.omissions { scene.omit("\(name):\(line)", what) }
  }
}
