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
  ///   - isPrivileged: whether the caller is root or the daemon's own user.
  func outcome(
    of call: Call, descriptors: DescriptorList, client: UInt64, isPrivileged: Bool
  ) throws(CallError) -> Outcome {
    let (interface, member) = call.methodParts
    var request = Request(
      parameters: Fields(call.parameters), descriptors: descriptors, mode: call.mode,
      client: client, isPrivileged: isPrivileged)
    switch interface {
    case DisplayInterface.name?:
      guard let method = DisplayInterface.Method(member) else {
        throw .methodNotFound(call.method)
      }
      guard call.mode != .upgrade else { throw .methodNotImplemented(call.method) }
      guard isPrivileged || Self.isForEverybody(method) else { throw .permissionDenied }
      if method.takesScreen {
        request.screen = try request.parameters.nullableString("screen")
        var parameters = call.parameters
        parameters["screen"] = nil
        request.parameters = Fields(parameters)
      }
      return try outcome(of: method, request)
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

  /// True if users other than root and the daemon's own may call a method: what reads, except for
  /// the picture itself, and what sets controls.
  static func isForEverybody(_ method: DisplayInterface.Method) -> Bool {
    switch method {
    case .getStatus, .getCapabilities, .listLayers, .listControls, .getAccessibility,
      .setProgress, .setIndeterminate, .setText, .reveal, .conceal, .beginScrub, .updateScrub,
      .endScrub, .toggleScrub, .subscribe:
      true
    case .setReducedMotion, .pause, .resume, .step, .loadScene, .screenshot, .quit: false
    }
  }

  /// True if a call may be handled while a frame is being prepared or drawn: not what draws itself,
  /// puts another scene in play or ends it all. While layers are half in the one frame and half in the
  /// other nothing looks at them or changes them, and while not all screens have taken in what was
  /// asked for, nothing more is asked for.
  static func isForPauses(_ call: Call, of work: ServingPauses.Work) -> Bool {
    let (interface, member) = call.methodParts
    guard interface == DisplayInterface.name, let method = DisplayInterface.Method(member) else {
      return true
    }
    switch method {
    case .step, .loadScene, .screenshot, .quit: return false
    case .getStatus, .getCapabilities, .subscribe: return true
    case .setProgress, .setIndeterminate, .setText, .reveal, .beginScrub, .updateScrub, .endScrub,
      .toggleScrub:
      if case .advancing(isLast: false) = work { return false }
      return true
    case .listLayers, .listControls, .getAccessibility, .conceal, .setReducedMotion, .pause,
      .resume:
      if case .advancing = work { return false }
      return true
    }
  }

  /// True if a call waits for the scenes that are being loaded: on a stepped clock frames are the same
  /// however long that takes.
  func waitsForLoads(_ call: Call) -> Bool {
    let (interface, member) = call.methodParts
    return display.isStepped && interface == DisplayInterface.name
      && DisplayInterface.Method(member) == .step
  }

  /// True if a method changes what a next start is to go on with. Scenes are counted by themselves.
  private static func changesState(_ method: DisplayInterface.Method) -> Bool {
    switch method {
    case .setProgress, .setIndeterminate, .setText, .reveal, .conceal, .beginScrub, .updateScrub,
      .endScrub, .toggleScrub, .setReducedMotion, .pause, .resume:
      true
    default: false
    }
  }

  private func outcome(
    of method: DisplayInterface.Method, _ request: Request
  ) throws(CallError) -> Outcome {
    let answering = try display.answering(
      method == .loadScene || method == .screenshot ? nil : request.screen)
    var first: CallError?
    for presenter in answering {
      do throws(CallError) {
        let outcome = try outcome(of: method, request, on: presenter.stage)
        if Self.changesState(method) { display.revision &+= 1 }
        let isForAll = method == .setReducedMotion
        for other in isForAll ? display.presenters : display.followers(of: presenter) {
          follow(method, request, other.stage)
        }
        return outcome
      } catch {
        first = first ?? error
        // Another screen's scene may have the control.
        guard error.failure == .noSuchControl else { break }
      }
    }
    throw first ?? .methodNotImplemented(method.qualifiedName)
  }

  /// Does on a further output's stage what was done on the first one's, which has answered.
  private func follow(_ method: DisplayInterface.Method, _ request: Request, _ stage: Stage) {
    do throws(CallError) {
      switch method {
      case .setProgress: _ = try ControlMethods.setProgress(request, stage)
      case .setIndeterminate: _ = try ControlMethods.setIndeterminate(request, stage)
      case .setText: _ = try ControlMethods.setText(request, stage, limits)
      case .reveal: _ = try RevealMethods.start(request, stage)
      case .conceal: _ = try RevealMethods.conceal(request, stage)
      case .beginScrub: _ = try ScrubMethods.begin(request, stage)
      case .updateScrub: _ = try ScrubMethods.update(request, stage)
      case .endScrub: _ = try ScrubMethods.end(request, stage)
      case .toggleScrub: _ = try ScrubMethods.toggle(request, stage)
      case .setReducedMotion: _ = try AccessibilityMethods.setReducedMotion(request, stage)
      case .pause: _ = try LayerMethods.pause(request, stage)
      case .resume: _ = try LayerMethods.resume(request, stage)
      default: break
      }
    } catch {
      // The first one took it; this one may have begun later and differ for a moment.
    }
  }

  private func outcome(
    of method: DisplayInterface.Method, _ request: Request, on stage: Stage
  ) throws(CallError) -> Outcome {
    switch method {
    case .setProgress: .reply(try ControlMethods.setProgress(request, stage))
    case .setIndeterminate: .reply(try ControlMethods.setIndeterminate(request, stage))
    case .setText: .reply(try ControlMethods.setText(request, stage, limits))
    case .reveal: try RevealMethods.reveal(request, stage)
    case .conceal: .reply(try RevealMethods.conceal(request, stage))
    case .beginScrub: .reply(try ScrubMethods.begin(request, stage))
    case .updateScrub: .reply(try ScrubMethods.update(request, stage))
    case .endScrub: .reply(try ScrubMethods.end(request, stage))
    case .toggleScrub: .reply(try ScrubMethods.toggle(request, stage))
    case .listControls: .reply(try ControlMethods.listControls(request, display, limits))
    case .getAccessibility:
      .reply(try AccessibilityMethods.getAccessibility(request, display, limits))
    case .setReducedMotion:
      .reply(try AccessibilityMethods.setReducedMotion(request, stage))
    case .getStatus: .reply(try StatusMethods.getStatus(request, display))
    case .getCapabilities: .reply(try StatusMethods.getCapabilities(request, limits))
    case .listLayers: .reply(try LayerMethods.listLayers(request, stage, limits))
    case .pause: .reply(try LayerMethods.pause(request, stage))
    case .resume: .reply(try LayerMethods.resume(request, stage))
    case .step: .reply(try ClockMethods.step(request, display))
    case .loadScene: .load(try SceneMethods.loadScene(request, display))
    case .screenshot: try ScreenshotMethods.screenshot(request, display, limits)
    case .subscribe: .stream(try EventMethods.subscribe(request, display, limits))
    case .quit: try quit(request)
    }
  }

  private func quit(_ request: Request) throws(CallError) -> Outcome {
    try request.parameters.allow("retain")
    return .quit(isRetained: try request.parameters.nullableBool("retain") ?? false)
  }
}
