package import StreamingJSON

/// A request made from a template; it has no key yet.
package struct DeclaredRequest: Sendable, Equatable {
    /// A header field.
    package struct Header: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The method in upper case.
    package var method: String
    /// The address, percent-encoded, below the base.
    package var url: String
    /// The header fields, with that of the body's type.
    package var headers: [Header]
    /// The body; `nil` for none.
    package var body: [UInt8]?

    package init(method: String, url: String, headers: [Header] = [], body: [UInt8]? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}

/// The values for the slots of a request.
package struct RequestValues: Sendable {
    /// The arguments of the call, which were checked against the tool's schema; defaults are not filled in.
    package var arguments: JSONObject
    /// The language and region, such as `ja-JP`.
    package var locale: String
    /// The time zone, such as `Asia/Tokyo`.
    package var zone: String
    /// The day in that zone, such as `2026-11-22`.
    package var day: String
    /// The known facts about the user that the tool is called for; empty without one.
    package var user: [Slot.UserFact: String]
    /// The cursor, the number or the offset of the page; `nil` for the first page of a cursor.
    package var page: JSONValue?

    package init(
        arguments: JSONObject,
        locale: String = "en",
        zone: String = "UTC",
        day: String = "",
        user: [Slot.UserFact: String] = [:],
        page: JSONValue? = nil
    ) {
        (self.arguments, self.locale, self.zone, self.day) = (arguments, locale, zone, day)
        (self.user, self.page) = (user, page)
    }
}

/// A value that a request cannot have.
package struct RequestFault: Error, Hashable {
    /// The argument whose value it is; `nil` for another value.
    package var argument: String?
    /// The fault and the remedy, for a model or a person.
    package var message: LocalizedText

    package init(argument: String? = nil, _ message: LocalizedText) {
        (self.argument, self.message) = (argument, message)
    }
}
