/// Bytes of libcurl's that are there for the length of one call.
///
/// Unchecked: whoever is called copies them and keeps no pointer, so they never leave the thread.
struct LentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }
}
