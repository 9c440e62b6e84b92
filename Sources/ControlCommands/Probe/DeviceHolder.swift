import Foundation
import System

/// A process that has a device open.
struct DeviceHolder: Equatable {
  var processIdentifier: Int
  /// The name of the program in the kernel: 15 bytes at most.
  var name: String
}

/// The processes that have devices open, according to `/proc`.
struct DeviceHolders: Equatable {
  private(set) var byPath: [String: [DeviceHolder]] = [:]
  /// True if the descriptors of all processes could be read.
  private(set) var isComplete = true

  init(byPath: [String: [DeviceHolder]] = [:], isComplete: Bool = true) {
    self.byPath = byPath
    self.isComplete = isComplete
  }

  /// - Parameter directory: the kernel's directory of processes.
  init(of paths: [String], in directory: String = "/proc") {
    guard !paths.isEmpty else { return }
    for name in (try? listDirectory(directory)) ?? [] {
      guard let identifier = Int(name) else { continue }
      look(at: directory + "/" + name, identifier, for: paths)
    }
    for path in byPath.keys {
      byPath[path]?.sort { $0.processIdentifier < $1.processIdentifier }
    }
  }

  func callAsFunction(_ path: String) -> [DeviceHolder] { byPath[path] ?? [] }

  private mutating func look(at process: String, _ identifier: Int, for paths: [String]) {
    let descriptors: [String]
    do throws(SystemError) {
      descriptors = try listDirectory(process + "/fd")
    } catch {
      // A process that has ended meanwhile has nothing open.
      if error.isDenied { isComplete = false }
      return
    }
    var found: Set<String> = []
    for descriptor in descriptors {
      let link = process + "/fd/" + descriptor
      if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) {
        found.insert(path)
      }
    }
    for path in paths where found.contains(path) {
      byPath[path, default: []].append(
        DeviceHolder(processIdentifier: identifier, name: name(of: process)))
    }
  }

  private func name(of process: String) -> String {
    guard let text = KernelText.read(process + "/comm") else { return "?" }
    return text.trimmingCharacters(in: .newlines).oneLine
  }
}

extension [DeviceHolder] {
  /// For example `Xorg (pid 812), firstlightd (pid 77)`.
  var words: String { map { "\($0.name) (pid \($0.processIdentifier))" }.joined(separator: ", ") }
}
