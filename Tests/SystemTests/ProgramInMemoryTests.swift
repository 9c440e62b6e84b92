import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct ProgramInMemoryTests {
  @Test func `the copy has the program's bytes and can be executed`() throws {
    let copy = try ProgramInMemory.copy()
    let path = "/proc/self/fd/\(copy.rawValue)"
    let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"))
    #expect(try Data(contentsOf: URL(filePath: path)) == program)
    #expect(FileManager.default.isExecutableFile(atPath: path))
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: path)
    let name = try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    #expect(link == "/memfd:\(name.dropLast()) (deleted)")
  }

  @Test func `the copy is sealed against changes`() throws {
    let copy = try ProgramInMemory.copy()
    #expect(throws: SystemError.self) { try copy.writeAll([1].span) }
    #expect(throws: SystemError.self) { try copy.resize(to: 0) }
    #expect(try Syscalls.seals(copy.rawValue) == 15)
  }

  @Test func `a program with libraries stays as it is`() throws {
    #expect(!ProgramInMemory.isCurrent)
    try ProgramInMemory.enter(["a", "b"])
  }

  @Test(arguments: [SystemCall.open, .status, .createMemoryFile, .write, .seal])
  func `a copy that cannot be made is an error`(_ call: SystemCall) {
    #expect(throws: SystemError.self) {
      try SystemFault(call, code: EPERM).inject { _ = try ProgramInMemory.copy() }
    }
  }

  @Test func `a file that is no program is not executed`() throws {
    let file = try MemoryFile.sealed(name: "text", bytes: Array("no program".utf8).span)
    do throws(SystemError) {
      try Syscalls.execute(file.rawValue, arguments: ["a"])
      Issue.record("it was executed")
    } catch {
      #expect(error.operation == .execute && error.code == ENOEXEC)
    }
  }
}
