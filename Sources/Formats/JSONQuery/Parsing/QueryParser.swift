import StreamingJSON

/// Reads a query by the grammar of RFC 9535, appendix A.
///
/// It recurses only into filters, parentheses and function calls, whose nesting is limited.
struct QueryParser {
    let bytes: [UInt8]
    let limits: JSONQuery.Limits
    var offset = 0

    /// The filters, parentheses and function calls around the offset.
    var depth = 0
    /// The filters around the offset.
    var filterDepth = 0
    var queryCount = 0
    var callCount = 0
    private var segmentCount = 0
    private(set) var descendantCount = 0
    private(set) var filterDescendantCount = 0

    init(_ text: String, limits: JSONQuery.Limits) throws(JSONQueryError) {
        bytes = Array(text.utf8)
        self.limits = limits
        if bytes.count > limits.byteCount {
            throw fault(
                .tooLarge,
                "The query is longer than \(limits.byteCount) bytes. Shorten it.",
                at: limits.byteCount
            )
        }
    }

    /// Reads the whole text as one query that starts with `$`.
    mutating func wholeQuery() throws(JSONQueryError) -> QueryExpression {
        guard current == UInt8(ascii: "$") else {
            throw fault("A query must start with '$', without a space before it. Write it as in $.name.")
        }
        let query = try query()
        guard isAtEnd else {
            let isBlank = Self.isBlank(current)
            throw fault(
                isBlank
                    ? "A query must not end with a space. Remove it."
                    : "Only '.', '..' or '[' can continue a query. Write names with other characters as in ['my name']."
            )
        }
        return query
    }

    /// Reads `$` or `@` and the segments after it.
    mutating func query() throws(JSONQueryError) -> QueryExpression {
        let isAbsolute = current == UInt8(ascii: "$")
        offset += 1
        queryCount += 1
        let number = queryCount
        var segments: [QuerySegment] = []
        while true {
            let end = offset
            skipBlanks()
            guard current == UInt8(ascii: ".") || current == UInt8(ascii: "[") else {
                offset = end
                break
            }
            segments.append(try segment())
        }
        return QueryExpression(isAbsolute: isAbsolute, segments: segments, number: number)
    }
}

// MARK: - Segments

extension QueryParser {
    private mutating func segment() throws(JSONQueryError) -> QuerySegment {
        segmentCount += 1
        if segmentCount > limits.segments {
            throw fault(.tooLarge, "The query has more than \(limits.segments) segments. Use fewer.", at: offset)
        }
        guard accept(".") else { return QuerySegment(isDescendant: false, selectors: try bracketed()) }
        let isDescendant = accept(".")
        if isDescendant {
            if filterDepth > 0 { filterDescendantCount += 1 } else { descendantCount += 1 }
        }
        if accept("*") { return QuerySegment(isDescendant: isDescendant, selectors: [.wildcard]) }
        if isDescendant, current == UInt8(ascii: "[") {
            return QuerySegment(isDescendant: true, selectors: try bracketed())
        }
        return QuerySegment(isDescendant: isDescendant, selectors: [.name(try shorthand(isDescendant: isDescendant))])
    }

    /// Reads the name after a dot.
    private mutating func shorthand(isDescendant: Bool) throws(JSONQueryError) -> String {
        let start = offset
        while let byte = current, Self.isNameByte(byte), offset > start || !Self.isDigit(byte) { offset += 1 }
        guard offset > start else {
            let dots = isDescendant ? "'..'" : "'.'"
            let others = isDescendant ? "'*' or '['" : "'*'"
            throw fault(
                "A name or \(others) must follow \(dots) directly. A name starts with a letter or '_'; "
                    + "write others as in ['1st']."
            )
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func bracketed() throws(JSONQueryError) -> [QuerySelector] {
        let start = offset
        offset += 1
        var selectors: [QuerySelector] = []
        repeat {
            skipBlanks()
            selectors.append(try selector())
            skipBlanks()
        } while accept(",")
        guard accept("]") else {
            if isAtEnd {
                throw fault(.malformed, "This bracket is not closed. Add ']' after its selectors.", at: start)
            }
            throw fault("Only ',' or ']' can follow a selector. Separate selectors with ','.")
        }
        return selectors
    }

    private mutating func selector() throws(JSONQueryError) -> QuerySelector {
        switch current {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try string())
        case UInt8(ascii: "*"):
            offset += 1
            return .wildcard
        case UInt8(ascii: "?"):
            try descend()
            filterDepth += 1
            offset += 1
            skipBlanks()
            let condition = try condition()
            filterDepth -= 1
            depth -= 1
            return .filter(condition)
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(JSONQueryError) -> QuerySelector {
        let start = try integer()
        let end = offset
        skipBlanks()
        guard accept(":") else {
            offset = end
            guard let start else {
                throw fault(
                    "A selector must be a quoted name, '*', an index, a slice as in 0:2, or a filter as in ?@.a."
                )
            }
            return .index(start)
        }
        skipBlanks()
        let last = try integer()
        var step: Int?
        skipBlanks()
        if accept(":") {
            skipBlanks()
            step = try integer()
        }
        return .slice(QuerySlice(start: start, end: last, step: step ?? 1))
    }
}
