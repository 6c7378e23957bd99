extension String {
    /// Whether no run of non-starters is longer than the Stream-Safe Text Format of UAX #15 allows.
    public var isStreamSafe: Bool {
        var text = self
        return text.withUTF8 { $0.isStreamSafe }
    }

    /// The text in the Stream-Safe Text Format of UAX #15; see ``StreamSafeProcess``.
    public var streamSafe: String {
        var process = StreamSafeProcess()
        return process.next(self)
    }

    /// Makes text from UTF-8 bytes, in the Stream-Safe Text Format; bytes that are not UTF-8 are replaced by U+FFFD.
    public init(streamSafe bytes: some Sequence<UInt8>) {
        self = String(decoding: Array(bytes), as: UTF8.self).streamSafe
    }
}

extension StringProtocol {
    /// Returns the longest prefix that has at most `limit` bytes in UTF-8 and ends between scalars.
    ///
    /// A prefix of a number of `Character`s has no such bound: a letter with a million marks is one `Character`.
    public func prefix(utf8Count limit: Int) -> SubSequence {
        var length = Swift.max(0, limit)
        while true {
            guard let cut = utf8.index(utf8.startIndex, offsetBy: length, limitedBy: utf8.endIndex),
                cut < utf8.endIndex
            else { return self[...] }
            if length == 0 || utf8[cut] & 0xC0 != 0x80 { return self[..<cut] }
            length -= 1
        }
    }
}

extension [UInt8] {
    /// Converts UTF-8 bytes to the Stream-Safe Text Format of UAX #15; see ``StreamSafeProcess``.
    public mutating func makeStreamSafe() {
        var process = StreamSafeProcess()
        let result = withUnsafeBufferPointer { bytes -> [UInt8]? in
            let offsets = process.joiners(in: bytes)
            return offsets.isEmpty ? nil : StreamSafeProcess.joined(bytes, at: offsets)
        }
        if let result { self = result }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes in UTF-8 are in the Stream-Safe Text Format of UAX #15.
    public var isStreamSafe: Bool {
        guard UTF8Probe.mayNeedJoiner(self) else { return true }
        var process = StreamSafeProcess()
        return process.joiners(in: self).isEmpty
    }
}
