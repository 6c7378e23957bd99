/// Bytes of libcurl's that exist for the length of one call.
///
/// Unchecked: the functions that receive them copy them and keep no pointer, so the bytes never leave the thread.
struct LentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }
}
