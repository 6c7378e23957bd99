import Mustache
import StreamingJSON

/// The text form of an answer: a Mustache template over its values, such as `{{#items}}- {{name}}: {{total}}{{/items}}`.
///
/// The template is the operator's; the values are from outside, and are inserted as they are, because the text is not HTML.
struct AnswerText: Sendable {
    /// A template that cannot be used, and what to do.
    struct Fault: Error, Equatable {
        var message: String
    }

    private let template: MustacheTemplate

    private static let longestTemplate = 8_192
    /// The signs of tags that a template of one file must not have.
    private static let refused: [Character: String] = [
        ">": "partials", "<": "inheritance", "$": "blocks", "=": "other delimiters", "%": "pragmas",
    ]

    /// Compiles a template.
    init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.longestTemplate else {
            throw Fault(message: "the template has more than \(Self.longestTemplate) bytes; shorten it")
        }
        var rest = text[...]
        while let tag = rest.firstRange(of: "{{") {
            rest = rest[tag.upperBound...]
            if let sign = rest.first(where: { $0 != " " }), let kind = Self.refused[sign] {
                throw Fault(
                    message: "the template has a tag '{{\(sign)', and templates here have no \(kind); remove the tag"
                )
            }
        }
        do {
            template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}" + text)
        } catch let error as MustacheTemplate.ParserError {
            throw Fault(
                message:
                    "the template cannot be read: \(error.error) at line \(error.context.lineNumber): \(error.context.line)"
            )
        } catch {
            throw Fault(message: "the template cannot be read: \(error)")
        }
    }

    /// Returns the text for a value.
    func text(of value: JSONValue) -> String { template.render(Self.plain(value) ?? "") }

    /// The members of an object, which the template reads by name: only those that it names are converted.
    private struct Members: MustacheParent {
        let members: JSONObject

        func child(named name: String) -> Any? { members[name].flatMap { AnswerText.plain($0) } }
    }

    /// Returns a value in the form that the template reads without reflection.
    private static func plain(_ value: JSONValue) -> Any? {
        switch value {
        case .null: nil
        case .bool(let flag): flag
        case .string(let text): text
        case .array(let elements): elements.map { plain($0) ?? "" }
        case .object(let members): Members(members: members)
        default: value.description
        }
    }
}
