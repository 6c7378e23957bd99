import StreamSafeText

extension JSONStreamParser {
    mutating func beginString(isName: Bool) {
        self.isName = isName
        stringStart = offset
        text.removeAll()
        streamSafety = StreamSafeProcess()
        state = .string
    }

    /// Reads the part of the string that is in `bytes`, up to an escape or to after its closing quote.
    mutating func readString(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParseError) {
        var plainStart = 0
        if sequence.count > 0 {
            plainStart = try finishSequence(bytes)
            if sequence.count > 0 { return }
        }
        let rest = UnsafeBufferPointer(rebasing: bytes[plainStart...])
        let scan = JSONStringScan(rest)
        let plain = UnsafeBufferPointer(rebasing: rest[..<scan.length])
        let isCut = scan.length == rest.count
        if scan.isASCII {
            offset += plain.count
        } else {
            try readBeyondASCII(plain, isCut: isCut)
        }
        guard !isCut else {
            append(UnsafeBufferPointer(rebasing: plain[..<(plain.count - sequence.count)]), isASCII: scan.isASCII)
            return
        }
        switch rest[scan.length] {
        case UInt8(ascii: "\""):
            // A string in one piece needs no content buffer.
            if text.isEmpty, scan.isASCII || plain.isStreamSafe {
                try endString(String(decoding: plain, as: UTF8.self))
            } else {
                append(plain, isASCII: scan.isASCII)
                try endString(String(decoding: text.array, as: UTF8.self))
            }
        case UInt8(ascii: "\\"):
            append(plain, isASCII: scan.isASCII)
            pendingEscape = JSONEscape(start: offset)
            state = .escape
            offset += 1
        default:
            append(plain, isASCII: scan.isASCII)
            throw .controlCharacter(at: offset)
        }
    }

    /// Reads plain bytes, some of them beyond ASCII; a last character that is cut remains in `sequence`.
    private mutating func readBeyondASCII(
        _ plain: UnsafeBufferPointer<UInt8>,
        isCut: Bool
    ) throws(JSONParseError) {
        for byte in plain {
            if sequence.count == 0, byte < 0x80 {
                offset += 1
                continue
            }
            guard sequence.accept(byte) else { throw .notUTF8(at: offset - sequence.count) }
            offset += 1
            _ = sequence.finish()
        }
        if !isCut, sequence.count > 0 { throw .notUTF8(at: offset - sequence.count) }
    }

    /// Reads the rest of a character whose first bytes were in an earlier piece.
    ///
    /// - Returns: The number of bytes read.
    private mutating func finishSequence(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParseError) -> Int {
        for (index, byte) in bytes.enumerated() {
            guard sequence.accept(byte) else { throw .notUTF8(at: offset - sequence.count) }
            offset += 1
            if let character = sequence.finish() {
                append(character.bytes, count: character.count)
                return index + 1
            }
        }
        return bytes.count
    }

    private mutating func append(_ packed: UInt32, count: Int) {
        withUnsafeBytes(of: packed.littleEndian) { bytes in
            append(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[..<count]), isASCII: false)
        }
    }

    /// Appends whole characters to the content, with the joiners that belong between them.
    private mutating func append(_ plain: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        guard !plain.isEmpty else { return }
        var start = 0
        if isASCII {
            streamSafety.skipASCII()
        } else {
            for joiner in streamSafety.joiners(in: plain) {
                text.append(contentsOf: UnsafeBufferPointer(rebasing: plain[start..<joiner]))
                for byte in StreamSafeProcess.joiner { text.append(byte) }
                start = joiner
            }
        }
        text.append(contentsOf: UnsafeBufferPointer(rebasing: plain[start...]))
    }

    /// Reads the next byte of an escape.
    mutating func readEscape(_ byte: UInt8) throws(JSONParseError) {
        let outcome = try pendingEscape.read(byte, at: offset)
        offset += 1
        guard case .character(let character) = outcome else { return }
        if streamSafety.needsJoiner(before: character) {
            for byte in StreamSafeProcess.joiner { text.append(byte) }
        }
        for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
        state = .string
    }

    private mutating func endString(_ string: String) throws(JSONParseError) {
        // The closing quote.
        offset += 1
        if isName {
            try beginMember(string)
        } else {
            complete(.string(string), end: offset)
        }
    }
}
