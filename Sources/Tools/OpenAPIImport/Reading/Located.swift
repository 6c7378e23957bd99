import StreamingJSON

/// A place in a document: a file and a JSON Pointer.
struct DocumentLocation: Hashable, CustomStringConvertible {
    let file: String
    let steps: [String]

    var description: String { file + "#" + JSONPath(steps.map(JSONPath.Step.name)).description }

    /// Returns the place of a member.
    func child(_ steps: String...) -> DocumentLocation { DocumentLocation(file: file, steps: self.steps + steps) }
}

/// A value with its place.
struct Located {
    let value: JSONValue
    let place: DocumentLocation

    /// The member with this name.
    subscript(name: String) -> Located? {
        value[name].map { Located(value: $0, place: place.child(name)) }
    }

    /// The elements, if the value is an array.
    var elements: [Located] {
        (value.arrayValue ?? []).enumerated().map { Located(value: $1, place: place.child("\($0)")) }
    }

    /// The members, if the value is an object.
    var members: [(name: String, value: Located)] {
        (value.objectValue ?? [:]).map { ($0.key, Located(value: $0.value, place: place.child($0.key))) }
    }

    /// The reference, if the value is one; a property may be named `$ref`, so its value must be a text.
    var reference: String? { value["$ref"]?.stringValue }
}
