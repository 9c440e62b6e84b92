public import Animation

/// The settings for changes between a transaction's begin and its commit.
public struct Transaction: Equatable, Sendable {
  /// The duration in seconds of animations that have none.
  public var duration = 0.25
  /// The timing function of animations that have none.
  public var timingFunction: MediaTimingFunction?
  /// True to suppress actions, including implicit animations, at the moment of the change.
  public var disableActions = false

  public init() {}
}

/// A transaction on the stack.
struct TransactionScope {
  var settings: Transaction
  /// The completion that new animations count for: this transaction's or an outer one's.
  var completion: TransactionCompletion?
  /// True if `completion` was set in this scope.
  var ownsCompletion = false
}

/// Counts the things that a completion waits for: its open transaction, inner completions and
/// animations.
final class TransactionCompletion {
  private var outstanding = 1
  private let parent: TransactionCompletion?
  private let body: () -> Void

  init(parent: TransactionCompletion?, body: @escaping () -> Void) {
    self.parent = parent
    self.body = body
    parent?.enter()
  }

  func enter() { outstanding += 1 }

  /// Ends one of the things waited for.
  /// - Returns: the bodies of the completions that now wait for nothing, inner ones first. They are
  ///   to be called a turn later.
  func leave() -> [() -> Void] {
    outstanding -= 1
    guard outstanding == 0 else { return [] }
    return [body] + (parent?.leave() ?? [])
  }
}
