import Foundation
import Scene
import System

/// Files that people name where a scene is expected, or the other way round.
enum ForeignFile {
  /// A suggestion for a path that leads to no scene; nil if the file itself has to be corrected.
  static func hint(_ path: String) -> String? {
    if (try? PixelDimensions(path)) != nil { return "--size \(path)" }
    if isFolder(path) {
      let scene = folderScene(path)
      if FileManager.default.fileExists(atPath: scene) { return scene }
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return entries.contains { $0.hasSuffix(".plymouth") } ? importCommand(path) : nil
    }
    guard let bytes = try? readFile(atPath: path, limit: DrawnFiles.byteLimit) else {
      return nearest(to: path)
    }
    if isPicture(bytes) {
      return "a scene with it: { \"layers\": [{ \"kind\": \"image\", \"file\": \""
        + name(of: path) + "\" }] }"
    }
    return isAnimation(bytes) || isDrawn(path) ? importCommand(path) : nil
  }

  private static func importCommand(_ path: String) -> String {
    "firstlight import \(path) -o \(stem(of: path))"
  }

  /// The error for a file in another program's format, for which the mistakes that the scene reader
  /// finds would be no help. Nil for all other files.
  static func mistaken(_ path: String) -> ClientError? {
    guard path != "-", !isFolder(path), !isArchive(path) else { return nil }
    let bytes = (try? readFile(atPath: path, limit: DrawnFiles.byteLimit)) ?? []
    if isPicture(bytes) {
      return ClientError(.refused, "\(path) is a picture, and no scene", hint: hint(path))
    }
    do throws(ClientError) {
      if !isAnimation(bytes), try DrawnFiles.open(path) == nil { return nil }
    } catch {
      return error
    }
    let folder = stem(of: path)
    return ClientError(
      .refused, "\(path) is a picture or an animation of another program, and no scene",
      hint: importCommand(path) + ", which makes " + folderScene(folder))
  }

  /// The file that the path of a missing one probably means: the same path with an ending, or a
  /// file with a similar name in its folder.
  static func nearest(to path: String) -> String? {
    let manager = FileManager.default
    guard !path.isEmpty, path != "-", !manager.fileExists(atPath: path) else { return nil }
    for suffix in SceneFolders.suffixes + [".scene"] {
      if manager.fileExists(atPath: path + suffix) { return path + suffix }
    }
    let name = name(of: path)
    let folder = path.hasSuffix(name) ? String(path.dropLast(name.count)) : ""
    let files = (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return Spelling.nearest(to: name, among: files.sorted()).map { folder + $0 }
  }

  /// True for a scene, also one of a folder or in one packed file.
  static func isScene(_ path: String) -> Bool {
    if isFolder(path) { return FileManager.default.fileExists(atPath: folderScene(path)) }
    guard let bytes = try? readFile(atPath: path, limit: DrawnFiles.byteLimit) else { return false }
    if isArchive(path) { return true }
    let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    return path.hasSuffix(".jsonc") || text.contains("\"layers\"") && text.hasPrefix("{")
  }

  /// PNG or JPEG.
  static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF])
  }

  /// The name of a file or folder without its ending.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    return name.split(separator: ".").first.map { String($0) } ?? name
  }

  static func isFolder(_ path: String) -> Bool {
    ((try? FileStatus.of(path)) ?? nil)?.kind == .directory
  }

  /// The scene's file in a folder that `import` has made.
  static func folderScene(_ path: String) -> String {
    (path.hasSuffix("/") ? path : path + "/") + SceneLoader.packedName
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }

  /// GIF, WebP or a ZIP archive.
  private static func isAnimation(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GIF8".utf8) || ZipArchive.isZip(bytes)
      || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }

  /// SVG or Lottie.
  private static func isDrawn(_ path: String) -> Bool {
    ((try? DrawnFiles.open(path)) ?? nil) != nil
  }
}
