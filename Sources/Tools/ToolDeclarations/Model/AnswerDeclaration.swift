package import JSONQuery
package import StreamingJSON

/// What is kept of an answer.
package struct AnswerDeclaration: Sendable {
    /// The form of an answer.
    package enum Form: String, Sendable { case json, xml, csv, text, binary }

    /// A value of an item.
    package struct Field: Sendable {
        /// The type that a value must have; another one counts as absent.
        package enum Kind: String, Sendable { case string, number, integer, boolean, array, object, any }

        package var name: String
        package var path: JSONQuery
        package var kind = Kind.any
        /// The value if there is none.
        package var fallback: JSONValue?
        /// The characters of a text that are kept.
        package var limit: Int?
    }

    /// The form; `nil` to go by the answer's media type.
    package var form: Form?
    /// The items; `nil` for the whole answer.
    package var select: JSONQuery?
    /// The values of an item; empty for all.
    package var fields: [Field] = []
    /// The number of items.
    package var most = 50
    /// The text for models, a Mustache template over `items` and the arguments; `nil` for a line an item.
    package var text: String?
    /// The characters of the text that a model receives at once.
    package var budget = 12_000
    /// The text if nothing was found.
    package var empty: LocalizedText?
    /// The type of the artifact; `nil` for none.
    package var artifact: String?
    /// A query for the address of a file that is fetched for the artifact.
    package var from: JSONQuery?
}

/// The way to further pages of an answer.
package struct Paging: Sendable {
    /// The kinds of paging.
    package enum Kind: Sendable {
        /// A query finds the cursor, which the next request has as a parameter of the query.
        case cursor(next: JSONQuery, parameter: String)
        /// A query finds the URL of the next page.
        case url(next: JSONQuery)
        /// The `Link` header field with `rel="next"` (RFC 8288).
        case link
        /// A parameter with the page's number.
        case page(parameter: String, first: Int)
        /// A parameter with the number of items before the page; `size` is the number of items of a page, `nil` to count them.
        case offset(parameter: String, size: Int?)
    }

    package var kind: Kind
    /// The number of pages.
    package var most: Int
}

/// The way to the result of a request that takes long.
package struct Polling: Sendable {
    /// The place of the status address in the first answer.
    package enum Address: Sendable {
        case header(String)
        case path(JSONQuery)
    }

    package var address: Address
    package var interval = Duration.seconds(2)
    package var limit = Duration.seconds(120)
    /// The query that finds something when the work is done; `nil` for a status other than 202.
    package var until: JSONQuery?
    /// The query that finds something when the work failed.
    package var failed: JSONQuery?
    /// The query for the progress, a number from 0 to 100.
    package var progress: JSONQuery?
    /// Whether the status address is deleted if the call is cancelled.
    package var cancels = false
}
