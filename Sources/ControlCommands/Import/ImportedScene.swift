import Foundation
import Geometry
import Images
import JSON
import Raster
import Scene
import System

/// A scene made from another program's file: its text, its pictures, and a list of everything that
/// it leaves out.
struct ImportedScene {
  /// An object of the scene file, with its keys in order; values are JSON.
  struct Entry {
    private(set) var members: [(key: String, value: String)] = []
    var animations: [Entry] = []
    var sublayers: [Entry] = []
    /// At most one.
    var mask: [Entry] = []

    mutating func set(_ key: String, json: String) { members.append((key, json)) }
    mutating func set(_ key: String, _ text: String) { set(key, json: Self.json(text)) }
    mutating func set(_ key: String, _ number: Double) { set(key, json: Self.text(number)) }
    mutating func set(_ key: String, _ numbers: [Double]) {
      set(key, json: "[" + numbers.map(Self.text).joined(separator: ", ") + "]")
    }

    /// Places contents of some size within the screen, at fractions of the free space.
    mutating func place(_ x: Double, _ y: Double) {
      set("anchor", [x, y])
      set("position", json: "[\"\(Self.text(x * 100))%\", \"\(Self.text(y * 100))%\"]")
    }

    /// A string of JSON.
    static func json(_ text: String) -> String {
      String(decoding: JSONValue.string(text).encoded(), as: UTF8.self)
    }

    /// At most six decimals, and none for whole numbers.
    static func text(_ number: Double) -> String {
      var text = String(format: "%.6f", number)
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
      return text == "-0" ? "0" : text
    }

    /// The entry with the names of its files, and of those in it, relative to a folder around
    /// theirs.
    func inFolder(_ folder: String) -> Entry {
      var moved = self
      let opening = Self.json(folder + "/").dropLast()
      for index in members.indices where ["file", "files"].contains(members[index].key) {
        // A string of JSON.
        moved.members[index].value.replace(/^"/, with: opening)
      }
      moved.sublayers = sublayers.map { $0.inFolder(folder) }
      moved.mask = mask.map { $0.inFolder(folder) }
      return moved
    }

    var hasName: Bool { members.contains { $0.key == "name" } }

    /// Puts the name in front of the other keys.
    mutating func setName(_ name: String) {
      let members = members
      self.members = []
      set("name", name)
      self.members += members
    }

    /// As few lines as the width allows, then the animations, the mask and the sublayers.
    fileprivate func lines(indent: String) -> String {
      var lines = [indent + "  "]
      for (key, value) in members {
        let item = "\"\(key)\": \(value),"
        if lines[lines.count - 1].count + item.count > 100, !lines[lines.count - 1].hasSuffix("  ")
        {
          lines.append(indent + "  ")
        }
        lines[lines.count - 1] += (lines[lines.count - 1].hasSuffix("  ") ? "" : " ") + item
      }
      var text = "{\n"
      if !members.isEmpty { text += lines.joined(separator: "\n") + "\n" }
      text += list("animations", animations, indent: indent)
      if let mask = mask.first {
        text += indent + "  \"mask\": " + mask.lines(indent: indent + "  ") + ",\n"
      }
      return text + list("layers", sublayers, indent: indent) + indent + "}"
    }

    private func list(_ key: String, _ entries: [Entry], indent: String) -> String {
      guard !entries.isEmpty else { return "" }
      var text = indent + "  \"\(key)\": [\n"
      for entry in entries {
        text += indent + "    " + entry.lines(indent: indent + "    ") + ",\n"
      }
      return text + indent + "  ],\n"
    }
  }

  let origin: String
  var name: String
  /// `#RRGGBB`.
  var background = "#000000"
  /// The reason for the background, where it is not black and the file has none.
  private(set) var backgroundReason: String?
  /// The size in points that the scene is scaled from; empty where it is laid out for each output.
  var size: [Double] = []
  /// Values as JSON.
  private(set) var variables: [(name: String, value: String)] = []
  /// The last number that was appended to each name of a variable.
  private var variableNumbers: [String: Int] = [:]
  var layers: [Entry] = []
  var controls: [(name: String, entry: Entry)] = []
  /// Pictures by their names in the folder.
  private(set) var files: [(name: String, bytes: [UInt8])] = []
  /// One line, with its place, for each part that is not imported.
  private(set) var omissions: [String] = []
  /// The way in which it is drawn, and the reason, where there is a choice.
  var choice: String?

  init(origin: String, name: String) {
    self.origin = origin
    self.name = name
  }

  /// Adds a variable with a string.
  /// - Returns: its name, which is made of a name of any characters.
  mutating func addVariable(_ name: String, _ value: String) -> String {
    var own = String(
      name.unicodeScalars.prefix(48).map { scalar -> Character in
        let isKept = scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
        return isKept || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
      })
    if own.first?.isLetter != true { own = "slot" + own }
    let base = own
    var number = variableNumbers[base] ?? 1
    while variableNumbers[own] != nil {
      number += 1
      own = base + "\(number)"
    }
    variableNumbers[base] = number
    if variableNumbers[own] == nil { variableNumbers[own] = 1 }
    var entry = Entry()
    entry.set(own, value)
    variables += entry.members.map { ($0.key, $0.value) }
    return own
  }

