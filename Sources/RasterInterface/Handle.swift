/// Objects as C sees them: an opaque pointer is one owned reference.
enum Handle {
  /// Gives an object to the caller.
  static func give<Object: AnyObject>(_ object: Object) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// The object of a handle, which the caller still owns.
  static func object<Object: AnyObject>(
    _ handle: OpaquePointer, as type: Object.Type
  ) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Takes an object back from the caller; null is none.
  static func take<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
    guard let handle = unsafe handle else { return }
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}
