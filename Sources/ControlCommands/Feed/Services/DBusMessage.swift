/// A message of D-Bus (D-Bus Specification 0.43, "Message Protocol").
struct DBusMessage: Equatable {
  enum Kind: UInt8 { case call = 1, reply, error, signal }

  var kind: Kind
  var path: String?
  var interface: String?
  var member: String?
  /// The serial number of the call that is answered.
  var answered: Int64?
  /// The unique name of the connection that sent it, which the bus fills in.
  var sender: String?
  var body: [DBusValue]

  /// The longest message that is read: a value takes some 50 bytes of memory for one of the
  /// message. The specification allows 128 MiB; those about progress have some hundred bytes.
  static let longest = 1 << 20

  // MARK: Reading

  /// The length of the message that begins with some bytes; nil if these are too few to know it, 0
  /// if they begin no message.
  static func length(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 16 else { return nil }
    let isBigEndian = bytes[0] == UInt8(ascii: "B")
    guard isBigEndian || bytes[0] == UInt8(ascii: "l"), bytes[3] == 1 else { return 0 }
    var reader = DBusReader(bytes[0..<16], isBigEndian: isBigEndian, at: 4)
    guard let numbers = reader.values("uuu"), let body = numbers[0].integer,
      let fields = numbers[2].integer
    else { return 0 }
    let header = (16 + Int(fields) + 7) & ~7
    return header + Int(body) <= longest ? header + Int(body) : 0
  }

  /// - Returns: nil for bytes that are no message.
  init?(_ bytes: ArraySlice<UInt8>) {
    let isBigEndian = bytes.first == UInt8(ascii: "B")
    var reader = DBusReader(bytes, isBigEndian: isBigEndian, at: 1)
    guard let head = reader.values("yyyuua(yv)"), let number = head[0].integer,
      let kind = Kind(rawValue: UInt8(truncatingIfNeeded: number)),
      case .array(let fields) = head[5]
    else { return nil }
    self.kind = kind
    var signature = ""
    for field in fields {
      guard field.members.count == 2, case .variant(let value) = field.members[1] else {
        return nil
      }
      switch field.members[0].integer {
      case 1: path = value.string
      case 2: interface = value.string
      case 3: member = value.string
      case 5: answered = value.integer
      case 7: sender = value.string
      case 8: signature = value.string ?? ""
      default: break
      }
    }
    var rest = DBusReader(bytes, isBigEndian: isBigEndian, at: (reader.place + 7) & ~7)
    guard let body = rest.values(signature) else { return nil }
    self.body = body
  }

  // MARK: Writing

  /// The bytes of a call whose parameters are texts.
  static func call(
    _ member: String, of interface: String, at path: String, to destination: String, serial: UInt32,
    _ parameters: [String] = []
  ) -> [UInt8] {
    var body: [UInt8] = []
    for parameter in parameters { append(parameter, to: &body) }
    var fields: [UInt8] = []
    for (code, type, text) in [
      (1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination),
    ] {
      pad(&fields, to: 8)
      fields += [UInt8(code), 1] + Array(type.utf8) + [0]
      append(text, to: &fields)
    }
    if !parameters.isEmpty {
      pad(&fields, to: 8)
      fields += [8, 1] + Array("g".utf8) + [0, UInt8(parameters.count)]
      fields += parameters.map { _ in UInt8(ascii: "s") } + [0]
    }
    var bytes: [UInt8] = [UInt8(ascii: "l"), Kind.call.rawValue, 0, 1]
    append(UInt32(body.count), to: &bytes)
    append(serial, to: &bytes)
    append(UInt32(fields.count), to: &bytes)
    bytes += fields
    pad(&bytes, to: 8)
    return bytes + body
  }

  private static func pad(_ bytes: inout [UInt8], to count: Int) {
    while bytes.count % count != 0 { bytes.append(0) }
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(index * 8))) }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    pad(&bytes, to: 4)
    append(UInt32(text.utf8.count), to: &bytes)
    bytes += Array(text.utf8) + [0]
  }
}
