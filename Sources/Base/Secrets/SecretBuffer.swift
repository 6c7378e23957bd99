#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Memory of a fixed size for secret bytes, overwritten when its owner releases it.
///
/// Unlike an array or a `Data`, it has one owner and never moves, so no forgotten copy remains.
package struct SecretBuffer: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Makes a buffer of zeros.
    package init(byteCount: Int) {
        memory = .allocate(byteCount: byteCount, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        memory.wipe()
        memory.deallocate()
    }

    /// The size of the buffer, in bytes.
    package var count: Int { memory.count }

    /// Lends the bytes for the duration of one call; the closure must not keep them.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }

    /// Lends the bytes for writing.
    package mutating func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(memory)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes even if they are never read again.
    ///
    /// The compiler may remove a plain loop over memory that is about to be freed; it may not remove `explicit_bzero`.
    package func wipe() {
        guard let baseAddress else { return }
        #if canImport(Darwin)
        memset_s(baseAddress, count, 0, count)
        #else
        explicit_bzero(baseAddress, count)
        #endif
    }
}

extension Array where Element == UInt8 {
    /// Overwrites the bytes.
    ///
    /// This reaches the original memory only while this array is the only owner of its storage.
    package mutating func wipe() {
        withUnsafeMutableBytes { $0.wipe() }
    }
}
