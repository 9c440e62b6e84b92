import CLinux

/// A count of posts, each of which lets one thread go on.
@safe struct Semaphore: ~Copyable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// A semaphore without posts.
  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func post() { unsafe sem_post(semaphore) }

  /// Waits for a post and consumes it.
  func wait() { unsafe firstlight_semaphore_wait(semaphore) }

  /// Takes back a post that no thread has consumed; false if there is none.
  func take() -> Bool { unsafe firstlight_semaphore_take(semaphore) != 0 }
}
