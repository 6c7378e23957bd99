import Glibc

/// Lets a server's thread wait until a test says to go on; opened as often as it is passed.
final class Gate: @unchecked Sendable {
    // Unchecked: a POSIX semaphore is made to be used by several threads, and its address does not change.
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
