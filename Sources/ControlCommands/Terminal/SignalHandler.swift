import Foundation

/// True for the handler of a signal that is ignored: the caller of this program wants it so, for
/// example nohup.
func isIgnoring(_ handler: sighandler_t?) -> Bool {
  unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
