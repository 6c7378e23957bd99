#if canImport(Darwin)
import os
#else
import Synchronization
#endif

/// A value behind a lock, also on Apple's systems before iOS 18, which have no `Mutex`.
package final class Protected<Value: Sendable>: Sendable {
    #if canImport(Darwin)
    private let lock: OSAllocatedUnfairLock<Value>
    #else
    private let lock: Mutex<Value>
    #endif

    /// Protects a value.
    package init(_ value: Value) {
        #if canImport(Darwin)
        lock = OSAllocatedUnfairLock(initialState: value)
        #else
        lock = Mutex(value)
        #endif
    }

    /// Reads or changes the value while no other task does.
    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        #if canImport(Darwin)
        try lock.withLockUnchecked(body)
        #else
        try lock.withLock { value in try body(&value) }
        #endif
    }
}
