/// The bytes of a request where libcurl can read them, for libcurl makes no copy of its own.
struct RequestBody: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ body: [UInt8]) {
        // One byte more, so that an empty body has an address too; libcurl takes none for "ask a callback for the body".
        bytes = .allocate(byteCount: body.count + 1, alignment: 1)
        bytes.copyBytes(from: body)
        bytes[body.count] = 0
    }

    deinit { bytes.deallocate() }

    var count: Int { bytes.count - 1 }

    /// Valid as long as this value is.
    var address: UnsafeMutableRawPointer? { bytes.baseAddress }
}
