/// The assignment of CRTCs to connectors.
///
/// Existing screens keep their CRTCs. Other connectors keep the CRTCs that drive them now, if that
/// leaves a CRTC for every connector: not every CRTC can drive every connector. The first
/// connectors have priority.
struct CRTCAssignment {
  private let crtcs: [UInt32]
  private let connectors: [DRMConnector]
  /// The CRTCs' indices, in the order in which they are tried.
  private var order: [Int] = []
  private var isFixed: [Bool] = []
  /// For each CRTC, the index of the connector that it drives.
  private var users: [Int?]

  /// - Parameters:
  ///   - lit: the CRTCs that show something, which are used last: they may belong to other
  ///     programs.
  ///   - kept: for each connector, the CRTC of its existing screen.
  init(_ connectors: [DRMConnector], crtcs: [UInt32], lit: [UInt32], kept: [UInt32?]) {
    self.crtcs = crtcs
    self.connectors = connectors
    users = Array(repeating: nil, count: crtcs.count)
    for isLit in [false, true] {
      for place in crtcs.indices where lit.contains(crtcs[place]) == isLit { order.append(place) }
    }
    for index in connectors.indices {
      isFixed.append(kept[index] != nil)
      if let crtc = kept[index] { take(crtc, for: index) }
    }
    for index in connectors.indices where !isFixed[index] {
      take(connectors[index].crtc, for: index)
    }
    for index in connectors.indices where crtc(of: index) == nil {
      var isTried = Array(repeating: false, count: crtcs.count)
      _ = find(for: index, &isTried)
    }
  }

  /// The CRTC of a connector, given by its index; nil if there is none left.
  func crtc(of connector: Int) -> UInt32? {
    for place in users.indices where users[place] == connector { return crtcs[place] }
    return nil
  }

  private mutating func take(_ crtc: UInt32, for connector: Int) {
    for place in crtcs.indices where crtcs[place] == crtc && users[place] == nil {
      users[place] = connector
    }
  }

  /// Gives a connector a free CRTC, or the CRTC of a connector that can use another one.
  private mutating func find(for connector: Int, _ isTried: inout [Bool]) -> Bool {
    let possible = connectors[connector].possibleCRTCs
    for place in order where users[place] == nil && possible & 1 << UInt32(place) != 0 {
      users[place] = connector
      return true
    }
    for place in order where !isTried[place] && possible & 1 << UInt32(place) != 0 {
      isTried[place] = true
      if let other = users[place], !isFixed[other], find(for: other, &isTried) {
        users[place] = connector
        return true
      }
    }
    return false
  }
}
