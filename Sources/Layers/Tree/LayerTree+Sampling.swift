extension LayerTree {
  /// Ends the turn: calls the waiting functions, commits the changes and samples the animations at
  /// a time in seconds. Time does not run back; an earlier time counts as the last.
  public func advance(to time: Double) {
    beginAdvance(to: time)
    while !advanceSlice() {}
  }

  /// Begins an advance that is done in slices. Until it is done some layers show the new time and
  /// others the former one, and the tree must not be changed.
  public func beginAdvance(to time: Double) {
    precondition(sampling == nil, "the last advance is not done")
    sampling = Sampling(formerTime: beginTurn(at: time), animating: animating)
  }

  /// Samples some dozens of layers.
  /// - Returns: true if the advance is done.
  public func advanceSlice() -> Bool {
    guard var current = sampling.take() else { return true }
    var left = Sampling.sliceLength
    isSliceFull = false
    while left > 0 {
      switch current.phase {
      case .animating: sampleAnimating(&current, &left)
      case .committed(let pass): sampleCommitted(&current, pass, &left)
      case .instances: updateInstances(&current, &left)
      case .links:
        guard !current.isAfterLinks, callLinks(after: current.formerTime) else {
          endTurn()
          return true
        }
        current.isAfterLinks = true
        commit()
        if isTimingChanged {
          current.animating = animating
          current.phase = .animating
        } else {
          beginPass(0, of: &current)
        }
      }
    }
    sampling = current
    return false
  }

  private func sampleAnimating(_ current: inout Sampling, _ left: inout Int) {
    while current.next < current.animating.count {
      if left == 0 { return }
      let layer = current.animating[current.next]
      current.next += 1
      if !layer.isUncommitted && (isTimingChanged || layer.effectiveSpeed != 0) {
        present(layer)
        if isSliceFull {
          current.next -= 1
          left = 0
          return
        }
        left -= 1
      }
    }
    current.animating = []
    isTimingChanged = false
    beginPass(0, of: &current)
  }

  private func beginPass(_ pass: Int, of current: inout Sampling) {
    // A text that counts up may have outgrown its space.
    layOut()
    swap(&uncommitted, &committing)
    (current.phase, current.next) = (.committed(pass: pass), 0)
  }

  private func sampleCommitted(_ current: inout Sampling, _ pass: Int, _ left: inout Int) {
    while current.next < committing.count {
      if left == 0 { return }
      let layer = committing[current.next]
      current.next += 1
      layer.isUncommitted = false
      guard layer.tree === self else { continue }
      if pass > 0 { layer.beginPendingAnimations(self) }
      present(layer)
      if isSliceFull {
        current.next -= 1
        left = 0
        return
      }
      // A text that was presented earlier in this pass has outgrown the layer.
      if layer.needsLayout, layer.layoutHandler != nil { layer.markUncommitted() }
      left -= 1
    }
    committing.removeAll(keepingCapacity: true)
    current.next = 0
    if !uncommitted.isEmpty, pass + 1 < Sampling.mostPasses {
      beginPass(pass + 1, of: &current)
    } else if hasReplicators {
      current.replicators = outdatedReplicators
      current.phase = .instances
    } else {
      current.phase = .links
    }
  }

  /// The replicators below which something changed or may have.
  private var outdatedReplicators: [Layer] {
    var outdated: [Layer] = []
    var seen: Set<ObjectIdentifier> = []
    func note(_ layer: Layer) {
      guard let replicator = layer.outermostReplicator,
        seen.insert(ObjectIdentifier(replicator)).inserted
      else { return }
      outdated.append(replicator)
    }
    for layer in changedLayers { note(layer) }
    for layer in animating { note(layer) }
    return outdated
  }

  /// Brings instances up to date.
  private func updateInstances(_ current: inout Sampling, _ left: inout Int) {
    isPresentingInstances = true
    defer { isPresentingInstances = false }
    while left > 0 {
      if let instances = current.instances {
        if instances(self, &left) { current.instances = nil }
      } else if current.next < current.replicators.count {
        current.instances = current.replicators[current.next].instanceWork()
        current.next += 1
      } else {
        current.replicators = []
        (current.phase, current.next) = (.links, 0)
        return
      }
    }
  }
}
