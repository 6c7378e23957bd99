import StreamSafeText

/// Reads a JSON text as it arrives, in pieces cut anywhere, and has what is known of the value at any time.
///
/// ```swift
/// var parser = JSONStreamParser(eventDepth: 2)
/// for try await delta in answer {
///     try parser.feed(delta)
///     for event in parser.takeEvents() { print(event.path, event.value) }  // each part as its last byte arrives
///     if let snapshot = parser.snapshot { show(snapshot) }                  // the whole tree so far
/// }
/// let value = try parser.finish()
/// ```
///
/// What it does is what ``JSONValue/init(parsing:options:)-(Sequence,_)`` does with the whole text, to the same value or to the
/// same error at the same byte; only an early end shows no sooner than in ``finish()``, and a text that is too long no sooner
/// than it is. A member name is held back until its
/// value has begun, a number until the byte after it proves that it is whole, a literal until its last letter; a string is visible
/// as it grows, in whole characters.
///
/// **Cost.** Time is linear in the length of the text, however it is cut: only the containers and the string that are still
/// open ever change, and what is complete is stored once and shared. A copy of the parser is a fork that costs next to nothing.
public struct JSONStreamParser: Sendable {
    /// What the next byte belongs to.
    enum State: Sendable, Equatable {
        /// A value must begin; the second also allows the end of an empty array.
        case value, firstElement
        /// A member name must begin; the second also allows the end of an empty object.
        case name, firstName
        case colon
        case string, escape
        case number
        case literal
        /// A comma or a closing bracket must come.
        case separator
        /// The root is complete.
        case end
    }

    /// The limits, and how repeated names and wide integers are settled.
    public let options: JSONParseOptions

    /// How deep the parts lie that are reported as events.
    public let eventDepth: Int

    /// How many bytes have been read.
    public internal(set) var offset = 0

    /// The members whose name an earlier member of the same object had already, so far; the first 100 of them.
    public internal(set) var repeatedNames: [JSONRepeatedName] = []

    var state = State.value
    var frames: [JSONFrame] = []
    /// For each frame the place of each name, once there are too many to walk.
    ///
    /// Not in the frames, because a snapshot shares those, and to change a shared table would copy all of it.
    var positions: [[JSONName: Int]?] = []
    /// The level from which on nothing is shown, because it belongs to a member whose name is taken.
    var hiddenLevel: Int?
    var root: JSONValue?
    /// How many values have been completed, the parts of others included.
    var completedCount = 0
    var failure: JSONParseError?
    var events: [JSONStreamEvent] = []

    // The string being read, its content so far in whole characters.
    var text = GrowingList<UInt8>()
    /// Where joiners belong into it.
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
    ///   - options: The limits, and how repeated names and wide integers are settled.
    ///   - eventDepth: Which parts ``takeEvents()`` reports when they are complete: those at most so many steps below the root.
    ///     0 reports none; 1 the root's own elements or properties; 2 also what is in those, such as each element of
    ///     `{"items": […]}`; `.max` everything.
    public init(options: JSONParseOptions = JSONParseOptions(), eventDepth: Int = 0) {
        self.options = options
        self.eventDepth = eventDepth
    }

    /// Whether the root value is complete; only whitespace may then follow.
    ///
    /// A number at the root is complete when whitespace follows it or with ``finish()``.
    public var isComplete: Bool { root != nil }

    /// Reads the next piece of the text, in UTF-8, cut anywhere.
    ///
    /// - Throws: ``JSONParseError`` when no continuation could make the text JSON, with the place counted from the beginning of
    ///   the first piece. The same error is then thrown by every further call; ``snapshot`` keeps what came before.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(JSONParseError) {
        try bytes.withBytes { bytes throws(JSONParseError) in try feed(bytes) }
    }

    /// Reads the next piece of the text.
    ///
    /// - Throws: ``JSONParseError`` when no continuation could make the text JSON.
    public mutating func feed(_ piece: String) throws(JSONParseError) {
        try piece.utf8.withBytes { bytes throws(JSONParseError) in try feed(bytes) }
    }

    /// Reads the next piece of the text.
    ///
    /// - Throws: ``JSONParseError`` when no continuation could make the text JSON.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParseError) {
        if let failure { throw failure }
        do throws(JSONParseError) {
            let limit = max(0, options.maximumByteCount)
            guard bytes.count > limit - offset else { return try read(bytes) }
            // An earlier fault counts, as it would have if the pieces were shorter.
            try read(UnsafeBufferPointer(rebasing: bytes[..<(limit - offset)]))
            throw .tooLong(limit: limit)
        } catch {
            failure = error
            throw error
        }
    }

    /// Says that the text has ended, and gives the whole value.
    ///
    /// - Throws: ``JSONParseError`` with the code ``JSONParseError/Code/unexpectedEnd`` when something is missing.
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

    /// What is known of the value now; `nil` while nothing of it is certain.
    ///
    /// Taking it copies a few references, however large the tree is, and later pieces never change it. The first structural
    /// change after it was taken then copies the list of open containers and at most 1 kB of the tail of what grew.
    public var snapshot: JSONSnapshot? {
        if let root { return JSONSnapshot(content: .complete(root)) }
        var spine = JSONSpine(frames: frames, levelCount: hiddenLevel ?? frames.count, text: nil)
        if state == .string || state == .escape, !isName, hiddenLevel == nil { spine.text = text }
        guard spine.depth > 0 else { return nil }
        return JSONSnapshot(content: .open(spine, level: 0))
    }

    /// Hands out, once each, the parts that have become complete, in the order in which they did.
    ///
    /// A part comes before what it is in. They are kept until they are taken.
    public mutating func takeEvents() -> [JSONStreamEvent] {
        defer { events = [] }
        return events
    }
}
