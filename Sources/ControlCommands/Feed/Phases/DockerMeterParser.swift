/// The layers of an image that docker pulls or pushes, as
/// `4f4fb700ef54: Downloading [==>    ]  1.2MB/3.4MB`.
///
/// All layers have equal parts of the scale, since docker names each of them before it knows their
/// sizes. Of a layer that is pulled, the download is seven tenths.
struct DockerMeterParser {
  private static let downloadShare = 0.7
  /// More than any image has, so that other output cannot fill the memory.
  private static let mostLayers = 1_000

  /// The part of each layer that is done, by its identifier.
  private var layers: [String: Double] = [:]

  /// - Returns: nil for a line that is not about a layer.
  mutating func parse(_ line: MeterLine) -> FeedUpdate? {
    let text = String(decoding: line.bytes, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[..<colon]
    guard name.utf8.count == 12, name.utf8.allSatisfy({ Self.isHexadecimal($0) }),
      let part = Self.part(String(text[colon...].dropFirst(2)), line),
      layers[String(name)] != nil || layers.count < Self.mostLayers
    else { return nil }
    layers[String(name)] = max(layers[String(name)] ?? 0, part)
    return FeedUpdate(
      progress: .fraction(min(layers.values.reduce(0, +) / Double(layers.count), 1)))
  }

  /// The part of a layer that is done in a state; nil for words that are no state.
  private static func part(_ state: String, _ line: MeterLine) -> Double? {
    let states: [(start: String, from: Double, to: Double)] = [
      ("Pulling fs layer", 0, 0), ("Preparing", 0, 0), ("Waiting", 0, 0), ("Retrying in", 0, 0),
      ("Downloading", 0, downloadShare), ("Verifying Checksum", downloadShare, downloadShare),
      ("Download complete", downloadShare, downloadShare), ("Extracting", downloadShare, 1),
      ("Pull complete", 1, 1), ("Already exists", 1, 1), ("Pushing", 0, 1), ("Pushed", 1, 1),
      ("Layer already exists", 1, 1), ("Mounted from", 1, 1),
    ]
    guard let found = states.first(where: { state.hasPrefix($0.start) }) else { return nil }
    if found.from == found.to { return found.from }
    return found.from + (found.to - found.from) * (fraction(line) ?? 0)
  }

  /// The fraction that a line's count or bar shows; nil while docker does not know it.
  private static func fraction(_ line: MeterLine) -> Double? {
    if let count = line.count { return min(count.fraction, 1) }
    return MeterBar.filled(line.bytes).map { Double($0.done) / Double($0.width) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}
