import FoundationEssentials

/// The width and height of an image in pixels, from its header.
struct ImageSize: Sendable, Equatable {
    let width: Int
    let height: Int

    /// The maximum number of segments to read: a JPEG has its size behind its tables and thumbnails, but no real file
    /// has more before it.
    private static let mostSegments = 64

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the size from an image's header, without its pixels; `nil` if the header is damaged or a side is zero.
    init?(of data: Data, format: ImageFormat) {
        let bytes = HeaderBytes(data)
        let size: (width: Int, height: Int)? =
            switch format {
            case .png: Self.png(bytes)
            case .gif: Self.gif(bytes)
            case .jpeg: Self.jpeg(bytes)
            case .webp: Self.webp(bytes)
            }
        guard let size, size.width > 0, size.height > 0 else { return nil }
        self.init(width: size.width, height: size.height)
    }

    private static func png(_ bytes: HeaderBytes) -> (width: Int, height: Int)? {
        guard bytes.has("IHDR", at: 12), let width = bytes.big(4, at: 16), let height = bytes.big(4, at: 20) else {
            return nil
        }
        return (width, height)
    }

    private static func gif(_ bytes: HeaderBytes) -> (width: Int, height: Int)? {
        guard let width = bytes.little(2, at: 6), let height = bytes.little(2, at: 8) else { return nil }
        return (width, height)
    }

    private static func jpeg(_ bytes: HeaderBytes) -> (width: Int, height: Int)? {
        var offset = 2
        for _ in 0..<mostSegments {
            guard bytes.big(1, at: offset) == 0xFF, let marker = bytes.big(1, at: offset + 1) else { return nil }
            guard marker != 0xFF else {
                // A fill byte before the marker.
                offset += 1
                continue
            }
            // The frame's header; C4, C8 and CC are tables and a reserved marker in the same range.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard let height = bytes.big(2, at: offset + 5), let width = bytes.big(2, at: offset + 7) else {
                    return nil
                }
                return (width, height)
            }
            guard let length = bytes.big(2, at: offset + 2), length >= 2 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    private static func webp(_ bytes: HeaderBytes) -> (width: Int, height: Int)? {
        if bytes.has("VP8X", at: 12), let width = bytes.little(3, at: 24), let height = bytes.little(3, at: 27) {
            return (width + 1, height + 1)
        }
        if bytes.has("VP8L", at: 12), bytes.big(1, at: 20) == 0x2F, let bits = bytes.little(4, at: 21) {
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if bytes.has("VP8 ", at: 12), let width = bytes.little(2, at: 26), let height = bytes.little(2, at: 28) {
            return (width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}

/// Bytes with bounds-checked reads at untrusted offsets: `nil` past the end.
private struct HeaderBytes {
    private let data: Data

    init(_ data: Data) { self.data = data }

    private func slice(_ count: Int, at offset: Int) -> Data.SubSequence? {
        guard offset >= 0, offset <= data.count - count else { return nil }
        return data[(data.startIndex + offset)..<(data.startIndex + offset + count)]
    }

    /// Returns the big-endian unsigned number of up to four bytes.
    func big(_ count: Int, at offset: Int) -> Int? { slice(count, at: offset)?.reduce(0) { $0 << 8 | Int($1) } }

    /// Returns the little-endian unsigned number of up to four bytes.
    func little(_ count: Int, at offset: Int) -> Int? {
        slice(count, at: offset)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func has(_ name: String, at offset: Int) -> Bool {
        slice(name.utf8.count, at: offset)?.elementsEqual(name.utf8) ?? false
    }
}
