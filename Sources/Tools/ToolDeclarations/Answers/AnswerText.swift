package import StreamingJSON

/// The text form of an answer: a template over its values, such as `{{#items}}- {{name}}: {{total}}{{/items}}`.
///
/// The notation is Mustache's: `{{name}}` and `{{a.b}}` insert a value, `{{.}}` the current one, `{{#name}}…{{/name}}` repeats for each
/// value of a list or is there if there is a value, `{{^name}}…{{/name}}` if there is none, `{{! … }}` is a comment. `first()`, `last()`
/// and `index()` return the place in a list. Values are from outside, and are inserted as they are, because the text is not HTML. A list or
/// an object is inserted as JSON.
package struct AnswerText: Sendable {
    /// A template that cannot be used, and what to do.
    package struct Fault: Error, Equatable {
        package var message: String
    }

    /// A part of a template.
    enum Part: Sendable {
        case text(String)
        case value(Name)
        case section(Name, isInverted: Bool, [Part])
    }

    /// The thing that a tag names.
    enum Name: Sendable, Hashable {
        /// The names on the way to a value; empty for the current value.
        case path([String])
        case first, last, index
    }

    let parts: [Part]

    /// Reads a template.
    package init(_ text: String) throws(Fault) {
        var parser = try AnswerTextParser(text)
        parts = try parser.parse()
    }

    /// Returns the text for a value, cut where it exceeds the limits or the call is over.
    package func text(of value: JSONValue) -> String {
        var rendering = AnswerTextRendering(value)
        rendering.append(parts)
        return rendering.isCut
            ? rendering.text + "\n… (the rest of this text is left out, because it is too long)" : rendering.text
    }
}
