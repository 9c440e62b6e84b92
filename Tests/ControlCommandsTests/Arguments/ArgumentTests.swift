import Animation
import ArgumentParser
import Stage
import Testing

@testable import ControlCommands

struct ArgumentTests {
  @Test(arguments: [
    ("0.5s", 500_000), ("500ms", 500_000), ("2", 2_000_000), ("250us", 250), ("0", 0),
    (".25s", 250_000), ("86400", 86_400_000_000), ("0.016666666666666666", 16_667),
    ("0.10000000000000000000000000000000000001", 100_000),
  ])
  func `times are read in their units`(text: String, microseconds: Int64) throws {
    #expect(try TimeSpan(text).microseconds == microseconds)
  }

  @Test(arguments: ["", "s", "-1s", "1h", "nan", "inf", "1e3", "0.5 s", "86401"])
  func `times that mean nothing are refused`(text: String) {
    #expect(throws: ValidationError.self) { try TimeSpan(text) }
  }

  @Test(arguments: [("0", 0), ("1", 1), ("0.42", 0.42), ("42%", 0.42), ("100%", 1)])
  func `progress is a fraction or a percentage`(text: String, fraction: Double) throws {
    #expect(try ProgressValue(text).fraction == fraction)
  }

  @Test(arguments: ["1.5", "-0.1", "101%", "inf", "42"])
  func `progress out of range is refused, and the error names the value`(text: String) {
    let error = #expect(throws: ValidationError.self) { try ProgressValue(text) }
    #expect(error?.message.contains(text) == true)
    #expect(error?.message.contains("out of range") == true)
  }

  @Test(arguments: ["", "abc", "nan", "%", "0,5"])
  func `progress that is no number is refused`(text: String) {
    let error = #expect(throws: ValidationError.self) { try ProgressValue(text) }
    #expect(error?.message.contains("not a number") == true)
  }

  @Test(arguments: [
    ("install=0.4", "install", "0.4", 0), ("install=0.4@0.2s", "install", "0.4", 200_000),
    ("message=root@host", "message", "root@host", 0), ("m=gate@5@0", "m", "gate@5", 0),
    ("m=a=b@1", "m", "a=b", 1_000_000),
    ("m=", "m", "", 0),
  ])
  func `assignments have a control, a value and a time`(
    text: String, control: String, value: String, time: Int64
  ) throws {
    let assignment = try ControlAssignment(text)
    #expect(assignment.control == control)
    #expect(assignment.value == value)
    #expect(assignment.time.microseconds == time)
  }

  @Test(arguments: ["", "install", "=1"])
  func `assignments without a control or a value are refused`(text: String) {
    #expect(throws: ValidationError.self) { try ControlAssignment(text) }
  }

  @Test(
    arguments: [
      ("host:Enter", "host", "Enter", .enter, 0), ("esc@1.5s", "", "esc", .escape, 1_500_000),
      ("a:b:Space", "a:b", "Space", .character(" "), 0), (":", "", ":", .character(":"), 0),
      ("host::", "host", ":", .character(":"), 0), ("host:@", "host", "@", .character("@"), 0),
      ("host:ä@2", "host", "ä", .character("ä"), 2_000_000),
    ] as [(String, String, String, InputKey, Int64)])
  func `keys have a control, a name and a time`(
    text: String, control: String, value: String, key: InputKey, time: Int64
  ) throws {
    let press = try ControlAssignment.pressing(text)
    #expect(press.control == control && press.value == value && press.act == .press(key))
    #expect(press.time.microseconds == time)
  }

  @Test func `the error of a misspelt key lists the keys`() {
    let error = #expect(throws: ValidationError.self) {
      try ControlAssignment.pressing("host:Entr")
    }
    #expect(error?.message.contains("did you mean Enter?") == true)
    #expect(error?.message.contains("Enter, Escape, Tab") == true)
    for text in ["", "host:", "@1s"] {
      #expect(throws: ValidationError.self, "\(text)") { try ControlAssignment.pressing(text) }
    }
  }

  @Test func `sizes are two sides`() throws {
    #expect(try PixelDimensions("1280x720") == PixelDimensions(width: 1280, height: 720))
  }

  @Test(arguments: ["", "1280", "0x1", "1x0", "100000x1", "-1x5", "1x2x3", "axb"])
  func `impossible sizes are refused`(text: String) {
    #expect(throws: ValidationError.self) { try PixelDimensions(text) }
  }

  @Test(arguments: TimingName.allCases)
  func `curves have the names of scenes`(name: TimingName) {
    #expect(TimingName(argument: name.rawValue) == name)
  }

  @Test(arguments: [
    ("easeIn", TimingName.easeIn), ("ease-in", .easeIn), ("ease_out", .easeOut),
    ("ease-in-ease-out", .easeInEaseOut), ("ease-in-out", .easeInEaseOut), ("standard", .standard),
    ("default", .standard), ("bouncy", nil),
  ])
  func `former names of curves are taken`(text: String, name: TimingName?) {
    #expect(TimingName(argument: text) == name)
  }
}
