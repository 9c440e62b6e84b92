/// A scene with a switch on the left half of the screen, whose knob moves by the switch's width.
let touchedScene = """
  { "layers": [
      { "name": "switch", "frame": [0, 0, "50%", "100%"], "layers": [
        { "name": "knob", "frame": [0, 0, 10, 10], "backgroundColor": "#FFFFFF",
          "animations": [ { "key": "position.x", "from": 0, "to": 48, "timing": "linear" } ] }
      ] } ],
    "controls": { "power": { "kind": "scrub", "layers": "switch" } } }
  """

/// The kernel's records of a finger on a touch screen of 65,536 steps a side: its number, where
/// that is given, and its place.
/// - Parameter time: in microseconds.
func touchReport(finger: Int32? = nil, x: Int32, y: Int32, time: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  var records: [(UInt16, UInt16, Int32)] = [(3, 53, x), (3, 54, y), (0, 0, 0)]
  if let finger { records.insert((3, 57, finger), at: 0) }
  for record in records {
    unsafe withUnsafeBytes(of: (time / 1_000_000, time % 1_000_000)) {
      unsafe bytes.append(contentsOf: $0)
    }
    unsafe withUnsafeBytes(of: record) { unsafe bytes.append(contentsOf: $0) }
  }
  return bytes
}
