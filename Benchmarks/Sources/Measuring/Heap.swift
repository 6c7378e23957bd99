import CMeasuring

/// The C heap, which also has Swift's objects.
public enum Heap {
    /// Returns the bytes in use, in all arenas and separate mappings; 0 under a sanitizer, which has its own heap.
    public static func bytesInUse() -> Int { Int(measuring_heap_bytes()) }
}
