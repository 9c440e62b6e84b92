import Geometry
import Input
import Output
import Stage
import System

/// Brings what people touch to the stage.
///
/// The devices are given up while there is nothing to take hold of.
final class Hands {
  private let display: Display
  private let devices: InputDevices
  /// Whether the devices are those of whoever sits before the screen.
  private let needsScreen: Bool

  init(_ selection: InputSelection, on display: Display, _ log: Log) throws(SystemError) {
    self.display = display
    needsScreen = selection == .auto
    devices = try InputDevices(selection) { log.warning($0) }
  }

  func watch(with loop: EventLoop) throws(SystemError) {
    try devices.withDescriptor { descriptor throws(SystemError) in
      try loop.watch(descriptor, for: .readable, as: .input)
    }
    follow()
  }

  /// Takes in what the devices have to say.
  func read() {
    devices.read()
    deliver()
  }

  /// Begins or ends to read the devices, as the display is.
  func follow() {
    let takesPointers = display.takesPointers && (display.isOnScreen || !needsScreen)
    guard devices.isSuspended == takesPointers else { return }
    let output = display.presenters[0].output
    let size = output.mode.rotation.turned(output.size)
    devices.extent = Size(
      width: Double(size.width) / output.scale, height: Double(size.height) / output.scale)
    devices.isSuspended = !takesPointers
    deliver()
  }

  private func deliver() {
    for event in devices.takeEvents() {
      // Every output shows the same.
      for presenter in display.presenters {
        deliver(
          event, to: presenter.stage,
          at: display.position(ofPointer: event.position, on: presenter.output))
      }
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
