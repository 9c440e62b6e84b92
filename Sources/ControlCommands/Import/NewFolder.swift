import Foundation
import System

/// A folder that is made whole or not at all: after a failure nothing is left of it, and an empty
/// folder that was there before is empty again.
struct NewFolder {
  let path: String
  private var files: [String] = []
  /// Each after the one that it lies in.
  private var folders: [String] = []

  /// - Throws: errors of the function; `cannotCreate` for a folder that is not empty.
  static func make<Result>(
    _ path: String, filledBy body: (inout NewFolder) throws(ClientError) -> Result
  ) throws(ClientError) -> Result {
    try expectNone(path)
    var folder = NewFolder(path: path)
    do throws(ClientError) {
      try folder.make(path)
      return try body(&folder)
    } catch {
      folder.remove()
      throw error
    }
  }

  private init(path: String) { self.path = path }

  private static func expectNone(_ path: String) throws(ClientError) {
    if let entries = try? FileManager.default.contentsOfDirectory(atPath: path), !entries.isEmpty {
      throw ClientError(
        .cannotCreate, "\(path) is not empty", hint: "name a folder that does not exist yet")
    }
    if let status = (try? FileStatus.of(path)) ?? nil, status.kind != .directory {
      throw ClientError(
        .cannotCreate, "\(path) is a file, and -o names a folder",
        hint: "name a folder that does not exist yet")
    }
  }

  /// Writes a file.
  /// - Parameter name: relative to the folder; folders on the way are made.
  /// - Returns: its path.
  @discardableResult
  mutating func write(_ bytes: [UInt8], to name: String) throws(ClientError) -> String {
    let file = path + "/" + name
    try make(parentDirectory(of: file))
    files.append(file)
    try PictureFile.write(bytes, to: file)
    return file
  }

  /// Makes a folder and those that it lies in, as far as they do not exist.
  private mutating func make(_ folder: String) throws(ClientError) {
    var missing: [String] = []
    var place = folder
    while !FileManager.default.fileExists(atPath: place), missing.last != place {
      missing.append(place)
      place = parentDirectory(of: place)
    }
    guard !missing.isEmpty else { return }
    folders += missing.reversed()
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ClientError(.cannotCreate, "cannot make \(folder): \(error.localizedDescription)")
    }
  }

  /// Removes what was made. A folder with files of others stays.
  private func remove() {
    for file in files { _ = unsafe unlink(file) }
    for folder in folders.reversed() { _ = unsafe rmdir(folder) }
  }
}
