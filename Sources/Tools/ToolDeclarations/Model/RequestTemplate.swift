package import StreamingJSON

/// A request with slots for the values of a call.
package struct RequestTemplate: Sendable {
    /// A named place with a slot: a parameter of the query, a header field, or a field of a form.
    package struct Field: Sendable {
        package var name: String
        package var value: Value

        package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
    }

    /// The value of a field.
    package enum Value: Sendable {
        /// A text with slots.
        case text(TextTemplate)
        /// A slot with a style.
        case slot(Slot)
    }

    /// The body.
    package enum Body: Sendable {
        /// JSON: a value whose texts may contain slots; a text that is one slot takes the typed value.
        case json(JSONValue)
        /// A form, URL-encoded.
        case form([Field], nesting: Nesting)
        /// A form in several parts.
        case multipart([Field])
        /// Text.
        case text(TextTemplate)
        /// A GraphQL request: the query has no slots, the variables have.
        case graphQL(query: String, variables: JSONValue)
    }

    /// The way nested values are written in a form.
    package enum Nesting: String, Sendable {
        /// `a[b]=1`.
        case brackets
        /// `a.b=1`.
        case dots
        /// The value as JSON text.
        case json
    }

    /// The method in upper case.
    package var method: String
    /// The path after the base: constant segments, and segments with slots.
    package var path: [PathSegment]
    /// The parameters of the query in order.
    package var query: [Field]
    /// The header fields in order.
    package var headers: [Field]
    /// The body; `nil` for none.
    package var body: Body?
    /// The media type of the body, if it is not the usual one.
    package var contentType: String?
    /// The header field that receives a key of its own for each call, by which the service recognizes a repetition.
    package var idempotencyHeader: String?
    /// Whether redirects to the same origin are followed (GET only).
    package var followsRedirects: Bool

    package init(
        method: String,
        path: [PathSegment],
        query: [Field] = [],
        headers: [Field] = [],
        body: Body? = nil,
        contentType: String? = nil,
        idempotencyHeader: String? = nil,
        followsRedirects: Bool = false
    ) {
        (self.method, self.path, self.query, self.headers, self.body) = (method, path, query, headers, body)
        (self.contentType, self.idempotencyHeader) = (contentType, idempotencyHeader)
        self.followsRedirects = followsRedirects
    }
}

/// A segment of a path.
package struct PathSegment: Sendable {
    /// A piece of a segment.
    package enum Piece: Sendable {
        /// Constant text, percent-encoded.
        case text(String)
        case slot(Slot)
    }

    package var pieces: [Piece]

    package init(pieces: [Piece]) { self.pieces = pieces }
}

/// A text with slots; `{{` and `}}` in the file are the characters themselves.
package struct TextTemplate: Sendable {
    /// A piece of the text.
    package enum Piece: Sendable {
        case text(String)
        case slot(Slot)
    }

    package var pieces: [Piece]

    package init(pieces: [Piece]) { self.pieces = pieces }

    /// The slot, if the text consists of one slot.
    package var onlySlot: Slot? {
        if pieces.count == 1, case .slot(let slot) = pieces[0] { slot } else { nil }
    }
}

/// A place in a request for a value.
package struct Slot: Sendable, Hashable {
    /// The source of the value.
    package enum Source: Sendable, Hashable {
        /// An argument of the call.
        case argument(String)
        /// `caller.locale`, such as `ja-JP`.
        case locale
        /// `caller.zone`, such as `Asia/Tokyo`.
        case zone
        /// `caller.day`, such as `2026-11-22`.
        case day
        /// `caller.user` and the other facts about the user that the tool is called for.
        case user(UserFact)
        /// `page`: the cursor, the number or the offset of the page.
        case page
    }

    /// A fact about a user, which the server knows and no argument sets.
    ///
    /// The text is that of the slot.
    package enum UserFact: String, Sendable, Hashable, CaseIterable {
        /// The id of the user.
        case user = "caller.user"
        /// The name that the issuer or the app's backend has for the user.
        case subject = "caller.subject"
        /// The organization of the user.
        case organization = "caller.organization"
        /// The name of the user's plan.
        case plan = "caller.plan"
    }

    /// The way lists and objects are written (RFC 6570 and OpenAPI 3).
    package enum Style: String, Sendable {
        case form, simple, label, matrix
        case spaceDelimited, pipeDelimited, tabDelimited, deepObject
    }

    /// The form of the value.
    package enum Format: String, Sendable {
        /// JSON text.
        case json
        /// The content of an artifact that the argument names; only in `multipart`.
        case file
    }

    /// How slashes in a value of the path are treated.
    package enum Slash: String, Sendable {
        /// The value is refused.
        case refuse
        /// It is percent-encoded.
        case encode
        /// It separates segments, each of which is checked.
        case segments
    }

    package var source: Source
    package var style: Style?
    package var explode: Bool?
    package var slash: Slash
    package var format: Format?
    /// Other values by the text of the argument's value, such as `open: "1"`.
    package var map: [String: String]

    package init(
        _ source: Source,
        style: Style? = nil,
        explode: Bool? = nil,
        slash: Slash = .refuse,
        format: Format? = nil,
        map: [String: String] = [:]
    ) {
        (self.source, self.style, self.explode, self.slash) = (source, style, explode, slash)
        (self.format, self.map) = (format, map)
    }
}
