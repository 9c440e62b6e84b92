import CDRM

/// Capabilities that a node can be queried for.
enum DRMCapability {
  /// Buffers in memory, without a graphics library.
  case dumbBuffers
  /// The preferred bits of a pixel in such a buffer.
  case preferredDepth

  var rawValue: UInt64 {
    switch self {
    case .dumbBuffers: UInt64(firstlight_drm_cap_dumb)
    case .preferredDepth: UInt64(firstlight_drm_cap_depth)
    }
  }
}

/// Capabilities that a client declares.
enum DRMClientCapability {
  case atomic
  /// The kernel lists planes of all types.
  case universalPlanes

  var rawValue: UInt64 {
    switch self {
    case .atomic: UInt64(firstlight_drm_client_atomic)
    case .universalPlanes: UInt64(firstlight_drm_client_planes)
    }
  }
}

/// Kinds of objects with properties.
enum DRMObjectKind {
  case connector, crtc, plane

  var rawValue: UInt32 {
    switch self {
    case .connector: firstlight_drm_object_connector
    case .crtc: firstlight_drm_object_crtc
    case .plane: firstlight_drm_object_plane
    }
  }
}

/// A value of a property of an object, to be committed.
struct DRMValue: Equatable {
  var object: UInt32
  var property: UInt32
  var value: UInt64
}

/// The options of a commit.
struct DRMCommitFlags: OptionSet {
  let rawValue: UInt32

  /// Only tests whether the values would be accepted.
  static var test: Self { Self(rawValue: UInt32(firstlight_drm_atomic_test)) }
  /// The mode may change, which may darken the screen for a moment.
  static var modeset: Self { Self(rawValue: UInt32(firstlight_drm_atomic_modeset)) }
  /// Returns before the values are in effect.
  static var nonBlocking: Self { Self(rawValue: UInt32(firstlight_drm_atomic_nonblock)) }
  /// Sends an event when the values are in effect.
  static var event: Self { Self(rawValue: UInt32(firstlight_drm_flip_event)) }
}
