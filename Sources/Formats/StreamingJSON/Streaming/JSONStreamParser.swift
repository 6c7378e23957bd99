import StreamSafeText

/// Reads a JSON text as it arrives, in pieces cut anywhere, and offers a snapshot of the value so far at any time.
///
/// ```swift
/// var parser = JSONStreamParser(eventDepth: 2)
/// for try await delta in answer {
///     try parser.feed(delta)
///     for event in parser.drainEvents() { print(event.path, event.value) }  // each part as its last byte arrives
///     if let snapshot = parser.snapshot { show(snapshot) }                  // the whole tree so far
/// }
/// let value = try parser.finish()
/// ```
///
/// It reads the same language as ``JSONValue/init(parsing:options:)-(Sequence,_)`` reads from a whole text, with the
/// same value or with the same error at the same byte. Only two errors appear later: an early end with ``finish()``,
/// and a text that is too long when it exceeds the limit. A member name is held back until its value starts, a number
/// until the byte after it proves it complete, a literal until its last letter; a string is visible as it grows, in
/// whole characters.
///
/// **Cost.** Time is linear in the length of the text, however it is cut: only the containers and the string that are
/// still open ever change, and complete values are stored once and shared. A copy of the parser is an independent fork
/// that costs next to nothing.
public struct JSONStreamParser: Sendable {
    /// The parser's position in the grammar, which decides how the next byte is read.
    enum State: Sendable, Equatable {
        /// A value must start; the second case also allows the end of an empty array.
        case value, firstElement
        /// A member name must start; the second case also allows the end of an empty object.
        case name, firstName
        case colon
        case string, escape
        case number
        case literal
        /// A comma or a closing bracket must follow.
        case separator
        /// The root is complete.
        case end
    }

    /// The limits, and the treatment of repeated names and wide integers.
    public let options: JSONParseOptions

    /// The maximum depth of the parts that are reported as events.
    public let eventDepth: Int

    /// The number of bytes read.
    public internal(set) var offset = 0

    /// The members so far whose name an earlier member of the same object already has; the first 100 of them.
    public internal(set) var repeatedNames: [JSONRepeatedName] = []

    var state = State.value
    var frames: [JSONFrame] = []
    /// For each frame, the index of each name, once there are too many for a linear search.
    ///
    /// They are not part of the frames because snapshots share those, and changing a shared table would copy all of it.
    var positions: [[JSONName: Int]?] = []
    /// The level from which on nodes are hidden, because they belong to a member that repeats a name.
    var hiddenLevel: Int?
    var root: JSONValue?
    /// The number of values completed so far, nested ones included.
    var completedCount = 0
    var failure: JSONParseError?
    var events: [JSONStreamEvent] = []

    // The string being read, with its content so far in whole characters.
    var text = GrowingList<UInt8>()
    /// The process that finds the places of joiners in the string.
    var streamSafety = StreamSafeProcess()
    var isName = false
    var stringStart = 0
    var sequence = UTF8Sequence()
    var pendingEscape = JSONEscape(start: 0)

    // The number or literal being read.
    var number: [UInt8] = []
    var grammar = JSONNumberGrammar()
    var literal: JSONLiteral = .null
    var literalLength = 0

    /// Makes a parser for one text.
    ///
    /// - Parameters:
    ///   - options: The limits, and the treatment of repeated names and wide integers.
    ///   - eventDepth: The maximum depth below the root of the parts that ``drainEvents()`` reports when they are complete.
    ///     0 reports none; 1 reports the elements or properties of the root; 2 also their children, such as each element
    ///     of `{"items": […]}`; `.max` reports everything.
    public init(options: JSONParseOptions = JSONParseOptions(), eventDepth: Int = 0) {
        self.options = options
        self.eventDepth = eventDepth
    }

    /// Whether the root value is complete; only whitespace may then follow.
    ///
    /// A number at the root is complete when whitespace follows it, or after ``finish()``.
    public var isComplete: Bool { root != nil }

    /// Reads the next piece of the text, in UTF-8, cut anywhere.
    ///
    /// - Throws: ``JSONParseError`` if no continuation could make the text JSON, with the place counted from the start
    ///   of the first piece. Every further call then throws the same error; ``snapshot`` keeps the value before it.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(JSONParseError) {
        try bytes.withBytes { bytes throws(JSONParseError) in try feed(bytes) }
    }

    /// Reads the next piece of the text.
    ///
    /// - Throws: ``JSONParseError`` if no continuation could make the text JSON.
    public mutating func feed(_ piece: String) throws(JSONParseError) {
        try piece.utf8.withBytes { bytes throws(JSONParseError) in try feed(bytes) }
    }

    /// Reads the next piece of the text.
    ///
    /// - Throws: ``JSONParseError`` if no continuation could make the text JSON.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParseError) {
        if let failure { throw failure }
        do throws(JSONParseError) {
            let limit = max(0, options.maximumByteCount)
            guard bytes.count > limit - offset else { return try read(bytes) }
            // A fault before the limit is reported first, as it would be if the pieces were shorter.
            try read(UnsafeBufferPointer(rebasing: bytes[..<(limit - offset)]))
            throw .tooLong(limit: limit)
        } catch {
            failure = error
            throw error
        }
    }

    /// Ends the text, and returns the whole value.
    ///
    /// - Throws: ``JSONParseError`` with the code ``JSONParseError/Code/unexpectedEnd`` if the text is incomplete.
    @discardableResult
    public mutating func finish() throws(JSONParseError) -> JSONValue {
        if let failure { throw failure }
        do throws(JSONParseError) {
            if frames.isEmpty, state == .number, grammar.isWhole { try endNumber() }
            guard let root else { throw .end(at: offset) }
            return root
        } catch {
            failure = error
            throw error
        }
    }

    /// The value so far; `nil` while no part of it is certain.
    ///
    /// A snapshot copies a few references, however large the tree is, and later pieces never change it. The first
    /// structural change after a snapshot copies the list of open containers and at most 1 kB of the tail of the list
    /// that grew.
    public var snapshot: JSONSnapshot? {
        if let root { return JSONSnapshot(content: .complete(root)) }
        var spine = JSONSpine(frames: frames, levelCount: hiddenLevel ?? frames.count, text: nil)
        if state == .string || state == .escape, !isName, hiddenLevel == nil { spine.text = text }
        guard spine.depth > 0 else { return nil }
        return JSONSnapshot(content: .open(spine, level: 0))
    }

    /// Returns the parts that have been completed since the last call, in the order of their completion.
    ///
    /// A part precedes the part that contains it. The parser keeps them until this is called.
    public mutating func drainEvents() -> [JSONStreamEvent] {
        defer { events = [] }
        return events
    }
}

/// The completion of an element of an array or a property of an object.
public struct JSONStreamEvent: Sendable, Hashable {
    /// The path of the part; its last step shows whether it is an element (an index) or a property (a name).
    public var path: JSONPath
    /// The part, which cannot change any more.
    public var value: JSONValue
    /// The number of bytes of the text that were read when the part was complete.
    ///
    /// For a number it is the offset of the byte that proved it complete.
    public var offset: Int
}
