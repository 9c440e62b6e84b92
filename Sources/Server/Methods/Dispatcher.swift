import Animation
import CodeUnits
import JSON
import Stage
import Wire

/// Passes a call to its method.
///
/// The order of refusals: unknown interface, unknown method, an upgrade of the display's interface,
/// no permission, then mistakes in the parameters.
struct Dispatcher {
  let shows: Shows
  let boot: BootDesk
  let limits: Limits

  /// - Parameters:
  ///   - client: the connection's number.
  ///   - caller: the kind of the calling user.
  ///   - process: the calling process; 0 if it is not known.
  func outcome(
    of call: Call, descriptors: DescriptorList, client: UInt64, caller: Users.Kind,
    process: Int32 = 0
  ) throws(CallError) -> Outcome {
    let (interface, member) = call.methodParts
    var request = Request(
      parameters: Fields(call.parameters, nameBytes: limits.nameBytes), descriptors: descriptors,
      mode: call.mode, client: client, caller: caller, process: process, limits: limits)
    switch interface.map({ ExactText($0) }) {
    case ExactText(DisplayInterface.name):
      guard let row = MethodTable.row(named: member) else { throw .methodNotFound(call.method) }
      guard call.mode != .upgrade else { throw .methodNotImplemented(call.method) }
      guard row.permission.includes(caller) else { throw .permissionDenied }
      if row.method.takesScreen {
        request.screen = try request.parameters.nullableString("screen")
        var parameters = call.parameters
        parameters["screen"] = nil
        request.parameters = Fields(parameters, nameBytes: limits.nameBytes)
      }
      let outcome = try outcome(of: row, request)
      if row.changesState { shows.noteChange() }
      return outcome
    case ExactText(ServiceInterface.name):
      // A client that would upgrade may ask for the service's description, too.
      switch ExactText(member) {
      case ExactText(ServiceInterface.getInfo): return .reply(try ServiceMethods.getInfo(request))
      case ExactText(ServiceInterface.getInterfaceDescription):
        return .reply(try ServiceMethods.getInterfaceDescription(request))
      default: throw .methodNotFound(call.method)
      }
    default: throw .interfaceNotFound(interface ?? call.method)
    }
  }

  /// The present name of a curve that a call names otherwise, for the log; nil for any
  /// other call.
  static func hint(for call: Call) -> String? {
    guard case .string(let text)? = call.parameters["timing"],
      let timing = TimingName(text), timing.name != text
    else { return nil }
    return "the curve '" + text + "' is called " + timing.name
  }

  /// True if a call may be handled between slices of a frame's work.
  static func isAllowed(_ call: Call, during work: FrameSlicer.Work) -> Bool {
    MethodTable.row(of: call)?.occasion.includes(work) ?? true
  }

  /// True if a call waits for the scenes that are being loaded.
  func waitsForLoads(_ call: Call) -> Bool {
    shows.isStepped && MethodTable.row(of: call)?.waitsForLoads ?? false
  }

  private func outcome(of row: MethodRow, _ request: Request) throws(CallError) -> Outcome {
    switch row.action {
    case .shows(let act): return try act(request, shows)
    case .boot(let act): return try act(request, boot)
    case .scene(let read): return try read(request, shows.scene(ofScreen: request.screen).stage)
    case .controls(let decode, let waits):
      if let screen = request.screen { _ = try shows.answering(screen) }
      let isAwaited = try waits(request) && request.mode != .oneway
      let command = try decode(request)
      let (answer, show) = try shows.apply(command, on: request.screen)
      if command.isOfProgress { boot.tracker.yield() }
      if case .setText(let control, _) = command { boot.noteText(of: control, on: show.stage) }
      return Outcome(answer, of: show.stage, isAwaited: isAwaited)
    case .allScenes(let decode):
      let command = try decode(request)
      do throws(ControlError) {
        let answer = try shows.stage.apply(command)
        shows.apply(command, to: shows.presenters.filter { $0 !== shows.main.lead })
        if shows.isStepped {
          shows.layOut()
          boot.showTitle()
        }
        if shows.isLayingOut, request.mode != .oneway {
          return .wait(.layout(shows.lastLayout))
        }
        return Outcome(answer, of: shows.stage, isAwaited: false)
      } catch {
        throw CallError(error)
      }
    }
  }
}
