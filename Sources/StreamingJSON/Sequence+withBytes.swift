extension Sequence<UInt8> {
    /// Lends the bytes as one buffer, copied only if they are not contiguous.
    func withBytes<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(JSONParseError) -> Value
    ) throws(JSONParseError) -> Value {
        // The standard library's functions rethrow untyped errors, so a Result carries the typed error.
        func result(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Value, JSONParseError> {
            do throws(JSONParseError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        if let result = withContiguousStorageIfAvailable(result) { return try result.get() }
        return try Array(self).withUnsafeBufferPointer(result).get()
    }
}
