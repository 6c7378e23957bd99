public import StreamingJSON

/// The device that sends a turn, with the things on its screen.
public struct SendingDevice: Sendable, Equatable {
    /// A thing on the screen.
    public struct Entity: Sendable, Equatable {
        /// The entity's schema, such as `photos.album`.
        public var type: String
        /// The entity's id.
        public var id: String
        /// The title that the person sees; `nil` if it has none.
        public var title: String?
        /// Whether the person has selected it.
        public var isSelected: Bool

        /// Makes a thing.
        public init(type: String, id: String, title: String? = nil, isSelected: Bool = false) {
            (self.type, self.id, self.title, self.isSelected) = (type, id, title, isSelected)
        }
    }

    /// The device, as in `/v1/devices/{device}`.
    public var id: String
    /// The app that sends the turn; `nil` if it is none with a toolbox.
    public var app: String?
    /// The things on its screen, the most important first.
    public var onScreen: [Entity]

    /// Makes a device.
    public init(id: String, app: String? = nil, onScreen: [Entity] = []) {
        (self.id, self.app, self.onScreen) = (id, app, onScreen)
    }

    /// The maximum number of things on a screen.
    static let mostEntities = 50
    /// The maximum number of bytes of an id or a title.
    private static let mostBytes = 512

    /// Reads the member `device` of a request; `nil` if there is none.
    init?(_ fields: inout RequestFields) {
        guard let value = fields.value("device"), !value.isNull else { return nil }
        guard let object = value.objectValue, let id = object["id"]?.stringValue, Self.isID(id) else {
            fields.reject(
                "device",
                "must be an object with an id of 1 to 64 letters, digits, dots, hyphens and underscores"
            )
            return nil
        }
        self.init(id: id)
        for (name, value) in object where !value.isNull {
            switch name {
            case "id": continue
            case "app":
                guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= Self.mostBytes else {
                    fields.reject("device", "its app must be a text of at most \(Self.mostBytes) bytes")
                    return nil
                }
                app = text
            case "onScreen":
                guard let entities = value.arrayValue, entities.count <= Self.mostEntities else {
                    fields.reject("device", "onScreen must be a list of at most \(Self.mostEntities) entities")
                    return nil
                }
                let read = entities.compactMap(Self.entity)
                guard read.count == entities.count else {
                    fields.reject(
                        "device",
                        "each entity of onScreen has the texts type and id, and optionally a title and selected"
                    )
                    return nil
                }
                onScreen = read
            default:
                fields.reject("device", "it has no member '\(name.excerpt())'; there are id, app and onScreen")
                return nil
            }
        }
    }

    private static func entity(_ value: JSONValue) -> Entity? {
        guard let type = value["type"]?.stringValue, let id = value["id"]?.stringValue, !type.isEmpty, !id.isEmpty,
            type.utf8.count <= mostBytes, id.utf8.count <= mostBytes
        else { return nil }
        let title = value["title"]?.stringValue
        guard title?.utf8.count ?? 0 <= mostBytes else { return nil }
        return Entity(type: type, id: id, title: title, isSelected: value["selected"]?.boolValue ?? false)
    }

    /// Whether a text is the id of a device.
    public static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

extension SendingDevice: FieldValue {
    package static func fieldSchema(_ note: String?) -> WireSchema {
        .closed(
            .always("id", .text("As in `/v1/devices/{device}`.")),
            .maybe("app", .text("The app that sends the turn.").orNull),
            .maybe(
                "onScreen",
                .list(
                    of: .object(
                        .always("type", .text("The schema of the entity.")),
                        .always("id", .text()),
                        .maybe("title", .text().orNull),
                        .maybe("selected", .flag().orNull)
                    ),
                    "What the person sees, the most important first.",
                    most: mostEntities
                ).orNull
            ),
            note: note
        )
    }

    package static var expected: String { "an object" }
    package static func field(_ name: String, _ fields: inout RequestFields) -> Self? { Self(&fields) }

    package var fieldValue: JSONValue { jsonValue }

    /// The device as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        if let app { object["app"] = .string(app) }
        let entities = onScreen.map { entity -> JSONValue in
            var members: JSONObject = ["type": .string(entity.type), "id": .string(entity.id)]
            if let title = entity.title { members["title"] = .string(title) }
            if entity.isSelected { members["selected"] = true }
            return .object(members)
        }
        if !entities.isEmpty { object["onScreen"] = .array(entities) }
        return .object(object)
    }
}
