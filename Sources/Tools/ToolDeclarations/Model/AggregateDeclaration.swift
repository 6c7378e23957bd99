package import JSONQuery
package import StreamingJSON

/// A tool that asks other tools at once and merges what they find.
package struct AggregateDeclaration: Sendable {
    /// One of the tools that are asked.
    package struct Member: Sendable {
        /// The tool's name.
        package var tool: String
        /// Its arguments, with slots for those of the aggregate; as the body of a JSON request.
        package var arguments: JSONObject
        /// The time it has; `nil` for its own.
        package var deadline: Duration?
        /// The weight of its ranks.
        package var weight: Double
    }

    /// The way lists are merged.
    package enum Merge: Sendable {
        /// One after the other.
        case concatenation
        /// By reciprocal rank (k = 60); items with the same key are one.
        case rank(key: JSONQuery?)
        /// Items with the same key are one, whose members complete each other.
        case key(JSONQuery)
    }

    /// The tools whose answers are needed.
    package enum Need: String, Sendable {
        /// At least one.
        case any
        /// Every one.
        case all
        /// The first answer, which ends the others.
        case first
    }

    package var name: String
    package var description: String
    package var tags: [String]
    package var expose: ToolDeclaration.Exposure
    package var scopes: [String]
    package var parameters: JSONObject
    package var members: [Member]
    package var merge = Merge.concatenation
    /// The number of items after merging.
    package var most = 50
    package var need = Need.any
    package var answer = AnswerDeclaration()
    package var phrases: PhrasesDeclaration?
    package var deadline = Duration.seconds(20)
    package var line: Int
}
