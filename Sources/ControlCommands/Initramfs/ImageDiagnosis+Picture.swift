import Foundation
import Scene
import Stage
import Text

/// The scene that is shown, and the fonts for its texts and for prompts.
extension ImageDiagnosis {
  var picture: (scene: Check, fonts: Check) {
    let folder = ImageFolder()
    let (check, scene) = scene(in: folder)
    // Fonts are opened when they are needed.
    return withExtendedLifetime(folder) { (check, fonts(in: folder, for: scene)) }
  }

  // MARK: The scene

  private static let scenePath = "etc/firstlight/scene.jsonc"

  /// - Returns: the scene, too, unless it is the daemon's own or does not load.
  private func scene(in folder: ImageFolder) -> (Check, Scene?) {
    if image.entries[Self.scenePath] != nil {
      return scene(at: Self.scenePath, namedBy: nil, in: folder)
    }
    guard let (name, file) = ImageSettings(image).value(of: "scene"), !name.isEmpty else {
      return (good("scene", "the daemon's own"), nil)
    }
    if name.contains("/") || name.hasSuffix(".json") || name.hasSuffix(".jsonc") {
      return scene(at: name, namedBy: file, in: folder)
    }
    for place in SceneFolders.all {
      for suffix in SceneFolders.suffixes where image[place + "/" + name + suffix] != nil {
        return scene(at: place + "/" + name + suffix, namedBy: file, in: folder)
      }
    }
    if name == SceneFolders.builtInName { return (good("scene", "the daemon's own"), nil) }
    return (
      fault(
        "scene", "\(file) names the scene '\(name)', which is not in the image", hint: Self.update),
      nil
    )
  }

  /// - Parameter file: the configuration file that names the scene; nil for the usual path.
  private func scene(
    at name: String, namedBy file: String?, in folder: ImageFolder
  ) -> (Check, Scene?) {
    guard let path = image.resolved(name), image.entries[path]?.isFile ?? false else {
      let place = file.map { "\(name), which \($0) names, is not in the image" }
      let message = place ?? "\(name) is not a file in the image"
      return (fault("scene", message, hint: Self.update), nil)
    }
    do throws(SceneError) {
      let scene = try load(path, in: folder)
      let pictures = scene.imageCount == 1 ? "1 picture" : "\(scene.imageCount) pictures"
      let dictionary = String(FontDirectories.thaiWords.dropFirst())
      if scene.hasThaiTexts, image[dictionary] == nil {
        let check = note(
          "scene",
          "\(path) has Thai texts, whose lines end at spaces and U+200B alone without \(dictionary)",
          hint: "install libthai-data, and make the image anew; or write U+200B between the words "
            + "with `firstlight check --separate-words`")
        return (check, scene)
      }
      return (good("scene", "\(path) with \(pictures)"), scene)
    } catch {
      let words = error.diagnostics.map { "line \($0.line): \($0.message)" }
      let check = fault(
        "scene", "\(path) does not load: " + words.prefix(3).joined(separator: "; "),
        hint: "put what is missing beside the scene, and make the image anew")
      return (check, nil)
    }
  }

  /// Loads a scene of the image with the files of its folder, and the fonts of the image.
  private func load(_ path: String, in folder: ImageFolder) throws(SceneError) -> Scene {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    folder.add([path] + (parent.isEmpty ? [] : image.files(below: parent)), of: image)
    var options = ReadingOptions()
    options.fontDirectories = fontDirectories(in: folder)
    return try SceneLoader.load(path: folder.path(path), options: options)
  }

  // MARK: Fonts

  /// The folders in which the image's daemon looks for fonts.
  private static let fontFolders = ["etc/firstlight", "usr/local/share/fonts", "usr/share/fonts"]

  private var fontPaths: [String] {
    image.entries.keys.filter { path in
      Self.fontFolders.contains { path.hasPrefix($0 + "/") }
        && [".ttf", ".otf", ".ttc", ".otc"].contains { path.lowercased().hasSuffix($0) }
        && image[path]?.isFile ?? false
    }.sorted()
  }

  /// Writes the image's fonts into a folder, and gives their directories there.
  private func fontDirectories(in folder: ImageFolder) -> [String] {
    folder.add(fontPaths, of: image)
    return Self.fontFolders.map { folder.path($0 == "etc/firstlight" ? $0 + "/fonts" : $0) }
  }

  private func fonts(in folder: ImageFolder, for scene: Scene?) -> Check {
    let paths = fontPaths
    let shown = ImageTexts(
      scene: scene, asked: ImageSettings(image).value(of: "locale")?.value ?? "",
      names: encryptedDisks, fontDirectories: fontDirectories(in: folder))
    guard shown.hasFont else {
      guard let first = paths.first else {
        return fault(
          "fonts", "there is no font: neither texts nor prompts can be read",
          hint: "install fonts-dejavu-core, or put fonts into /etc/firstlight/fonts")
      }
      return fault(
        "fonts", "\(first) cannot be used, and there is no other font",
        hint: "put a TrueType or OpenType font into /etc/firstlight/fonts, and make the image anew")
    }
    let hint =
      "put fonts that have them into /etc/firstlight/fonts or into FIRSTLIGHT_FONTS of "
      + "/etc/firstlight/initramfs.conf, together with the present ones, and make the image anew"
    let locale = shown.locale.isEmpty ? "" : " in the locale \(shown.locale)"
    let missing = shown.missing
    if !missing.scalars.isEmpty {
      return fault(
        "fonts", "no font has \(missing.names), which texts or prompts\(locale) show", hint: hint)
    }
    if let words = shown.unwritten {
      return note(
        "fonts", "the daemon's own words are English ones: no font has \(words.names)\(locale)",
        hint: hint)
    }
    if let others = shown.missingElsewhere {
      let locales = others.locales.joined(separator: ", ")
      return note(
        "fonts", "no font has \(others.names), for texts in other locales: \(locales)", hint: hint)
    }
    guard let first = paths.first else { return good("fonts", "those of the packed scene") }
    return good("fonts", paths.count == 1 ? first : "\(first) and \(paths.count - 1) more")
  }

  /// Bytes of a list of encrypted disks that are read.
  private static let longestDiskList = 1 << 16

  /// The names of encrypted disks, which prompts for their passphrases show.
  private var encryptedDisks: [String] {
    ["cryptroot/crypttab", "etc/crypttab"].flatMap { path in
      String(decoding: image[path]?.content.prefix(Self.longestDiskList) ?? [], as: UTF8.self)
        .split(separator: "\n")
        .compactMap { $0.split { $0 == " " || $0 == "\t" }.first }
        .filter { !$0.hasPrefix("#") }.map { String($0) }
    }
  }
}
