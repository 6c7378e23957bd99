import CalendarDays
import Crypto

/// The signer of AWS Signature Version 4, with the signature in the `Authorization` field.
///
/// Source: "Create a signed AWS API request", AWS Identity and Access Management User Guide.
struct SigV4Signer {
    typealias Field = (name: String, value: [UInt8])

    let region: String
    let service: String
    /// The seconds since 1970.
    let time: Int

    /// Returns the fields that sign the request with a key of the members `id`, `secret` and optionally `session`.
    ///
    /// - Throws: ``KeyFormFault`` if a member is missing.
    func fields(for request: DeclaredRequest, _ key: StoredKey) throws(KeyFormFault) -> [Field] {
        let (id, secret) = (try key.member("id"), try key.member("secret"))
        let target = RequestTarget(request.url)
        let payload = Array(SHA256.hash(data: request.body ?? [])).hexadecimal
        var added: [Field] = [("X-Amz-Date", Array(timestamp.utf8))]
        if service == "s3" { added.append(("X-Amz-Content-Sha256", payload)) }
        if let session = key.optionalMember("session") { added.append(("X-Amz-Security-Token", session)) }

        let signed =
            (request.headers.map { ($0.name, Array($0.value.utf8)) } + added + [("host", Array(target.authority.utf8))])
            .map { (name: $0.0.lowercased(), value: Self.trimmed($0.1)) }
            .filter { $0.name != "user-agent" }
            .sorted { $0.name < $1.name }
        let names = Array(signed.map(\.name).joined(separator: ";").utf8)
        let lines: [[UInt8]] =
            [Array(request.method.utf8), Array(path(target.path).utf8), Array(Self.query(target.query).utf8)]
            + signed.map { Array("\($0.name):".utf8) + $0.value } + [[], names, payload]
        let canonical = Array(lines.joined(separator: [UInt8(ascii: "\n")]))

        let scope = "\(timestamp.prefix(8))/\(region)/\(service)/aws4_request"
        let text =
            Array("AWS4-HMAC-SHA256\n\(timestamp)\n\(scope)\n".utf8) + Array(SHA256.hash(data: canonical)).hexadecimal
        var signingKey = Array("AWS4".utf8) + secret
        for part in [String(timestamp.prefix(8)), region, service, "aws4_request"] {
            signingKey = Self.code(Array(part.utf8), signingKey)
        }
        let signature = Self.code(text, signingKey).hexadecimal
        let authorization =
            Array("AWS4-HMAC-SHA256 Credential=".utf8) + id + Array("/\(scope), SignedHeaders=".utf8) + names
            + Array(", Signature=".utf8) + signature
        return added + [("Authorization", authorization)]
    }

    /// The time as `20261124T065700Z`.
    private var timestamp: String {
        let (day, second) = (time / 86_400, time % 86_400)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : String($0) }.joined()
        return CalendarDay(number: day).text.filter { $0 != "-" } + "T" + clock + "Z"
    }

    /// Returns the path as it is signed: encoded once more, except for S3.
    private func path(_ path: String) -> String {
        guard service != "s3" else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.unreserved.encode(String($0)) }.joined(separator: "/")
    }

    /// Returns the query as it is signed: every pair encoded and in order.
    private static func query(_ query: String) -> String {
        guard !query.isEmpty else { return "" }
        let pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let encoded = parts.map { PercentEncoding.unreserved.encode(PercentEncoding.decode(String($0))) as [UInt8] }
            return (
                String(decoding: encoded[0], as: UTF8.self),
                encoded.count > 1 ? String(decoding: encoded[1], as: UTF8.self) : ""
            )
        }
        return pairs.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// Returns a field's value without spaces at its ends, and with one space where it has several.
    private static func trimmed(_ value: [UInt8]) -> [UInt8] {
        Array(value.split(separator: UInt8(ascii: " ")).joined(separator: [UInt8(ascii: " ")]))
    }

    private static func code(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}
