import StreamingJSON

/// The resources that the conformance suite reads.
enum ResourceFixtures {
    static let list: [JSONObject] = [
        [
            "uri": "test://static-text", "name": "static-text", "description": "A text that never changes",
            "mimeType": "text/plain",
        ],
        [
            "uri": "test://static-binary", "name": "static-binary", "description": "An image that never changes",
            "mimeType": "image/png",
        ],
        [
            "uri": "test://watched-resource", "name": "watched-resource", "description": "A text to subscribe to",
            "mimeType": "text/plain",
        ],
    ]

    static let templates: [JSONObject] = [
        [
            "uriTemplate": "test://template/{id}/data", "name": "template", "description": "Data with an id",
            "mimeType": "application/json",
        ]
    ]

    /// Returns the contents of a resource; `nil` if there is none.
    static func contents(_ uri: String) -> JSONValue? {
        switch uri {
        case "test://static-text":
            return text(uri, "text/plain", "This is the content of the static text resource.")
        case "test://static-binary":
            return ["uri": .string(uri), "mimeType": "image/png", "blob": .string(Media.png)]
        case "test://watched-resource": return text(uri, "text/plain", "This is a watched resource.")
        default:
            let (start, end) = ("test://template/", "/data")
            guard uri.hasPrefix(start), uri.hasSuffix(end), uri.utf8.count > start.utf8.count + end.utf8.count else {
                return nil
            }
            let id = String(uri.dropFirst(start.count).dropLast(end.count))
            let data: JSONValue = [
                "id": .string(id), "templateTest": true, "data": .string("Data for ID: \(id)"),
            ]
            return text(uri, "application/json", data.serialized())
        }
    }

    private static func text(_ uri: String, _ type: String, _ text: String) -> JSONValue {
        ["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]
    }
}
