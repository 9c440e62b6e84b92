public import CFirstlightRaster

/// The reason why a call failed, as its status.
enum Failure: Error {
  case null, range, limit, balance, syntax, buffer

  var status: flr_status {
    switch self {
    case .null: FLR_ERROR_NULL
    case .range: FLR_ERROR_RANGE
    case .limit: FLR_ERROR_LIMIT
    case .balance: FLR_ERROR_BALANCE
    case .syntax: FLR_ERROR_SYNTAX
    case .buffer: FLR_ERROR_BUFFER
    }
  }
}

/// The status of a body that may fail.
@inline(__always)
func status(_ body: () throws(Failure) -> Void) -> flr_status {
  do {
    try body()
    return FLR_OK
  } catch {
    return error.status
  }
}

/// Fails if a number is not finite or beyond the limit of all numbers.
func check(_ numbers: Double...) throws(Failure) {
  for number in numbers where !(abs(number) <= Double(FLR_NUMBER_LIMIT)) {
    throw .range
  }
}

/// Fails if a number is not between 0 and `limit`.
func check(_ number: Double, upTo limit: Double) throws(Failure) {
  if !(number >= 0 && number <= limit) { throw .range }
}

@c @implementation
public func flr_status_text(_ status: flr_status) -> UnsafePointer<CChar>? {
  let text: StaticString =
    switch status {
    case FLR_OK: "no error"
    case FLR_ERROR_NULL: "a pointer is null"
    case FLR_ERROR_RANGE: "a number is not finite or out of its range"
    case FLR_ERROR_LIMIT: "more than a limit allows"
    case FLR_ERROR_BALANCE: "a clip or group that did not begin or did not end"
    case FLR_ERROR_SYNTAX: "path data that cannot be read"
    case FLR_ERROR_BUFFER: "the buffer is too small, or not aligned to its pixels"
    default: "an unknown status"
    }
  return unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
