import StreamingJSON

/// The keys of operations: a list of alternatives, each with members that are needed together.
struct SecurityReader {
    private let schemes: [String: Located]
    private let version: OpenAPIVersion

    /// The alternatives of an operation and the reasons why others cannot be used.
    struct Reading {
        var alternatives: [SecurityAlternative] = []
        var faults: [String] = []
        /// Whether a call may have no key.
        var isOptional = false
    }

    init(document: Located, version: OpenAPIVersion, documents: DocumentSet) {
        self.version = version
        let list = version == .v20 ? document["securityDefinitions"] : document["components"]?["securitySchemes"]
        var schemes: [String: Located] = [:]
        for (name, scheme) in list?.members ?? [] { schemes[name] = (try? documents.followed(scheme)) ?? scheme }
        self.schemes = schemes
    }

    /// Reads a `security` list; `nil` means that no key is needed.
    func read(_ security: JSONValue?) -> Reading {
        var reading = Reading()
        for alternative in (security?.arrayValue ?? []).prefix(50) {
            guard let items = alternative.objectValue, !items.isEmpty else {
                reading.isOptional = true
                continue
            }
            var members: [(scheme: String, member: SecurityAlternative.Member)] = []
            var remarks: [String] = []
            var fault: String?
            for (name, scopes) in items {
                do throws(Fault) {
                    let (member, remark) = try member(name, SchemaReader.names(scopes))
                    members.append((name, member))
                    if let remark { remarks.append(remark) }
                } catch {
                    fault = error.message
                }
            }
            if let fault {
                if !reading.faults.contains(fault) { reading.faults.append(fault) }
            } else {
                let read = SecurityAlternative(members: members, remarks: remarks)
                if !reading.alternatives.contains(read) { reading.alternatives.append(read) }
            }
        }
        return reading
    }

    private struct Fault: Error {
        let message: String
    }

    private func member(
        _ name: String,
        _ scopes: [String]
    ) throws(Fault) -> (SecurityAlternative.Member, remark: String?) {
        guard let scheme = schemes[name]?.value else {
            throw Fault(message: "the security scheme \(name.cut(to: 60)) is not declared")
        }
        switch scheme["type"]?.stringValue?.lowercased() {
        case "apikey": return try apiKey(name, scheme)
        case "basic": return (.basic, nil)
        case "http":
            switch scheme["scheme"]?.stringValue?.lowercased() {
            case "bearer": return (.bearer, nil)
            case "basic": return (.basic, nil)
            case let other:
                throw Fault(
                    message:
                        "the HTTP authentication \((other ?? "").cut(to: 40)) of \(name.cut(to: 60)) is not supported"
                )
            }
        case "oauth2": return oauth(name, scheme, scopes)
        case "openidconnect":
            return (
                .bearer, "\(name.cut(to: 60)) is OpenID Connect: the key must be an access token obtained elsewhere."
            )
        case let other:
            throw Fault(
                message: "the security type \((other ?? "").cut(to: 40)) of \(name.cut(to: 60)) is not supported"
            )
        }
    }

    private func apiKey(
        _ name: String,
        _ scheme: JSONValue
    ) throws(Fault) -> (SecurityAlternative.Member, remark: String?) {
        guard let field = scheme["name"]?.stringValue, !field.isEmpty, field.utf8.count <= 100 else {
            throw Fault(message: "the security scheme \(name.cut(to: 60)) has no name of its field")
        }
        switch scheme["in"]?.stringValue {
        case "query": return (.query(field), nil)
        case "cookie": return (.cookie(field), nil)
        case "header" where HeaderName.isValid(field):
            guard field.lowercased() == "authorization" else { return (.header(field), nil) }
            let text = Summary.argument(scheme["description"]?.stringValue, most: 120).map { " (\($0))" } ?? ""
            return (
                .header(field),
                "\(name.cut(to: 60)): write the word that the API expects before {key}, such as 'Bot {key}'\(text)."
            )
        default: throw Fault(message: "the place of the key \(name.cut(to: 60)) is not supported")
        }
    }

    private func oauth(
        _ name: String,
        _ scheme: JSONValue,
        _ scopes: [String]
    ) -> (SecurityAlternative.Member, remark: String?) {
        let flow =
            version == .v20
            ? (scheme["flow"] == "application" ? scheme : nil) : scheme["flows"]?["clientCredentials"]
        if let token = flow?["tokenUrl"]?.stringValue, ServerURL(token) != nil {
            return (.clientCredentials(token: token, scopes: scopes), nil)
        }
        return (
            .bearer,
            "\(name.cut(to: 60)) is OAuth 2 with a person's consent: the key must be an access token obtained elsewhere."
        )
    }
}
