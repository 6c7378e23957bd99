import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// The compression of the pages' files, with the zlib that SwiftNIO carries.
enum Gzip {
    /// Returns bytes as gzip; `nil` if that fails.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        // The only entrance to that library is a handler of a channel.
        let channel = EmbeddedChannel(handler: NIOHTTPRequestCompressor(encoding: .gzip))
        defer { _ = try? channel.finish() }
        var result: [UInt8] = []
        do {
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
            try channel.writeOutbound(HTTPClientRequestPart.head(head))
            try channel.writeOutbound(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: bytes))))
            try channel.writeOutbound(HTTPClientRequestPart.end(nil))
            while let part = try channel.readOutbound(as: HTTPClientRequestPart.self) {
                if case .body(.byteBuffer(let buffer)) = part { result += buffer.readableBytesView }
            }
        } catch {
            return nil
        }
        return result
    }

    /// Whether a caller reads gzip by its `Accept-Encoding` (RFC 9110, 12.5.3): a coding that is named counts before `*`.
    static func isAccepted(_ fields: HTTPFields) -> Bool {
        var named: Bool?
        var other = false
        for part in fields[values: .acceptEncoding].flatMap({ $0.split(separator: ",") }) {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let coding = pieces.first else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if coding == "gzip" || coding == "x-gzip" { named = weight > 0 }
            if coding == "*" { other = weight > 0 }
        }
        return named ?? other
    }
}
