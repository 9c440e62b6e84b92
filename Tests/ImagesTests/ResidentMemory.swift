import Foundation

/// The process's memory high-water mark, in bytes.
func residentBytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first)
    .flatMap { Int($0) }.map { $0 << 10 } ?? 0
}
