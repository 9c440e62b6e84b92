import Stage
import System
import Wire

/// The method that reads what people have typed.
enum FieldMethods {
  /// The text is never copied into a `String`, whose memory could not be wiped.
  static func getText(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("control")
    let control = try fields.nullableString("control")
    let text = try shows.firstAnswer(on: request.screen) { show throws(ControlError) in
      try show.stage.fieldText(control)
    }
    do throws(SystemError) {
      return .secretReply(try SecretBytes(replyWith: text))
    } catch {
      throw .systemFailed(error.operation.verb, reason: error.reason)
    }
  }
}
