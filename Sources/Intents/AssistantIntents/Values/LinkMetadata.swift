public import AssistantSchemas
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A link with its title.
public struct LinkMetadata: IntentValue, Hashable {
    /// The address.
    public var url: URL
    /// The title of the page.
    public var title: String?

    /// Makes a link.
    public init(url: URL, title: String? = nil) {
        self.url = url
        self.title = title
    }

    /// `LinkMetadata`.
    public static var schemaType: SchemaType { .link }

    /// Reads `{"url", "title"}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> LinkMetadata {
        LinkMetadata(
            url: try await URL.value(from: json["url"] ?? .null, in: context.at("url")),
            title: json["title"]?.stringValue
        )
    }

    /// Returns `{"url", "title"}`.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        var members: JSONObject = ["url": try await url.json(in: context)]
        members["title"] = title.map { .string($0) }
        return .object(members)
    }
}

/// A tag of a note, by its name.
public struct TagEntity: IntentValue, Hashable {
    /// The name.
    public var id: String

    /// Makes a tag.
    public init(id: String) { self.id = id }

    /// `TagEntity`.
    public static var schemaType: SchemaType { .tag }

    /// Reads `{"type": "TagEntity", "id"}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> TagEntity {
        guard let id = json["id"]?.stringValue else { throw context.fault("a tag with 'id'", not: json) }
        return TagEntity(id: id)
    }

    /// Returns `{"type": "TagEntity", "id"}`.
    public func json(in context: IntentOutput) async throws -> JSONValue { ["type": "TagEntity", "id": .string(id)] }
}

/// A category of a mail message, by its name.
public struct MailCategory: IntentValue, Hashable {
    /// The name.
    public var rawValue: String

    /// Makes a category.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `MailCategory`.
    public static var schemaType: SchemaType { .mailCategory }

    /// Reads the name.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> MailCategory {
        MailCategory(rawValue: try await String.value(from: json, in: context))
    }

    /// Returns the name.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(rawValue) }
}

/// The names of Apple's framework VisualIntelligence.
public enum VisualIntelligence {
    /// The content of an image: words for what it shows, and the image.
    public struct SceneDescriptor: IntentValue, Hashable {
        /// The words.
        public var labels: [String]
        /// The file with the image on the server.
        public var imageFileID: String?

        /// Describes an image.
        public init(labels: [String], imageFileID: String? = nil) {
            self.labels = labels
            self.imageFileID = imageFileID
        }

        /// `VisualIntelligence.SceneDescriptor`.
        public static var schemaType: SchemaType { .sceneDescriptor }

        /// Reads `{"labels", "imageFileId"}`.
        public static func value(from json: JSONValue, in context: IntentInput) async throws -> SceneDescriptor {
            SceneDescriptor(
                labels: try await [String].value(from: json["labels"] ?? .null, in: context.at("labels")),
                imageFileID: json["imageFileId"]?.stringValue
            )
        }

        /// Returns `{"labels", "imageFileId"}`.
        public func json(in context: IntentOutput) async throws -> JSONValue {
            var members: JSONObject = ["labels": .array(labels.map { .string($0) })]
            members["imageFileId"] = imageFileID.map { .string($0) }
            return .object(members)
        }
    }
}
