/// A `$ref` split into a file and a JSON Pointer.
struct FileReference: Hashable {
    /// The file, resolved against the file that contains the reference.
    let file: String
    /// The pointer's steps.
    let steps: [String]

    /// The reason why a reference cannot be followed.
    struct Fault: Error, Hashable {
        let message: String
    }

    /// Resolves a reference.
    ///
    /// - Parameter remoteOrigin: The origin of which URLs are permitted.
    init(_ reference: String, in containing: String, remoteOrigin: String?) throws(Fault) {
        guard reference.utf8.count <= 2_048 else { throw Fault(message: "a reference is over 2048 bytes") }
        let scalars = reference.unicodeScalars
        let hash = scalars.firstIndex(of: "#")
        let path = String(scalars[..<(hash ?? scalars.endIndex)])
        let fragment = hash.map { String(scalars[scalars.index(after: $0)...]) } ?? ""
        guard fragment.isEmpty || fragment.utf8.first == UInt8(ascii: "/") else {
            throw Fault(message: "the reference \(reference) names an anchor; only JSON Pointers are followed")
        }
        file = path.isEmpty ? containing : try Self.resolve(path, against: containing, remoteOrigin)
        steps =
            fragment.isEmpty
            ? [] : String(fragment.unicodeScalars.dropFirst()).slashParts.map(Self.step)
    }

    private static func resolve(
        _ path: String,
        against containing: String,
        _ remoteOrigin: String?
    ) throws(Fault) -> String {
        if let url = ServerURL(path) { return try remote(url, path, remoteOrigin) }
        guard !path.contains("://") else { throw Fault(message: "the reference \(path) has an unsupported scheme") }
        let decoded = String(path.prefix { $0 != "?" }).percentDecoded
        if let base = ServerURL(containing) { return try remote(base.resolving(decoded), path, remoteOrigin) }
        guard decoded.utf8.first != UInt8(ascii: "/"),
            !decoded.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") })
        else {
            throw Fault(message: "the reference \(path) is not a relative path")
        }
        var segments = Array(containing.slashParts.dropLast())
        for segment in decoded.slashParts where segment != "." && !segment.isEmpty {
            if segment == ".." {
                guard segments.popLast() != nil else {
                    throw Fault(message: "the reference \(path) is outside the root document's folder")
                }
            } else {
                segments.append(segment)
            }
        }
        guard !segments.isEmpty else { throw Fault(message: "the reference \(path) names no file") }
        return segments.joined(separator: "/")
    }

    private static func remote(_ url: ServerURL?, _ path: String, _ origin: String?) throws(Fault) -> String {
        guard let url, let origin, url.origin == origin else {
            throw Fault(message: "the reference \(path) is remote; permit its origin to have it fetched")
        }
        return url.origin + url.path
    }

    private static func step(_ text: String) -> String {
        var decoded = ""
        var afterTilde = false
        for scalar in text.percentDecoded.unicodeScalars {
            if afterTilde {
                afterTilde = false
                switch scalar {
                case "0": decoded.unicodeScalars.append("~")
                case "1": decoded.unicodeScalars.append("/")
                default: decoded.unicodeScalars.append(contentsOf: ["~", scalar])
                }
            } else if scalar == "~" {
                afterTilde = true
            } else {
                decoded.unicodeScalars.append(scalar)
            }
        }
        return afterTilde ? decoded + "~" : decoded
    }
}
