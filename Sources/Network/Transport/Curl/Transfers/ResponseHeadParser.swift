/// The parser of a response header, whose lines libcurl passes one by one.
struct ResponseHeadParser {
    enum Outcome: Equatable {
        case incomplete
        /// The header is complete.
        case head(HTTPResponseHead)
        case tooLong
    }

    private let maximumBytes: Int
    private var byteCount = 0
    private var head: HTTPResponseHead?
    private var isDone = false

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Adds one line with its line end.
    mutating func feed(_ line: UnsafeRawBufferPointer) -> Outcome {
        // Lines after the header are the trailer fields of a chunked body, which are not used.
        guard !isDone else { return .incomplete }
        byteCount += line.count
        guard byteCount <= maximumBytes else { return .tooLong }
        let text = line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        if let status = Self.status(of: text) {
            head = HTTPResponseHead(status: status, headers: [:])
        } else if text.isEmpty {
            return finish()
        } else {
            addField(text)
        }
        return .incomplete
    }

    private mutating func finish() -> Outcome {
        guard let head else { return .incomplete }
        self.head = nil
        // 1xx announces another header: 100 Continue, 103 Early Hints.
        guard head.status >= 200 else { return .incomplete }
        isDone = true
        return .head(head)
    }

    private mutating func addField(_ line: Slice<UnsafeRawBufferPointer>) {
        let isFolded = line.first.map(isBlank) ?? false
        if isFolded {
            head?.headers.extendLast(with: Self.trimmed(line))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = Self.trimmed(line[..<colon])
            head?.headers.append(name, .plain(Self.trimmed(line[(colon + 1)...])))
        }
    }

    /// The code in a line such as `HTTP/1.1 200 OK` or `HTTP/2 200`; `nil` for any other line.
    private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard line.starts(with: "HTTP/".utf8) else { return nil }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let start = bytes.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
