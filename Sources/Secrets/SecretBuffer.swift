import Glibc

/// Memory of a fixed size for secret bytes, overwritten when its owner is done with it.
///
/// Unlike an array or a `Data` it has one owner and never moves, so no forgotten copy of it stays behind.
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

    /// How many bytes it holds.
    package var count: Int { memory.count }

    /// Lends the bytes for the length of one call; they must not be kept.
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
    /// Overwrites the bytes, also where they are never read again.
    ///
    /// A plain loop over memory that is about to be freed may be optimised away; `explicit_bzero` may not.
    package func wipe() {
        if let baseAddress { explicit_bzero(baseAddress, count) }
    }
}

extension Array where Element == UInt8 {
    /// Overwrites the bytes.
    ///
    /// It reaches the memory that others see only while this is the array's one copy.
    package mutating func wipe() {
        withUnsafeMutableBytes { $0.wipe() }
    }
}
