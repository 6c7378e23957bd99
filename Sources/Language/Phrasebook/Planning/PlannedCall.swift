import CalendarDays
import StreamingJSON

/// A planned tool call.
package struct PlannedCall: Sendable, Equatable {
    var tool: String
    var arguments: JSONObject
    /// The text that distinguishes it from the other calls of the phrase: the city, the number.
    var subject: String
    /// Whether its texts were not quoted.
    var isPlain = true
    /// Whether a person has agreed to exactly this call, so that it is not resolved further.
    var isFinal = false
    /// Whether it is shown to the person before it is made, although it changes nothing.
    var isProposed = false

    /// The arguments as JSON text.
    var json: String { JSONValue.object(arguments).serialized() }

    /// Returns the calls of a match: one, or one for each value of a slot that repeats.
    static func calls(for match: PhraseMatch) -> [PlannedCall] {
        guard let tool = match.entry.tool else { return [] }
        let isPlain = !match.hasQuotation
        var variants = [
            PlannedCall(tool: tool.tool, arguments: [:], subject: "", isPlain: isPlain, isProposed: match.isProposed)
        ]
        for (arguments, values) in merged(match.filled) {
            variants = variants.flatMap { variant in
                values.map { value in
                    var call = variant
                    for (name, json) in zip(arguments, value.arguments(count: arguments.count)) {
                        if let json { call.arguments[name] = json }
                    }
                    if values.count > 1 || call.subject.isEmpty { call.subject = value.display }
                    return call
                }
            }
        }
        return variants.flatMap { CountedTitles.split($0) }
    }

    /// Returns the values of slots that fill the same argument, merged and without duplicates.
    private static func merged(_ filled: [PhraseMatch.Filled]) -> [(arguments: [String], values: [SlotValue])] {
        var merged: [(arguments: [String], values: [SlotValue])] = []
        for slot in filled {
            let index = merged.firstIndex { $0.arguments == slot.slot.arguments } ?? merged.endIndex
            if index == merged.endIndex { merged.append((slot.slot.arguments, [])) }
            for value in slot.values where !merged[index].values.contains(value) {
                merged[index].values.append(value)
            }
        }
        return merged
    }
}

extension SlotValue {
    /// Returns the value as JSON, one for each argument that the slot fills; `nil` for an open end of a range.
    func arguments(count: Int) -> [JSONValue?] {
        switch self {
        case .text(let text): [.string(text)]
        case .number(let number): [Int(exactly: number).map(JSONValue.integer) ?? .number(number)]
        case .days(let range): [range.first, range.last].prefix(count).map { $0.map { .string($0.text) } }
        }
    }
}
