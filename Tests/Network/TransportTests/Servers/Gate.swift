import Glibc

/// A gate at which a server's thread waits until a test opens it; each opening lets one pass through.
final class Gate: @unchecked Sendable {
    // Unchecked: several threads may use a POSIX semaphore, and its address does not change.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func open() { sem_post(semaphore) }

    func wait() {
        while sem_wait(semaphore) != 0 {}
    }
}
