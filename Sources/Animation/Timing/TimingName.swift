/// The curves that have a name, the same in scenes, on the command line and in the protocol.
public enum TimingName: String, CaseIterable, Sendable {
  case linear, easeIn, easeOut, easeInEaseOut
  case standard = "default"

  // The compiler's own initializer has a list of the names. The static build would take a wrong
  // list (scripts/check-objects).
  public init?(rawValue: String) {
    guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = name
  }

  /// The curve for another name, which CSS or a former version uses, such as `ease-in` or
  /// `ease_in`.
  public init?(otherwise text: String) {
    guard text.utf8.count <= 32 else { return nil }
    var plain: [UInt8] = []
    for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
      plain.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte)
    }
    switch String(decoding: plain, as: UTF8.self) {
    case "linear": self = .linear
    case "easein": self = .easeIn
    case "easeout": self = .easeOut
    case "easeinout", "easeineaseout": self = .easeInEaseOut
    case "ease", "standard", "default": self = .standard
    default: return nil
    }
  }

  public var function: MediaTimingFunction {
    switch self {
    case .linear: .linear
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInEaseOut: .easeInEaseOut
    case .standard: .default
    }
  }
}
