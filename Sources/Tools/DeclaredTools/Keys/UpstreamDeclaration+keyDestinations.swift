package import ToolDeclarations

extension UpstreamDeclaration {
    /// Where the declaration sends the key, one line a place: an origin, and the part of the request.
    ///
    /// The part belongs to it: a parameter of the query may be shown to others by the same service, and a header field is not.
    package var keyDestinations: [String] {
        let places = auth.flatMap(\.parts).flatMap { part -> [String] in
            switch part {
            case .bearer, .basic: ["\(base.origin) header authorization"]
            case .header(let name, _): ["\(base.origin) header \(name.lowercased())"]
            case .query(let name, _): ["\(base.origin) query \(name)"]
            case .cookie(let name, _): ["\(base.origin) cookie \(name)"]
            case .oauth2(let credentials):
                // A URL without an origin is no place that a key could be confirmed for, and no request goes there.
                [
                    "\(WebOrigin(ofURL: credentials.token)?.description ?? credentials.token) token",
                    "\(base.origin) header authorization",
                ]
            case .sigV4, .hmac: ["\(base.origin) signature"]
            }
        }
        return Set(places).sorted()
    }
}