  /// Chooses a white background for a partly clear drawing that would not be visible on black.
  mutating func chooseBackground(for light: PaintedLight) {
    guard light.needsWhite else { return }
    background = "#FFFFFF"
    backgroundReason =
      "on white, since the drawing is too dark for black; --background chooses another colour"
  }

  mutating func omit(_ place: String, _ what: String) { omissions.append(place + ": " + what) }

  // MARK: Pictures

  /// Adds a picture.
  /// - Returns: its size in pixels.
  @discardableResult
  mutating func add(_ name: String, _ bytes: [UInt8], from place: String) throws(ClientError)
    -> [Double]
  {
    do throws(ImageFileError) {
      let size = try PackedPNG(bytes).size
      files.append((name, bytes))
      return [Double(size.width), Double(size.height)]
    } catch {
      throw ClientError(.refused, "\(place): \(error.description)")
    }
  }

  /// Adds the pictures of a frames layer, numbered anew from 0 in a folder.
  /// - Returns: a layer without a name, with its files and size.
  mutating func frames(
    in folder: String, _ pictures: [(place: String, bytes: [UInt8])]
  ) throws(ClientError) -> Entry {
    var size: [Double] = []
    for (index, picture) in pictures.enumerated() {
      let number = String(format: "%04d", index)
      let own = try add("\(folder)/\(number).png", picture.bytes, from: picture.place)
      guard size.isEmpty || own == size else {
        throw ClientError(
          .refused,
          "\(picture.place) has \(Int(own[0]))x\(Int(own[1])) pixels, and those before "
            + "\(Int(size[0]))x\(Int(size[1]))",
          hint: "make all pictures of a sequence equally large")
      }
      size = own
    }
    var layer = Entry()
    layer.set("kind", "frames")
    layer.set("files", "\(folder)/%04d.png")
    layer.set("size", size)
    return layer
  }

  // MARK: The folder

  private var heading: String {
    "// Made by `firstlight import` of \(String(origin.map { $0.isNewline ? " " : $0 })).\n"
  }

  private var variablesText: String {
    guard !variables.isEmpty else { return "" }
    var entry = Entry()
    for (name, value) in variables { entry.set(name, json: value) }
    return "  \"variables\": " + entry.lines(indent: "  ") + ",\n"
  }

  var text: String {
    var text = heading + "{\n"
    var head = Entry()
    head.set("name", name)
    head.set("background", background)
    if !size.isEmpty {
      head.set("size", size)
      head.set("fit", "contain")
    }
    for (key, value) in head.members { text += "  \"\(key)\": \(value),\n" }
    text += variablesText
    text += "  \"layers\": [\n"
    for layer in layers { text += "    " + layer.lines(indent: "    ") + ",\n" }
    text += "  ],\n"
    if !controls.isEmpty {
      text += "  \"controls\": {\n"
      for (name, control) in controls {
        text += "    \"\(name)\": " + control.lines(indent: "    ") + ",\n"
      }
      text += "  },\n"
    }
    return text + "}\n"
  }

  /// A file for scenes to include: the layers as a style, scaled to the layer that uses it.
  /// - Parameter folder: of its pictures, relative to the scene.
  private func text(ofStyle name: String, in folder: String) -> String {
    var style = Entry()
    style.set("masksToBounds", json: "true")
    style.set("viewBox", [0, 0] + size)
    style.sublayers = layers.map { $0.inFolder(folder) }
    return heading + "{\n" + variablesText + "  \"styles\": {\n    \"\(name)\": "
      + style.lines(indent: "    ") + ",\n  },\n}\n"
  }

  /// Writes a style of the layers into a new folder, and loads a scene with it from there.
  /// - Returns: the name of the file in a scene that lies beside the folder.
  func writeStyle(_ name: String, to folder: String) throws(ClientError) -> String {
    guard !size.isEmpty else {
      throw ClientError(
        .refused, "\(origin) fills the screen, and is no picture for a layer",
        hint: "leave --style out")
    }
    return try NewFolder.make(folder) { folder throws(ClientError) in
      try writeFiles(to: &folder)
      let place = URL(fileURLWithPath: folder.path).standardizedFileURL
      let file = place.lastPathComponent + "/" + Self.styleName
      try folder.write(
        Array(text(ofStyle: name, in: place.lastPathComponent).utf8), to: Self.styleName)
      let user = "{ \"include\": \(Entry.json(file)), \"layers\": [{ \"use\": \"\(name)\" }] }"
      do throws(SceneError) {
        _ = try SceneLoader.load(
          bytes: Array(user.utf8), name: file, directory: place.deletingLastPathComponent().path)
      } catch {
        throw ClientError(.refused, error.diagnostics.first?.message ?? "the style cannot be used")
      }
      return file
    }
  }

  private static let styleName = "style.jsonc"

  /// Writes the scene into a new folder, and loads it from there.
  func write(to folder: String) throws(ClientError) {
    try NewFolder.make(folder) { folder throws(ClientError) in
      try writeFiles(to: &folder)
      let path = try folder.write(Array(text.utf8), to: SceneLoader.packedName)
      let faults = try SceneFile.load(path).checkFrames()
      if let fault = faults.first {
        throw ClientError(.refused, "a picture cannot be shown: \(fault.message)")
      }
    }
  }

  private func writeFiles(to folder: inout NewFolder) throws(ClientError) {
    for (name, bytes) in files { try folder.write(bytes, to: name) }
  }
}
