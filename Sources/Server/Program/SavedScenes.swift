import CodeUnits
import JSON
import Stage

/// The shown scenes, for the next start of the daemon.
///
/// As bytes: a little-endian word of 64 bits with the length of a JSON text, the text, and then the
/// scenes that came as descriptors, in the order of their lengths in the text.
struct SavedScenes: Equatable {
  /// The scenes on the command line: if they differ, the saved ones are not used.
  var commandLine: String
  /// True if the reading daemon was started to continue with these scenes, with a command line of
  /// its own.
  var isForSuccessor = false
  var main: SceneOrigin
  var screens: [SavedScreen] = []

  /// More than a machine has connectors.
  static let mostScreens = 64

  struct SavedScreen: Equatable {
    var name: String
    var origin: SceneOrigin
  }

  init(commandLine: String, main: SceneOrigin) {
    self.commandLine = commandLine
    self.main = main
  }

  // MARK: Bytes

  func encoded() -> [UInt8] {
    var blobs: [UInt8] = []
    var root = JSONObject()
    root["commandLine"] = .string(commandLine)
    if isForSuccessor { root["forSuccessor"] = true }
    root["main"] = .object(Self.object(of: main, &blobs))
    var list: [JSONValue] = []
    for screen in screens {
      var object = Self.object(of: screen.origin, &blobs)
      object["screen"] = .string(screen.name)
      list.append(.object(object))
    }
    root["screens"] = .array(list)
    let text = JSONValue.object(root).encoded()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + text.count + blobs.count)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: text.count >> shift))
    }
    return bytes + text + blobs
  }

  /// True if a daemon with a command line continues with these scenes. A successor whose command
  /// line names no scenes shows those of the daemon before it.
  func count(for commandLine: String) -> Bool {
    commandLine.isIdentical(to: self.commandLine) || isForSuccessor && commandLine.isEmpty
  }

  /// - Returns: nil for bytes that do not encode saved scenes.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    var length: UInt64 = 0
    for byte in bytes[..<8].reversed() { length = length << 8 | UInt64(byte) }
    guard length <= UInt64(bytes.count - 8),
      let root = try? JSONValue(parsing: Array(bytes[8..<8 + Int(length)])),
      let object = root.objectValue, let commandLine = object["commandLine"]?.stringValue
    else { return nil }
    var rest = bytes[(8 + Int(length))...]
    guard let main = object["main"]?.objectValue.flatMap({ Self.origin($0, &rest) }) else {
      return nil
    }
    self.init(commandLine: commandLine, main: main)
    isForSuccessor = object["forSuccessor"]?.boolValue ?? false
    for value in object["screens"]?.arrayValue ?? [] {
      guard let object = value.objectValue, let name = object["screen"]?.stringValue,
        let origin = Self.origin(object, &rest), screens.count < Self.mostScreens,
        !screens.contains(where: { $0.name.isIdentical(to: name) })
      else { return nil }
      screens.append(SavedScreen(name: name, origin: origin))
    }
  }

  private static func object(of origin: SceneOrigin, _ blobs: inout [UInt8]) -> JSONObject {
    var object = JSONObject()
    switch origin {
    case .builtInBoot: object["origin"] = "boot"
    case .file(let path):
      object["origin"] = "file"
      object["path"] = .string(path)
    case .bytes(let bytes, let name):
      object["origin"] = "bytes"
      object["name"] = .string(name)
      object["count"] = .integer(Int64(bytes.count))
      blobs += bytes
    }
    return object
  }

  private static func origin(
    _ object: JSONObject, _ rest: inout ArraySlice<UInt8>
  ) -> SceneOrigin? {
    switch object["origin"]?.stringValue {
    case "boot": return .builtInBoot
    case "file": return object["path"]?.stringValue.map { .file($0) }
    case "bytes":
      guard let name = object["name"]?.stringValue, let count = object["count"]?.integerValue,
        count >= 0, count <= Int64(rest.count)
      else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return .bytes(Array(rest.prefix(Int(count))), name: name)
    default: return nil
    }
  }
}
