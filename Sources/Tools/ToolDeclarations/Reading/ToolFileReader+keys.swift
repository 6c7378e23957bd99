import StreamingJSON
import YAMLReading

extension ToolFileReader {
    /// Reads the ways to send the key.
    func placements(_ top: inout DeclarationReader) throws(DeclarationError) -> [KeyPlacement] {
        guard let element = top.take("auth") else { return [] }
        // One way may stand alone.
        guard case .list(let elements) = element.value else {
            return faults.attempt { () throws(DeclarationError) in [try placement(element)] } ?? []
        }
        guard elements.count <= 8 else { return try top.refuse(element, "auth has more than 8 ways") ?? [] }
        return elements.compactMap { element in
            faults.attempt { () throws(DeclarationError) in try placement(element) }
        }
    }

    private func placement(_ element: Element) throws(DeclarationError) -> KeyPlacement {
        var reader = try DeclarationReader(element, "a way of auth", file: file, faults: faults)
        var parts: [KeyPlacement.Part] = []
        if let bearer = reader.take("bearer") { parts.append(.bearer(try template(bearer, "bearer", reader))) }
        for (name, value) in try reader.members("header") ?? [] {
            guard name.isFieldName, !RequestHeaders.isOwn(name) else {
                throw reader.fault(value, "'\(name)' is no header field that can have a key")
            }
            parts.append(.header(name: name, try template(value, name, reader)))
        }
        for (name, value) in try reader.members("query") ?? [] {
            parts.append(.query(name: PercentEncoding.unreserved.encode(name), try template(value, name, reader)))
        }
        for (name, value) in try reader.members("cookie") ?? [] {
            guard name.isFieldName else { throw reader.fault(value, "'\(name)' is no name of a cookie") }
            parts.append(.cookie(name: name, try template(value, name, reader)))
        }
        if var basic = try reader.object("basic") {
            let user = try template(basic.take("user"), "user", basic, isSecret: false)
            let password = try template(basic.take("password"), "password", basic, isSecret: false)
            try basic.finish()
            guard user.hasKey || password.hasKey else {
                throw basic.fault(
                    "user and password have no {key}; a key in a file is readable by all who read the file"
                )
            }
            parts.append(.basic(user: user, password: password))
        }
        if var oauth = try reader.object("oauth2") { parts.append(.oauth2(try credentials(&oauth))) }
        if var aws = try reader.object("sigv4") {
            guard let region = try aws.text("region"), let service = try aws.text("service") else {
                throw aws.fault("sigv4 needs 'region' and 'service'")
            }
            try aws.finish()
            guard region.isSigningWord, service.isSigningWord else {
                throw aws.fault("region and service are words of letters, digits, '-' and '.'")
            }
            parts.append(.sigV4(region: region, service: service))
        }
        if var hmac = try reader.object("hmac") { parts.append(.hmac(try signature(&hmac))) }
        try reader.finish()
        return KeyPlacement(parts: parts)
    }

    private func credentials(_ reader: inout DeclarationReader) throws(DeclarationError) -> ClientCredentials {
        guard let token = reader.take("token") else {
            throw reader.fault("oauth2 needs 'token', the address of the token endpoint")
        }
        guard let text = token.json.stringValue, BaseAddress(parsing: text) != nil else {
            throw reader.fault(token, "token must be an address such as https://auth.example.com/oauth/token")
        }
        let credentials = ClientCredentials(
            token: text,
            scope: try reader.text("scope"),
            audience: try reader.text("audience"),
            proof: try reader.choice("client", of: [ClientCredentials.ClientProof.basic, .body]) ?? .basic,
            grant: try reader.text("grant") ?? "client_credentials"
        )
        try reader.finish()
        return credentials
    }

    private func signature(_ reader: inout DeclarationReader) throws(DeclarationError) -> HMACSignature {
        guard let header = try reader.text("header"), header.isFieldName, !RequestHeaders.isOwn(header) else {
            throw reader.fault("hmac needs 'header', the field with the signature")
        }
        var over: [HMACSignature.Signed] = []
        for name in try reader.texts("over") ?? [] {
            guard let part = HMACSignature.Signed(rawValue: name) else {
                throw reader.fault("over can have method, path, query, body and timestamp, not '\(name)'")
            }
            over.append(part)
        }
        guard !over.isEmpty else { throw reader.fault("hmac needs 'over', the parts that are signed, such as [body]") }
        let hash = try reader.choice("hash", of: [HMACSignature.Hash.sha256, .sha512]) ?? .sha256
        let timestamp = try reader.text("timestamp")
        try reader.finish()
        guard over.contains(.timestamp) == (timestamp != nil), timestamp?.isFieldName ?? true else {
            throw reader.fault(
                "a signature over the timestamp needs 'timestamp', the field with the time, and no other one"
            )
        }
        return HMACSignature(header: header, over: over, hash: hash, timestampHeader: timestamp)
    }

    private func template(
        _ element: Element?,
        _ name: String,
        _ reader: DeclarationReader,
        isSecret: Bool = true
    ) throws(DeclarationError) -> KeyTemplate {
        guard let element else { throw reader.fault("'\(name)' is missing") }
        guard let text = element.json.stringValue, let template = KeyTemplate(parsing: text) else {
            throw reader.fault(element, "\(name) must be a text with {key}, or with {key.name} for a part of the key")
        }
        guard template.hasKey || !isSecret else {
            throw reader.fault(
                element,
                "\(name) has no {key}; a key in a file is readable by all who read the file, so store it with 'torii keys add'"
            )
        }
        return template
    }
}

extension KeyTemplate {
    fileprivate var hasKey: Bool {
        pieces.contains { if case .text = $0 { false } else { true } }
    }

    /// Reads a text with `{key}` and `{key.name}`; `nil` if it has other braces.
    package init?(parsing text: String) {
        var pieces: [Piece] = []
        var rest = Substring(text).utf8
        var plain: [UInt8] = []
        func finish() {
            if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
            plain = []
        }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "{") else {
                guard byte != UInt8(ascii: "}"), byte >= 0x20, byte < 0x7F else { return nil }
                plain.append(byte)
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[rest.index(after: end)...]
            finish()
            if name == "key" {
                pieces.append(.key)
            } else if name.hasPrefix("key."), name.utf8.count > 4, name.dropFirst(4).utf8.allSatisfy(\.isNameByte) {
                pieces.append(.member(String(name.dropFirst(4))))
            } else {
                return nil
            }
        }
        finish()
        self.init(pieces: pieces)
    }
}

extension String {
    /// Whether the text can be the name of a header field (RFC 9110 §5.1).
    var isFieldName: Bool {
        (1...100).contains(utf8.count)
            && utf8.allSatisfy { byte in
                byte.isNameByte || "!#$%&'*+.^`|~".utf8.contains(byte)
            }
    }

    fileprivate var isSigningWord: Bool {
        (1...64).contains(utf8.count) && utf8.allSatisfy { $0.isNameByte || $0 == UInt8(ascii: ".") }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter, a digit, `_` or `-`.
    var isNameByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

/// The header fields that a declaration must not set.
enum RequestHeaders {
    private static let own: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "expect", "trailer", "keep-alive",
    ]

    /// Returns whether the field belongs to the transport.
    static func isOwn(_ name: String) -> Bool {
        let name = name.lowercased()
        return own.contains(name) || name.hasPrefix("proxy-") || name.hasPrefix("x-forwarded-")
    }

    /// Returns whether the field is a place for keys.
    static func isKeyPlace(_ name: String) -> Bool { ["authorization", "cookie"].contains(name.lowercased()) }
}
