import BootProgress
import JSON
import Wire

/// Methods for the programs of a boot: questions, keys, messages, modes and the screen for others.
enum BootMethods {
  /// The feature reported as missing when there is no keyboard.
  static let keyboard = "keyboard"

  static func ask(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow(
      "prompt", "secret", "echo", "id", "icon", "pid", "notAfterUSec", "choices")
    var question = Question(
      try text("prompt", fields.text("prompt"), most: PromptQueue.longestMessage),
      isSecret: try fields.nullableBool("secret") ?? true)
    question.isEchoed = try fields.nullableBool("echo") ?? true
    question.process = try process(fields) ?? request.process
    if let time = try fields.nullableInteger("notAfterUSec"), time != 0 {
      question.notAfter = time
    }
    question.choices = try choices(fields)
    let subject = try [fields.nullableString("id"), fields.nullableString("icon")]
    // A oneway call has no reply to carry the answer.
    guard request.mode != .oneway else { return .reply(JSONObject()) }
    guard boot.ask(question, for: request.client) else {
      guard boot.prompts.queue.isFull else { throw .notSupported(keyboard) }
      throw .limitExceeded("questions", maximum: PromptQueue.mostPrompts)
    }
    boot.note(subject.compactMap { $0 }, of: question)
    return .wait(.answer)
  }

  private static func choices(_ fields: Fields) throws(CallError) -> [String] {
    guard try fields.nullableArray("choices") != nil else { return [] }
    let choices = try fields.strings("choices")
    guard !choices.isEmpty else {
      throw .invalidValue("choices", reason: "at least one is expected, or none of the list")
    }
    guard choices.count <= PromptQueue.mostChoices else {
      throw .limitExceeded("choices", maximum: PromptQueue.mostChoices)
    }
    for choice in choices {
      _ = try text("choices", choice, most: PromptQueue.longestChoice)
    }
    return choices
  }

  private static func text(
    _ field: String, _ text: String, most: Int
  ) throws(CallError) -> String {
    guard text.utf8.count <= most else { throw .limitExceeded(field, maximum: most) }
    return text
  }

  private static func process(_ fields: Fields) throws(CallError) -> Int32? {
    guard let number = try fields.nullableInteger("pid") else { return nil }
    guard let process = Int32(exactly: number), process > 0 else {
      throw .invalidValue("pid", reason: "the number of a process is expected")
    }
    return process
  }

  /// The reply to a question that has no answer.
  static func noAnswer(isCancelled: Bool) -> JSONObject {
    var reply = JSONObject()
    reply["answer"] = .null
    reply["cancelled"] = .bool(isCancelled)
    return reply
  }

  static func watchKeys(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow("keys")
    let keys = try text(
      "keys", request.parameters.nullableText("keys") ?? "", most: PromptQueue.longestChoice)
    guard request.mode != .oneway else { return .reply(JSONObject()) }
    let bytes = Array(keys.utf8)
    guard boot.watch(bytes, for: request.client) else {
      throw .limitExceeded("watches", maximum: PromptQueue.mostWatches)
    }
    return .wait(.keys(bytes, isRepeated: request.mode == .more))
  }

  /// The reply for a key.
  static func reply(of key: [UInt8]) -> JSONObject {
    var reply = JSONObject()
    reply["key"] = .string(String(decoding: key, as: UTF8.self))
    return reply
  }

  static func showMessage(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow("text", "failed")
    let text = try text(
      "textBytes", request.parameters.text("text"), most: request.limits.textBytes)
    let isFailure = try request.parameters.nullableBool("failed") ?? false
    let identifier =
      isFailure ? boot.showFailure(of: text) : boot.showMessage(Array(text.utf8))
    var reply = JSONObject()
    reply["id"] = .integer(identifier)
    return .reply(reply)
  }

  static func hideMessage(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow("id")
    boot.hideMessage(try request.parameters.integer("id"))
    return .reply(JSONObject())
  }

  static func setMode(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow("mode")
    guard let mode = BootMode(try request.parameters.string("mode")) else {
      let names = BootMode.allCases.map { $0.name }.joined(separator: ", ")
      throw .invalidValue("mode", reason: "one of these is expected: " + names)
    }
    boot.setMode(mode)
    return .reply(JSONObject())
  }

  static func setTimes(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow("times")
    let text = Array(try request.parameters.text("times").utf8)
    do throws(BootTextFault) {
      boot.tracker.learn(try UnitTimes(decoding: text))
    } catch {
      throw .invalidValue("times", reason: error.message)
    }
    return .reply(JSONObject())
  }

  static func getTimes(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow("wait")
    let waits = try request.parameters.nullableBool("wait") ?? false
    guard waits, !boot.tracker.isOver, request.mode != .oneway else {
      return .reply(times(of: boot.tracker))
    }
    return .wait(.bootEnd)
  }

  /// The reply with the learnt times.
  static func times(of tracker: BootTracker) -> JSONObject {
    var reply = JSONObject()
    for (key, text) in [("times", tracker.times?.encoded()), ("boot", tracker.record?.encoded())] {
      reply[key] = text.map { .string(String(decoding: $0, as: UTF8.self)) }
    }
    return reply
  }

  static func deactivate(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow()
    boot.deactivate()
    return .reply(JSONObject())
  }

  static func reactivate(_ request: Request, _ boot: BootDesk) throws(CallError) -> Outcome {
    try request.parameters.allow()
    boot.reactivate()
    return .reply(JSONObject())
  }
}
