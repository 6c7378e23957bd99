public import StreamingJSON

/// The name and version of a client or a server.
public struct Implementation: Sendable, Equatable {
    /// The name for programs.
    public var name: String
    /// The name for people.
    public var title: String?
    /// The version.
    public var version: String

    /// Makes a name with a version.
    public init(name: String, title: String? = nil, version: String) {
        (self.name, self.title, self.version) = (name, title, version)
    }

    /// The name and version in JSON.
    public var jsonObject: JSONObject {
        var object: JSONObject = ["name": .string(name), "version": .string(version)]
        if let title { object["title"] = .string(title) }
        return object
    }
}
