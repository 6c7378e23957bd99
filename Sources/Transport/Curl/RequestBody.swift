/// The bytes of a request, in memory that libcurl can read; libcurl makes no copy.
struct RequestBody: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ body: [UInt8]) {
        // One byte more gives an empty body an address too; for libcurl, no address means that a callback delivers the body.
        bytes = .allocate(byteCount: body.count + 1, alignment: 1)
        bytes.copyBytes(from: body)
        bytes[body.count] = 0
    }

    deinit { bytes.deallocate() }

    var count: Int { bytes.count - 1 }

    /// The start of the bytes, valid as long as this value exists.
    var address: UnsafeMutableRawPointer? { bytes.baseAddress }
}
