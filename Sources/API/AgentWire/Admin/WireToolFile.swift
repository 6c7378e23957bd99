/// A file of declared tools, for administrators.
public struct WireToolFile: WireRecord {
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

    package static let fields: Fields<Self> = Fields(
        named: "ToolFile",
        Self.init,
        .always("file", \.file, "The name in the folder of tools."),
        .always("upstream", \.upstream, "The service whose API the tools call."),
        .always("tools", \.tools, missing: []),
        .always("fault", \.fault, "Why the present text is not in use, and what to do.")
    )
}

/// The reply of `GET /admin/tool-files`.
public struct WireToolFiles: WireRecord {
    /// The files.
    public var files: [WireToolFile]
    /// Whether the server has a folder of tools, so that files can be stored.
    public var hasFolder: Bool

    /// Makes a reply.
    public init(files: [WireToolFile], hasFolder: Bool) { (self.files, self.hasFolder) = (files, hasFolder) }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("files", \.files),
        .always(
            "has_folder",
            \.hasFolder,
            "Whether the server has a folder of tools, so that files can be stored.",
            missing: true
        )
    )
}

/// The text of a file of declared tools.
public struct WireToolFileText: WireRecord {
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

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("file", \.file),
        .always("text", \.text, "The present text, which may be faulty."),
        .always("digest", \.digest, "The SHA-256 of the text in hexadecimal digits.")
    )
}

/// The body of `POST /admin/tool-files/check` and of `PUT /admin/tool-files/{file}`.
public struct ToolFileRequest: WireRecord {
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

    package static let fields: Fields<Self> = Fields(
        of: .request,
        last: ["file", "digest"],
        Self.init,
        .maybe("file", \.file),
        .always("text", \.text),
        .maybe(
            "digest",
            \.digest,
            "The digest of the text that is replaced. If the file has another one, nothing changes."
        )
    )
}
