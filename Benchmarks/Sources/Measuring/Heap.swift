import CMeasuring

/// The C heap, on which Swift's objects live too.
public enum Heap {
    /// Bytes in use now, in all arenas and in pieces of their own; 0 under a sanitizer, which has a heap of its own.
    public static func bytesInUse() -> Int { Int(measuring_heap_bytes()) }
}
