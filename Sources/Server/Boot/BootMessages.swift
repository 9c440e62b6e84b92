import JSON

/// Messages to the person at the machine; the newest is shown.
struct BootMessages: Equatable {
  private struct Message: Equatable {
    let identifier: Int64
    let text: [UInt8]
  }

  private var messages: [Message] = []
  private var lastIdentifier: Int64 = 0
  /// The notice of a stall, which is shown while there is no message; nil for none.
  var notice: Notice?

  struct Notice: Equatable {
    var text: String
    /// The client's text that the notice covers; nil for the scene's own text.
    var former: String?
  }
  static let limit = 16

  var isEmpty: Bool { messages.isEmpty }

  /// The message that is to be seen; nil for none.
  var newest: String? {
    guard let text = messages.last?.text else { return nil }
    let isMarked = text.starts(with: Self.cancelMark)
    return String(decoding: text.dropFirst(isMarked ? Self.cancelMark.count : 0), as: UTF8.self)
  }

  /// The mark before systemd-fsckd's message about the key that cancels a check. The mark is not
  /// shown.
  private static let cancelMark = Array("fsckd-cancel-msg:".utf8)

  /// Adds a message, in place of the oldest one where there are too many.
  /// - Returns: the number by which it can be taken back.
  @discardableResult mutating func append(_ message: [UInt8]) -> Int64 {
    lastIdentifier &+= 1
    messages.append(Message(identifier: lastIdentifier, text: message))
    if messages.count > Self.limit { messages.removeFirst() }
    return lastIdentifier
  }

  /// Removes all messages with this text.
  /// - Returns: false if there was none.
  mutating func remove(_ message: [UInt8]) -> Bool { remove { $0.text == message } }

  /// Removes the message with this number.
  /// - Returns: false if there is none, or no longer.
  mutating func remove(_ identifier: Int64) -> Bool { remove { $0.identifier == identifier } }

  private mutating func remove(_ isMeant: (Message) -> Bool) -> Bool {
    let count = messages.count
    messages.removeAll { isMeant($0) }
    return messages.count < count
  }
}

// MARK: Another process

extension BootMessages {
  /// The messages in a form that another process can restore; bytes that are not UTF-8 become
  /// replacement characters.
  var object: JSONObject {
    var list: [JSONValue] = []
    for message in messages {
      var item = JSONObject()
      item["id"] = .integer(message.identifier)
      item["text"] = .string(String(decoding: message.text, as: UTF8.self))
      list.append(.object(item))
    }
    var object = JSONObject()
    object["last"] = .integer(lastIdentifier)
    object["list"] = .array(list)
    if let notice {
      object["notice"] = .string(notice.text)
      if let former = notice.former { object["covered"] = .string(former) }
    }
    return object
  }

  /// - Returns: nil for an object that does not hold messages.
  init?(_ object: JSONObject) {
    guard let last = object["last"]?.integerValue, let list = object["list"]?.arrayValue,
      list.count <= Self.limit
    else { return nil }
    lastIdentifier = last
    notice = object["notice"]?.stringValue.map {
      Notice(text: $0, former: object["covered"]?.stringValue)
    }
    for value in list {
      guard let item = value.objectValue, let identifier = item["id"]?.integerValue,
        let text = item["text"]?.stringValue
      else { return nil }
      messages.append(Message(identifier: identifier, text: Array(text.utf8)))
    }
  }
}
