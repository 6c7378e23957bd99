import ModelContextProtocol
import StreamingJSON

extension ToolFixture {
    /// Tools that answer at once.
    static let plain: [ToolFixture] = [
        ToolFixture("test_simple_text", "Returns a text.") { _, _ in
            .text("This is a simple text response for testing.")
        },
        ToolFixture("test_image_content", "Returns an image.") { _, _ in .content(.image) },
        ToolFixture("test_audio_content", "Returns a sound.") { _, _ in
            .content(["type": "audio", "data": .string(Media.wav), "mimeType": "audio/wav"])
        },
        ToolFixture("test_embedded_resource", "Returns a resource.") { _, _ in
            .content([
                "type": "resource",
                "resource": [
                    "uri": "test://embedded-resource", "mimeType": "text/plain",
                    "text": "This is an embedded resource content.",
                ],
            ])
        },
        ToolFixture("test_multiple_content_types", "Returns a text, an image and a resource.") { _, _ in
            .content(
                .text("Multiple content types test:"),
                .image,
                [
                    "type": "resource",
                    "resource": [
                        "uri": "test://mixed-content-resource", "mimeType": "application/json",
                        "text": "{\"test\":\"data\",\"value\":123}",
                    ],
                ]
            )
        },
        ToolFixture("test_error_handling", "Always fails.") { _, _ in
            .failure("This tool intentionally returns an error for testing")
        },
        ToolFixture("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", schema) { _, _ in
            .text("The arguments were accepted.")
        },
        ToolFixture(
            "test_header_parameter",
            "Returns its argument, which clients repeat in the header.",
            [
                "type": "object", "properties": ["region": ["type": "string", "x-mcp-header": "Region"]],
                "required": ["region"],
            ]
        ) { arguments, _ in .text("The region is \(arguments["region"]?.stringValue ?? "unknown").") },
    ]

    /// The schema whose keywords must reach clients unchanged.
    private static let schema: JSONValue = [
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": [
            "address": [
                "$anchor": "addressDef", "type": "object",
                "properties": ["street": ["type": "string"], "city": ["type": "string"]],
            ]
        ],
        "properties": [
            "name": ["type": "string"], "address": ["$ref": "#/$defs/address"],
            "contactMethod": ["type": "string", "enum": ["phone", "email"]],
            "phone": ["type": "string"], "email": ["type": "string"],
        ],
        "allOf": [["anyOf": [["required": ["phone"]], ["required": ["email"]]]]],
        "if": ["properties": ["contactMethod": ["const": "phone"]], "required": ["contactMethod"]],
        "then": ["required": ["phone"]],
        "else": ["required": ["email"]],
        "additionalProperties": false,
    ]
}
