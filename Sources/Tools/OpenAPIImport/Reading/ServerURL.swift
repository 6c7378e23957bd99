/// An `http` or `https` URL without user, query and fragment.
struct ServerURL: Hashable {
    /// `scheme://host[:port]`, in lower case.
    let origin: String
    /// The path, `/` at least.
    let path: String

    /// Reads an absolute URL; `nil` if it is relative, has another scheme or an odd host.
    init?(_ text: String) {
        let lowered = text.prefix(8).lowercased()
        let scheme = lowered.hasPrefix("https://") ? "https" : lowered.hasPrefix("http://") ? "http" : nil
        guard let scheme, text.utf8.count <= 2_048 else { return nil }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        let allowed = authority.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._:[]".utf8.contains(byte)
            }
        }
        guard !authority.isEmpty, allowed else { return nil }
        origin = scheme + "://" + authority.lowercased()
        path = Self.normalized(String(rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }))
    }

    private init(origin: String, path: String) {
        self.origin = origin
        self.path = Self.normalized(path)
    }

    /// Returns the URL of a reference relative to this one.
    func resolving(_ reference: String) -> ServerURL? {
        if reference.hasPrefix("//") { return ServerURL(origin.prefix { $0 != ":" } + ":" + reference) }
        if reference.contains("://") { return ServerURL(reference) }
        let plain = String(reference.prefix { $0 != "?" && $0 != "#" })
        if plain.isEmpty { return self }
        if plain.hasPrefix("/") { return ServerURL(origin: origin, path: plain) }
        let folder = path.slashParts.dropLast().joined(separator: "/")
        return ServerURL(origin: origin, path: folder + "/" + plain)
    }

    /// The path without a slash at its end; empty for the root.
    var base: String {
        var base = path[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        return String(base)
    }

    private static func normalized(_ path: String) -> String {
        var segments: [String] = []
        let parts = path.slashParts
        for part in parts.dropFirst(parts.count > 1 && parts[0].isEmpty ? 1 : 0) where part != "." {
            if part == ".." { _ = segments.popLast() } else { segments.append(part) }
        }
        return "/" + segments.joined(separator: "/")
    }
}
