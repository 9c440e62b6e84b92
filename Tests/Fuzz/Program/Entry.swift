import CLibFuzzer
import TestSupport

/// The most that an input may take of the processor, in seconds.
private let longestRun = 1.0

/// Which target is tried; set before anything runs.
nonisolated(unsafe) private var target = FuzzTarget.json

/// The program's entry point: `fuzz TARGET OPTION…`, with libFuzzer's options and folders.
@c(fuzz_main)
public func entryPoint(
  _ argumentCount: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  guard argumentCount > 1, let name = unsafe arguments[1],
    let named = unsafe FuzzTarget(rawValue: String(cString: name))
  else {
    print(FuzzTarget.allCases.map { $0.rawValue }.joined(separator: "\n"))
    return 0
  }
  unsafe target = named
  // The library sees its own options only.
  unsafe arguments[1] = arguments[0]
  var count = argumentCount - 1
  var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe arguments + 1
  return unsafe LLVMFuzzerRunDriver(&count, &rest, runOneInput)
}

/// What libFuzzer's own `main` would call, which SwiftPM's leaves aside.
@c(LLVMFuzzerTestOneInput)
public func runOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  let start = firstlight_thread_seconds()
  do throws(Finding) {
    try unsafe target.run(bytes)
  } catch {
    fatalError("finding: \(error)")
  }
  let seconds = firstlight_thread_seconds() - start
  if seconds > longestRun { fatalError("finding: it took \(seconds) s of the processor") }
  return 0
}

/// Changes an input: at random, or with regard to what it is.
@c(LLVMFuzzerCustomMutator)
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ greatest: Int, _ seed: UInt32
) -> Int {
  var random = SeededGenerator(seed: UInt64(seed))
  guard unsafe target.structure != .none, random.chance(0.75) else {
    return unsafe LLVMFuzzerMutate(data, count, greatest)
  }
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  guard let changed = unsafe target.structure.mutate(bytes, &random),
    !changed.isEmpty, changed.count <= greatest
  else { return unsafe LLVMFuzzerMutate(data, count, greatest) }
  for (index, byte) in changed.enumerated() { unsafe data[index] = byte }
  return changed.count
}
