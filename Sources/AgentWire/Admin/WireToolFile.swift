public import StreamingJSON

/// A file of declared tools, for administrators.
public struct WireToolFile: WireValue {
    /// The file's name in the folder.
    public var file: String
    /// The name of the service whose API its tools call; `nil` for none.
    public var upstream: String?
    /// The names of its tools that are offered.
    public var tools: [String]
    /// The fault of its present text, with its place and what to do; `nil` if that text is in use.
    public var fault: String?

    /// Makes a description.
    public init(file: String, upstream: String?, tools: [String], fault: String?) {
        (self.file, self.upstream, self.tools, self.fault) = (file, upstream, tools, fault)
    }

    /// Reads a description.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        file = fields.requiredString("file")
        upstream = fields.string("upstream")
        tools = fields.strings("tools") ?? []
        fault = fields.string("fault")
        try fields.check()
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        [
            "file": .string(file), "upstream": upstream.map { .string($0) } ?? .null,
            "tools": .array(tools.map { .string($0) }), "fault": fault.map { .string($0) } ?? .null,
        ]
    }
}

/// The reply of `GET /admin/tool-files`.
public struct WireToolFiles: WireValue {
    /// The files.
    public var files: [WireToolFile]
    /// Whether the server has a folder of tools, so that files can be stored.
    public var hasFolder: Bool

    /// Makes a reply.
    public init(files: [WireToolFile], hasFolder: Bool) { (self.files, self.hasFolder) = (files, hasFolder) }

    /// Reads a reply.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        files = fields.requiredValues("files")
        hasFolder = fields.bool("has_folder") ?? true
        try fields.check()
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue {
        ["files": .array(files.map(\.jsonValue)), "has_folder": .bool(hasFolder)]
    }
}

/// The text of a file of declared tools.
public struct WireToolFileText: WireValue {
    /// The file's name in the folder.
    public var file: String
    /// Its present text, which may be faulty.
    public var text: String
    /// The SHA-256 of the text in hexadecimal digits.
    public var digest: String

    /// Makes a reply.
    public init(file: String, text: String, digest: String) {
        (self.file, self.text, self.digest) = (file, text, digest)
    }

    /// Reads a reply.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        file = fields.requiredString("file")
        text = fields.requiredString("text")
        digest = fields.requiredString("digest")
        try fields.check()
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue { ["file": .string(file), "text": .string(text), "digest": .string(digest)] }
}

/// The body of `POST /admin/tool-files/check` and of `PUT /admin/tool-files/{file}`.
public struct ToolFileRequest: WireValue {
    /// The file's name in the folder; `nil` if the path has it.
    public var file: String?
    /// The file's text.
    public var text: String
    /// The digest of the text that is replaced; `nil` for whatever text the file has.
    public var digest: String?

    /// Makes a request.
    public init(file: String? = nil, text: String, digest: String? = nil) {
        (self.file, self.text, self.digest) = (file, text, digest)
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["file", "text", "digest"])
        file = fields.string("file")
        text = fields.requiredString("text")
        digest = fields.string("digest")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var members: JSONObject = ["text": .string(text)]
        if let file { members["file"] = .string(file) }
        if let digest { members["digest"] = .string(digest) }
        return .object(members)
    }
}
