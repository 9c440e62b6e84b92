import JSON
import Stage
import Wire

/// Leads a call to its method.
///
/// Order of refusals: unknown interface, unknown method, an upgrade of the display's, no permission,
/// then what is wrong with the parameters.
struct Dispatcher {
  let display: Display
  let limits: Limits

  /// - Parameters:
  ///   - client: the connection's number.
  ///   - caller: who has called.
  func outcome(
    of call: Call, descriptors: DescriptorList, client: UInt64, caller: Users.Kind
  ) throws(CallError) -> Outcome {
    let (interface, member) = call.methodParts
    var request = Request(
      parameters: Fields(call.parameters), descriptors: descriptors, mode: call.mode,
      client: client, caller: caller, limits: limits)
    switch interface {
    case DisplayInterface.name?:
      guard let row = MethodTable.row(named: member) else { throw .methodNotFound(call.method) }
      guard call.mode != .upgrade else { throw .methodNotImplemented(call.method) }
      guard row.permission.includes(caller) else { throw .permissionDenied }
      if row.method.takesScreen {
        request.screen = try request.parameters.nullableString("screen")
        var parameters = call.parameters
        parameters["screen"] = nil
        request.parameters = Fields(parameters)
      }
      let outcome = try outcome(of: row, request)
      if row.changesState { display.revision &+= 1 }
      return outcome
    case ServiceInterface.name?:
      // A client that would upgrade is told about the service, too.
      switch member {
      case ServiceInterface.getInfo: return .reply(try ServiceMethods.getInfo(request))
      case ServiceInterface.getInterfaceDescription:
        return .reply(try ServiceMethods.getInterfaceDescription(request))
      default: throw .methodNotFound(call.method)
      }
    default: throw .interfaceNotFound(interface ?? call.method)
    }
  }

  /// True if a call may be handled while a frame is being prepared or drawn.
  static func isForPauses(_ call: Call, of work: ServingPauses.Work) -> Bool {
    MethodTable.row(of: call)?.occasion.includes(work) ?? true
  }

  /// True if a call waits for the scenes that are being loaded.
  func waitsForLoads(_ call: Call) -> Bool {
    display.isStepped && MethodTable.row(of: call)?.waitsForLoads ?? false
  }

  private func outcome(of row: MethodRow, _ request: Request) throws(CallError) -> Outcome {
    switch row.action {
    case .display(let act): return try act(request, display)
    case .scene(let read):
      return try first(request) { presenter throws(CallError) in
        try read(request, presenter.stage)
      }
    case .controls(let change):
      return try first(request) { presenter throws(CallError) in
        let outcome = try change(request, presenter.stage)
        follow(display.followers(of: presenter), request, change)
        return outcome
      }
    case .allScenes(let change):
      return try first(request) { presenter throws(CallError) in
        let outcome = try change(request, presenter.stage)
        follow(display.presenters.filter { $0 !== presenter }, request, change)
        return outcome
      }
    }
  }

  /// Has the first scene answer that has the control.
  private func first(
    _ request: Request, _ ask: (Presenter) throws(CallError) -> Outcome
  ) throws(CallError) -> Outcome {
    var first: CallError?
    for presenter in try display.answering(request.screen) {
      do throws(CallError) {
        return try ask(presenter)
      } catch {
        first = first ?? error
        // Another screen's scene may have the control.
        guard error.failure == .noSuchControl else { break }
      }
    }
    throw first ?? .noSuchScreen(request.screen ?? "")
  }

  /// Does on further outputs' stages what was done on the first one's, which has answered.
  private func follow(
    _ presenters: [Presenter], _ request: Request, _ change: MethodRow.Action.OnStage
  ) {
    for presenter in presenters {
      // The first one took it; this one may have begun later and differ for a moment.
      _ = try? change(request, presenter.stage)
    }
  }
}
