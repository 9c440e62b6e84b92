import JSON
import Wire

/// True if the daemon is there, and what it shows on.
enum DaemonPresence: Equatable {
  case running(socket: String, outputs: [DisplayInterface.OutputInfo])
  /// Why it is not, or cannot be asked.
  case absent(ClientError)

  static func read(_ options: DaemonOptions) -> DaemonPresence {
    do throws(ClientError) {
      let connection = try options.connect()
      let reply = try connection.call(.getStatus)
      do throws(CallError) {
        return .running(
          socket: connection.path, outputs: try DisplayInterface.Status(Fields(reply)).outputs)
      } catch {
        throw connection.explain(error)
      }
    } catch {
      return .absent(error)
    }
  }

  /// The displays that it shows on: not files, nor the picture that it keeps while it has none.
  var displays: [DisplayInterface.OutputInfo] {
    guard case .running(_, let outputs) = self else { return [] }
    return outputs.filter { $0.name != "none" && $0.name != "png" }
  }
}
