import ArgumentParser
import JSON
import Wire

struct StepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "step",
    abstract: "Move the clock of a daemon that was started with --clock=step.")

  @Argument(
    help: ArgumentHelp("How far: 0.5s, 500ms, 2.", valueName: "time"), transform: TimeSpan.init)
  var duration: TimeSpan

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let reply = try daemon.connect().call(
      .step, [("durationUSec", .integer(duration.microseconds))])
    if output.json {
      Console.print(.object(reply))
      return
    }
    let time = Double(reply["timeUSec"]?.integerValue ?? 0) / 1_000_000
    let hash = reply["frameHash"]?.stringValue.map { ", frame \($0)" } ?? ""
    Console.print("at \(JSONValue.number(time).cell) s, \(reply.cell("frames")) frames\(hash)")
  }
}
