import JSON
import Wire

/// The state of the daemon, and the outputs that it shows on.
enum DaemonPresence: Equatable {
  case running(socket: String, outputs: [DisplayInterface.OutputInfo])
  /// The reason why it does not run, or cannot be asked.
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

  /// The displays among its outputs, without files, and without the picture in memory that stands
  /// in for a missing display.
  var displays: [DisplayInterface.OutputInfo] {
    guard case .running(_, let outputs) = self else { return [] }
    return outputs.filter { !["none", "png", "y4m", "raw"].contains($0.name) }
  }
}
