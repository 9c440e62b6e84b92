/// An error that another one may be the cause of.
public protocol WrappingError: Error {
  associatedtype Cause: Error

  init(_ cause: Cause)
}

extension WrappingError {
  /// Evaluates a function that fails with the cause.
  public static func wrapping<Result: ~Copyable>(
    _ result: @autoclosure () throws(Cause) -> Result
  ) throws(Self) -> Result {
    do throws(Cause) {
      return try result()
    } catch {
      throw Self(error)
    }
  }
}
