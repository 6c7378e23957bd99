import StreamingJSON

/// The tools of a server's list, page by page, within limits.
struct ToolListPages: Sendable, Equatable {
    /// The step after a page.
    enum Step: Sendable, Equatable {
        /// Request the next page.
        case next(cursor: String)
        /// The list is complete.
        case complete
        /// The list exceeds a limit, or is no list.
        case refused(String)
    }

    /// The most pages of a list.
    static let mostPages = 64
    /// The most tools of a list.
    static let mostTools = 1024
    /// The most bytes of all definitions together.
    static let mostBytes = 4 << 20
    private static let longestCursor = 16 << 10

    /// The definitions so far, as the server sent them.
    private(set) var tools: [JSONObject] = []
    /// The number of elements of the list that are no definitions.
    private var others = 0
    /// The reason why the list ended although the server named another page.
    private var end: String?
    private var pages = 0
    private var bytes = 0
    private var cursors: Set<String> = []
    /// The page that was followed by an empty cursor, until the next page.
    private var emptyAfter: [JSONValue]?

    /// The faults of the list that were borne, as clauses for the operator.
    var oddities: [String] {
        var oddities: [String] = []
        if others > 0 {
            oddities.append("\(others) of the elements of its list of tools are no definitions and are left out")
        }
        if let end { oddities.append("\(end); the list ends there, with \(tools.count) tools") }
        return oddities
    }

    /// Accepts a page.
    mutating func append(_ page: JSONObject) -> Step {
        guard let list = page["tools"]?.arrayValue else { return .refused("its answer to tools/list has no tools") }
        pages += 1
        if let first = emptyAfter.take(), first == list { return .complete }
        for value in list {
            guard let tool = value.objectValue else {
                others += 1
                continue
            }
            bytes += value.serialized().utf8.count
            guard tools.count < Self.mostTools else { return .refused("it lists more than \(Self.mostTools) tools") }
            guard bytes <= Self.mostBytes else {
                return .refused("its definitions of tools have more than \(Self.mostBytes >> 20) MiB")
            }
            tools.append(tool)
        }
        switch page["nextCursor"] {
        case nil, .null: return .complete
        // An empty text is a cursor by the specification, and the end of the list to some servers, which repeat themselves then.
        case .string(""):
            guard cursors.insert("").inserted, pages < Self.mostPages else { return .complete }
            emptyAfter = list
            return .next(cursor: "")
        case .string(let cursor) where cursor.utf8.count <= Self.longestCursor:
            guard cursors.insert(cursor).inserted else { return ended("its list of tools leads in a circle") }
            guard pages < Self.mostPages else {
                return ended("its list of tools has more than \(Self.mostPages) pages")
            }
            return .next(cursor: cursor)
        default: return ended("the cursor of its list of tools is no short text")
        }
    }

    /// Ends the list with the tools so far.
    private mutating func ended(_ reason: String) -> Step {
        end = reason
        return .complete
    }
}
