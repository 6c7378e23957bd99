public import StreamingJSON

/// A file of declared tools, for administrators.
public struct WireToolFile: WireElement {
    /// `files`.
    public static var listName: String { "files" }

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

/// The body of `POST /admin/tool-files/check` and of `PUT /admin/tool-files/{file}`.
public struct ToolFileRequest: WireValue {
    /// The file's name in the folder; `nil` if the path has it.
    public var file: String?
    /// The file's text.
    public var text: String

    /// Makes a request.
    public init(file: String? = nil, text: String) { (self.file, self.text) = (file, text) }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["file", "text"])
        file = fields.string("file")
        text = fields.requiredString("text")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var members: JSONObject = ["text": .string(text)]
        if let file { members["file"] = .string(file) }
        return .object(members)
    }
}
