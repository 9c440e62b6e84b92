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
    var first: CallError?
    for show in try shows.answering(request.screen) {
      let text: [Character]
      do throws(ControlError) {
        text = try show.stage.fieldText(control)
      } catch {
        first = first ?? CallError(error)
        continue
      }
      do throws(SystemError) {
        return .secretReply(try SecretBytes(replyWith: text))
      } catch {
        throw .systemFailed(error.operation.verb, reason: error.reason)
      }
    }
    throw first ?? .noSuchControl(control ?? "")
  }
}
