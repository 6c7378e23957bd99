package import StreamingJSON

/// A value of a YAML or JSON file, with its place.
///
/// YAML has surprising rules (`no` is false, `017` is 15), so only `true`, `false`, `null`, `~` and JSON's numbers are not text. Names are
/// their text, so `200:` is the name "200".
package struct YAMLElement: Sendable {
    /// The kinds of values.
    package enum Value: Sendable {
        /// A text, a number, a Boolean or `null`.
        case scalar(JSONValue)
        /// The values of a list.
        case list([YAMLElement])
        /// The members in order, each with the place of its name.
        case members([Member])
    }

    /// A member of a mapping.
    package typealias Member = (name: String, place: (line: Int, column: Int), value: YAMLElement)

    package let value: Value
    /// The line, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int

    /// The value in JSON.
    package var json: JSONValue {
        switch value {
        case .scalar(let value): value
        case .list(let elements): .array(elements.map(\.json))
        case .members(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }
}

/// The most that a file may have.
package struct YAMLLimits: Sendable {
    /// The bytes of the file.
    package var bytes: Int
    /// The levels of nesting.
    package var depth: Int
    /// The values, each alias expanded.
    package var nodes: Int
    /// The aliases; with 0, anchors and merge keys are refused too.
    package var aliases: Int

    package init(bytes: Int, depth: Int, nodes: Int, aliases: Int = 0) {
        (self.bytes, self.depth, self.nodes, self.aliases) = (bytes, depth, nodes, aliases)
    }
}

/// A fault of a file: its place, and what is wrong.
package struct YAMLFault: Error, Hashable, Sendable {
    /// A description of the fault, and the remedy if there is one.
    package let message: String
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// Whether the file exceeds a limit.
    package let isLimit: Bool

    init(_ message: String, line: Int, column: Int, isLimit: Bool = false) {
        (self.message, self.line, self.column, self.isLimit) = (message, line, column, isLimit)
    }
}
