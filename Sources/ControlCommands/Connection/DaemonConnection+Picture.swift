import JSON
import System
import Wire

extension DaemonConnection {
  /// More than any PNG of the largest output.
  private static let pictureLimit = 1 << 30

  /// A PNG file of the selected screen's picture, and the daemon's reply about it.
  func screenshot() throws(ClientError) -> (file: [UInt8], reply: JSONObject) {
    let reply = try call(.screenshot)
    guard let picture = takeDescriptor(), let size = reply["size"]?.integerValue,
      (1...Int64(Self.pictureLimit)).contains(size)
    else {
      throw ClientError(.software, "the daemon's answer holds no picture")
    }
    return (try Self.read(picture, size: Int(size)), reply)
  }

  private static func read(
    _ picture: borrowing FileDescriptor, size: Int
  ) throws(ClientError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    do throws(SystemError) {
      while count < size {
        guard let read = try picture.read(into: &bytes, count..<size), read > 0 else { break }
        count += read
      }
    } catch {
      throw ClientError(.inputOutput, "cannot read the daemon's picture: \(error.reason)")
    }
    guard count == size else {
      throw ClientError(.software, "the daemon's picture ends after \(count) of \(size) bytes")
    }
    return bytes
  }
}
