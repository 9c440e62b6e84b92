import Geometry
import JSON
import Raster
import Wire

/// The last answers of a daemon.
struct DaemonContent {
  /// Counts the changes of all except the picture.
  private(set) var revision = 1
  private(set) var isConnected = false
  /// The last picture as a PNG file; empty if there is none.
  private(set) var pictureFile: [UInt8] = []
  private let allowsControl: Bool
  private var path = ""
  /// The reason for which there is no connection.
  private var fault: String? = "connecting"
  /// The reason for which there is no picture.
  private var pictureFault: String?
  /// The last refusal of a request.
  private var message: String?
  private var status: DisplayInterface.Status?
  private var controls: [JSONValue] = []
  private var accessibility: [JSONValue] = []
  private var layers: [JSONValue] = []

  private var sequence = 0
  private var image: Image?
  private var imageTime: Int64 = 0
  /// The pixels that differ from the picture before.
  private var damage: PixelRect?

  init(allowsControl: Bool) { self.allowsControl = allowsControl }

  func isLog(_ control: String) -> Bool {
    controls.contains { value in
      let object = value.objectValue
      return object?["name"]?.stringValue == control && object?["kind"]?.stringValue == "log"
    }
  }

  // MARK: Changes

  mutating func connected(to path: String) {
    self.path = path
    isConnected = true
    fault = nil
    pictureFault = nil
    message = nil
    revision += 1
  }

  mutating func lost(_ error: ClientError) {
    let fault = Self.text(error)
    guard isConnected || fault != self.fault else { return }
    isConnected = false
    self.fault = fault
    revision += 1
  }

  mutating func update(_ status: DisplayInterface.Status) {
    // A status that differs only in its time is no change.
    var former = self.status
    former?.timeMicroseconds = status.timeMicroseconds
    if former != status { revision += 1 }
    self.status = status
  }

  mutating func update(
    controls: [JSONValue], accessibility: [JSONValue], layers: [JSONValue]
  ) {
    guard
      self.controls != controls || self.accessibility != accessibility || self.layers != layers
    else { return }
    self.controls = controls
    self.accessibility = accessibility
    self.layers = layers
    revision += 1
  }

  /// Keeps a refusal for the page; nil removes the last one.
  mutating func told(_ error: ClientError?) {
    message = error.map { Self.text($0) }
    revision += 1
  }

  mutating func hidePicture(_ error: ClientError) {
    guard pictureFault != Self.text(error) else { return }
    pictureFault = Self.text(error)
    revision += 1
  }

  mutating func show(_ image: Image, _ file: [UInt8], time: Int64) {
    if pictureFault != nil {
      pictureFault = nil
      revision += 1
    }
    let all = PixelRect(minX: 0, minY: 0, maxX: image.size.width, maxY: image.size.height)
    let changed: PixelRect?
    if let former = self.image, former.size == image.size {
      changed = PictureDifference.bounds(of: former, image)
    } else {
      changed = all
    }
    guard let changed else { return }
    self.image = image
    pictureFile = file
    imageTime = time
    damage = changed
    sequence += 1
  }

  private static func text(_ error: ClientError) -> String {
    error.message + (error.hint.map { "; " + $0 } ?? "")
  }

  // MARK: The page

  /// The pixels that differ from a picture that the page has.
  func picture(after known: Int) -> PreviewPicture? {
    guard let image, known != sequence, let damage else { return nil }
    let isNext = known == sequence - 1 && known > 0
    let all = PixelRect(minX: 0, minY: 0, maxX: image.size.width, maxY: image.size.height)
    return PreviewPicture(
      sequence: sequence, time: imageTime, image: image, damage: [damage],
      rect: isNext ? damage : all)
  }

  var state: JSONObject {
    var object = JSONObject()
    object["revision"] = .integer(Int64(revision))
    object["file"] = .string(path)
    object["name"] = .string(status?.scene ?? "")
    object["playing"] = .bool(!(status?.isPaused ?? false))
    object["time"] = .integer(imageTime)
    let size = image?.size ?? PixelSize(width: 16, height: 9)
    object["size"] = [.integer(Int64(size.width)), .integer(Int64(size.height))]
    object["scale"] = .number(status?.outputs.first?.scale ?? 1)
    object["reducesMotion"] = .bool(status?.reducesMotion ?? false)
    object["controls"] = .array(controls)
    object["accessibility"] = .array(accessibility)
    object["layers"] = .array(layers)
    object["diagnostics"] = []
    object["daemon"] = .object(daemon)
    return object
  }

  private var daemon: JSONObject {
    var object = JSONObject()
    object["connected"] = .bool(isConnected)
    object["fault"] = fault.map { .string($0) }
    object["pictureFault"] = pictureFault.map { .string($0) }
    object["message"] = message.map { .string($0) }
    object["allowsControl"] = .bool(allowsControl)
    object["facts"] = .array(
      facts.map { ["name": .string($0.name), "value": .string($0.value)] as JSONObject }
        .map { .object($0) })
    return object
  }

  private var facts: [(name: String, value: String)] {
    guard let status else { return [] }
    var facts = status.outputs.map { output in
      let rate = Double(output.refreshMillihertz) / 1000
      return (
        output.name,
        "\(output.width) × \(output.height)"
          + (rate > 0 ? ", \(JSONValue.number(rate).cell) Hz" : "")
          + (output.scale == 1 ? "" : ", scale \(JSONValue.number(output.scale).cell)")
      )
    }
    facts.append(("Frames", "\(status.frames), \(status.lateFrames) late"))
    facts.append(("Animations", "\(status.runningAnimations) running"))
    if status.clock == .step { facts.append(("Clock", "stepped")) }
    if status.isPaused { facts.append(("Time", "paused")) }
    if status.reducesMotion { facts.append(("Motion", "reduced")) }
    if let fault = status.sceneFault { facts.append(("Fault", fault)) }
    return facts
  }
}

/// Differences of pictures.
enum PictureDifference {
  /// The least rectangle with all pixels that differ between two pictures of one size; nil if none
  /// do.
  static func bounds(of a: Image, _ b: Image) -> PixelRect? {
    let width = a.size.width
    let first = a.premultipliedPixels
    let second = b.premultipliedPixels
    var bounds: PixelRect?
    for y in 0..<a.size.height {
      let row = y * width..<(y + 1) * width
      guard first[row] != second[row] else { continue }
      guard let left = row.first(where: { first[$0] != second[$0] }),
        let right = row.last(where: { first[$0] != second[$0] })
      else { continue }
      let minX = min(bounds?.minX ?? .max, left - row.lowerBound)
      let maxX = max(bounds?.maxX ?? 0, right - row.lowerBound + 1)
      bounds = PixelRect(minX: minX, minY: bounds?.minY ?? y, maxX: maxX, maxY: y + 1)
    }
    return bounds
  }
}
