import StreamingJSON

extension JSONSchemaBuilder {
    /// Returns the schema of an object with exactly these members.
    static func object(_ properties: JSONObject, required: [JSONValue] = []) -> JSONObject {
        var schema: JSONObject = ["type": "object", "additionalProperties": false]
        if !required.isEmpty { schema["required"] = .array(required) }
        schema["properties"] = .object(properties)
        return schema
    }

    /// Returns a schema that `null` satisfies too.
    static func nullable(_ schema: JSONObject) -> JSONObject {
        guard let type = schema["type"]?.stringValue, schema["$ref"] == nil else {
            // An optional property of an output is nullable already.
            if schema["anyOf"] != nil || schema["type"]?.arrayValue != nil { return schema }
            return ["anyOf": [.object(schema), ["type": "null"]]]
        }
        var nullable = schema
        nullable["type"] = [.string(type), "null"]
        if let values = schema["enum"]?.arrayValue { nullable["enum"] = .array(values + [.null]) }
        return nullable
    }

    /// The identifier of an entity.
    static let identifier: JSONObject = ["type": "string", "minLength": 1, "maxLength": 512]

    /// Returns the schema of a reference to an entity of one of these types; of any, if there are none.
    static func reference(to types: [String]) -> JSONObject {
        let type: JSONValue =
            switch types.count {
            case 0: ["type": "string", "maxLength": 64]
            case 1: ["const": .string(types[0])]
            default: ["enum": .array(types.map { .string($0) })]
            }
        return object(["type": type, "id": .object(identifier)], required: ["type", "id"])
    }

    static func url(_ direction: Direction) -> JSONObject {
        var schema: JSONObject = ["type": "string", "format": "uri", "maxLength": 2_048]
        // A model may not choose an address of another scheme, such as a file or a script.
        if direction == .input { schema["pattern"] = "^[Hh][Tt][Tt][Pp][Ss]?://" }
        return schema
    }

    static let dateComponents: JSONObject = {
        var schema = object([
            "year": ["type": "integer", "minimum": 1, "maximum": 9_999],
            "month": ["type": "integer", "minimum": 1, "maximum": 12],
            "day": ["type": "integer", "minimum": 1, "maximum": 31],
            "hour": ["type": "integer", "minimum": 0, "maximum": 23],
            "minute": ["type": "integer", "minimum": 0, "maximum": 59],
            "second": ["type": "integer", "minimum": 0, "maximum": 59],
            "timeZone": ["type": "string", "maxLength": 64, "description": "An IANA name; absent for the device's."],
        ])
        schema["minProperties"] = 1
        return schema
    }()

    static let person: JSONObject = {
        var schema = object([
            "name": ["type": "string", "maxLength": 200],
            "handle": .object(
                object(
                    ["kind": ["enum": ["email", "phone", "other"]], "value": ["type": "string", "maxLength": 320]],
                    required: ["kind", "value"]
                )
            ),
            "id": .object(identifier),
        ])
        schema["minProperties"] = 1
        return schema
    }()

    static let place: JSONObject = {
        var schema = object([
            "name": ["type": "string", "maxLength": 200],
            "address": ["type": "string", "maxLength": 500],
            "coordinate": .object(
                object(
                    [
                        "latitude": ["type": "number", "minimum": -90, "maximum": 90],
                        "longitude": ["type": "number", "minimum": -180, "maximum": 180],
                    ],
                    required: ["latitude", "longitude"]
                )
            ),
        ])
        schema["minProperties"] = 1
        return schema
    }()

    static let file = object(
        [
            "fileId": .object(identifier),
            "filename": ["type": "string", "maxLength": 255],
            "contentType": ["type": "string", "maxLength": 127],
            "size": ["type": "integer", "minimum": 0],
        ],
        required: ["fileId"]
    )

    static let scene = object(
        [
            "labels": ["type": "array", "maxItems": 50, "items": ["type": "string", "maxLength": 100]],
            "imageFileId": .object(identifier),
        ],
        required: ["labels"]
    )
}
