/// A message of SWUpdate's progress socket (progress_ipc.h).
struct SWUpdateMessage: Equatable {
  enum Status: UInt32 {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  /// Nil for one that a later version has added.
  var status: Status?
  /// 0…100, of the download.
  var downloadPercent: UInt32
  /// The number of pictures to install, the present one, from 1, and its percentage, 0…100.
  var stepCount: UInt32
  var step: UInt32
  var stepPercent: UInt32
  var image: String
  var info: String
}

/// Cuts the bytes of SWUpdate's progress socket into messages: of the packed structure, or of the
/// earlier one with padding. Both have the same version number.
struct SWUpdateReader {
  /// The lengths of a message, and the place of its first field after the padding.
  enum Layout: CaseIterable {
    case packed, padded

    var length: Int { self == .packed ? 2408 : 2416 }
    var stepsPlace: Int { self == .packed ? 20 : 24 }
  }

  private static let greeting = [UInt8](utf8: "ACK\0")

  private var bytes: [UInt8] = []
  /// The version in the greeting; nil before it.
  private var version: UInt32?
  private(set) var layout: Layout?
  /// True once bytes came that SWUpdate does not send.
  private(set) var isBroken = false

  mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

  /// The next message; nil until it is whole.
  /// - Parameter isQuiet: true if no more bytes come for now, so that the received ones are a whole
  ///   message.
  mutating func next(isQuiet: Bool) -> SWUpdateMessage? {
    guard !isBroken, let version = greet() else { return nil }
    guard let layout = layout ?? findLayout(version, isQuiet: isQuiet) else { return nil }
    self.layout = layout
    guard bytes.count >= layout.length else { return nil }
    guard word(0) == version else {
      isBroken = true
      return nil
    }
    let message = message(layout)
    bytes.removeFirst(layout.length)
    return message
  }

  private mutating func greet() -> UInt32? {
    if let version { return version }
    guard bytes.count >= 8 else { return nil }
    isBroken = !bytes[4..<8].elementsEqual(Self.greeting)
    guard !isBroken else { return nil }
    version = word(0)
    bytes.removeFirst(8)
    return version
  }

  /// The next message begins with the version, too; a single message ends with the received bytes.
  private mutating func findLayout(_ version: UInt32, isQuiet: Bool) -> Layout? {
    for layout in Layout.allCases {
      if bytes.count >= layout.length + 4 {
        if word(layout.length) == version { return layout }
      } else if isQuiet, bytes.count == layout.length {
        return layout
      }
    }
    isBroken = bytes.count >= Layout.padded.length + 4
    return nil
  }

  private func message(_ layout: Layout) -> SWUpdateMessage {
    let steps = layout.stepsPlace
    let image = steps + 12
    let infoLength = image + 256 + 64 + 4
    let info = text(infoLength + 4, atMost: min(Int(clamping: word(infoLength)), 2048))
    return SWUpdateMessage(
      status: SWUpdateMessage.Status(rawValue: word(4)), downloadPercent: word(8),
      stepCount: word(steps), step: word(steps + 4), stepPercent: word(steps + 8),
      image: text(image, atMost: 256), info: info)
  }

  private func word(_ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) }
  }

  private func text(_ place: Int, atMost count: Int) -> String {
    String(decoding: bytes[place..<place + count].prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate init(utf8 text: StaticString) {
    self = text.withUTF8Buffer { unsafe Array($0) }
  }
}
