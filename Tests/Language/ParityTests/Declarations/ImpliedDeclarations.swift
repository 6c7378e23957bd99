/// The declarations that a conformance implies; an interface file lists them, but a symbol graph does not.
enum ImpliedDeclarations {
    private static let types: [String: [String]] = [
        "Swift.Identifiable": ["ID"],
        "Swift.CaseIterable": ["AllCases"],
        "Swift.Sequence": ["Element", "Iterator"],
        "Swift.Collection": ["Index", "Indices", "SubSequence"],
        "_Concurrency.AsyncSequence": ["Element"],
        "_Concurrency.AsyncIteratorProtocol": ["Element"],
    ]

    private static let properties: [String: [String]] = [
        "Swift.CaseIterable": ["allCases"]
    ]

    /// Returns the declarations that a type has because it conforms to a protocol of the standard library.
    static func of(conformanceTo name: String, at path: String) -> [Declaration] {
        types[name, default: []].map { Declaration(kind: "typealias", path: "\(path).\($0)") }
            + properties[name, default: []].map { Declaration(kind: "var", path: "\(path).\($0)") }
    }
}
