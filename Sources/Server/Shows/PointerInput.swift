import Geometry
import Input
import Output
import Stage
import System

/// Passes touches to the stage.
///
/// The devices are closed while there is nothing to take hold of.
final class PointerInput {
  private let shows: Shows
  private let devices: InputDevices
  /// True if the devices belong to the person at the screen.
  private let needsScreen: Bool
  /// The presenter on which each present contact began.
  private var touched: [(contact: UInt64, presenter: Presenter)] = []

  init(
    _ selection: InputSelection, screens: [InputScreen] = [], on shows: Shows, _ log: Log
  ) throws(SystemError) {
    self.shows = shows
    needsScreen = selection == .auto
    devices = try InputDevices(selection, screens: screens) { log.warning($0) }
  }

  func watch(with loop: EventLoop) throws(SystemError) {
    try devices.withDescriptor { descriptor throws(SystemError) in
      try loop.watch(descriptor, for: .readable, as: .input)
    }
    follow()
  }

  /// Handles the records of the devices.
  func read() {
    devices.read()
    deliver()
  }

  /// Starts or stops reading the devices, depending on the display.
  func follow() {
    let takesPointers = shows.takesPointers && (shows.isOnScreen || !needsScreen)
    guard devices.isSuspended == takesPointers else { return }
    if let output = shows.touched(nil)?.output {
      devices.extent = Size(
        width: Double(output.size.width) / output.scale,
        height: Double(output.size.height) / output.scale)
    }
    devices.isSuspended = !takesPointers
    deliver()
  }

  private func deliver() {
    for event in devices.takeEvents() {
      if event.phase == .began, let presenter = shows.touched(event.screen) {
        touched.append((event.contact, presenter))
      }
      guard let index = touched.firstIndex(where: { $0.contact == event.contact }) else { continue }
      let presenter = touched[index].presenter
      if event.phase == .ended || event.phase == .cancelled { touched.remove(at: index) }
      // A presenter that is gone has released everything.
      guard shows.presenters.contains(where: { $0 === presenter }) else { continue }
      deliver(
        event, to: presenter.stage, at: shows.position(ofPointer: event, on: presenter.output))
      for other in shows.followers(of: presenter) { other.stage.takeScrubs(of: presenter.stage) }
    }
  }

  private func deliver(_ event: PointerEvent, to stage: Stage, at point: Point) {
    let time = Double(event.time) / 1_000_000
    switch event.phase {
    case .began: stage.pointerBegan(event.contact, at: point, time: time)
    case .moved: stage.pointerMoved(event.contact, to: point, time: time)
    case .ended: stage.pointerEnded(event.contact, time: time)
    case .cancelled: stage.pointerCancelled(event.contact)
    }
  }
}
