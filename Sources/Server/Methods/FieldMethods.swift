import Stage
import System
import Wire

/// The method that reads what people have typed.
enum FieldMethods {
  /// The text is in no string on its way.
  static func getText(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("control")
    let control = try fields.nullableString("control")
    var first: CallError?
    for show in try shows.answering(request.screen) {
      let text: [Character]
      do throws(ControlError) {
        text = try show.stage.fieldText(control)
      } catch {
        first = first ?? CallError(error)
        continue
      }
      guard let message = try? SecretBytes(replyWith: text) else {
        throw .limitExceeded("textBytes", maximum: request.limits.textBytes)
      }
      return .secretReply(message)
    }
    throw first ?? .noSuchControl(control ?? "")
  }
}
