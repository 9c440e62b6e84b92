import CLibFuzzer
import Foundation
import TestSupport

/// The target that is tried; set before anything runs.
nonisolated(unsafe) private var target = FuzzTarget.json

/// Takes the target's name out of the arguments, `fuzz TARGET OPTION…`, before libFuzzer's own
/// `main` reads its options and folders; without a name it prints those of all targets and ends.
///
/// libFuzzer merges by programs that it starts with the arguments that it knows: these have the
/// name from the environment.
@c(LLVMFuzzerInitialize)
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  let variable = "FIRSTLIGHT_FUZZ_TARGET"
  let all = unsafe arguments.pointee
  if unsafe count.pointee > 1, let name = unsafe all[1],
    let named = unsafe FuzzTarget(rawValue: String(cString: name))
  {
    unsafe target = named
    unsafe setenv(variable, named.rawValue, 1)
    unsafe all[1] = all[0]
    unsafe count.pointee -= 1
    unsafe arguments.pointee = all + 1
  } else if let name = unsafe getenv(variable),
    let named = unsafe FuzzTarget(rawValue: String(cString: name))
  {
    unsafe target = named
  } else {
    print(FuzzTarget.allCases.map { $0.rawValue }.joined(separator: "\n"))
    exit(0)
  }
  return 0
}

/// Tries one input, for libFuzzer's `main`.
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
  if seconds > FuzzTarget.seconds {
    fatalError("finding: it took \(seconds) s of the processor")
  }
  return 0
}

/// Mutates an input: at random, or according to its structure.
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
