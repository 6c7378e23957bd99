import AgentTools
import AgentWire
import StreamingJSON

/// The filter of the texts in an output, such as titles: without invisible characters and the signs of chat templates.
///
/// An id has to stay as it is, because the app finds the thing by it; one that the filter would change is a fault.
struct OutputTexts {
    /// The ids that cannot be kept, by their places.
    private(set) var faults: [WireError.Fault] = []

    /// The depth below which nothing is kept.
    private static let deepest = 24
    private static let mostFaults = 5

    /// Returns a value with its texts filtered.
    mutating func filtered(_ value: JSONValue) -> JSONValue { filtered(value, at: "", depth: 0) }

    private mutating func filtered(_ value: JSONValue, at pointer: String, depth: Int) -> JSONValue {
        switch value {
        case .string(let text): return .string(UntrustedText.neutralized(text))
        case .array(let elements):
            guard depth < Self.deepest else { return .null }
            var kept: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                kept.append(filtered(element, at: "\(pointer)/\(index)", depth: depth + 1))
            }
            return .array(kept)
        case .object(let object):
            guard depth < Self.deepest else { return .null }
            var kept = JSONObject()
            for (name, member) in object {
                let place = pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
                if name == "fileId" || name == "id" && object["type"]?.stringValue != nil, let id = member.stringValue {
                    kept[name] = member
                    check(id, at: place)
                } else {
                    kept[UntrustedText.neutralized(name)] = filtered(member, at: place, depth: depth + 1)
                }
            }
            return .object(kept)
        default: return value
        }
    }

    private mutating func check(_ id: String, at pointer: String) {
        guard UntrustedText.neutralized(id) != id, faults.count < Self.mostFaults else { return }
        faults.append(
            .init(
                pointer: pointer,
                detail: "the id has invisible characters or signs of chat templates, so a model could not repeat it"
            )
        )
    }
}
