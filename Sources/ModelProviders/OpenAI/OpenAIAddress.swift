/// The parts of a base URL that errors may show.
enum OpenAIAddress {
    /// The host with its port: what stands between the scheme and the path.
    static func host(of baseURL: String) -> String {
        let afterScheme = baseURL.firstRange(of: "://").map { baseURL[$0.upperBound...] } ?? baseURL[...]
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@").last ?? authority)
    }
}
