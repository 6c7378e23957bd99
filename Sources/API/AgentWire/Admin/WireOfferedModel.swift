/// A model that requests may name, for administrators.
public struct WireOfferedModel: WireRecord, WireElement {
    /// `models`.
    public static var listName: String { "models" }

    /// The name for requests, such as `openai:gpt-6.1-terra`.
    public var name: String
    /// Whether it can answer now, as far as is known: its provider has a usable key, or needs none.
    public var isReady: Bool
    /// The reason why it cannot, by what is known of its keys.
    public var obstacle: String?
    /// Whether it answers requests that name no model; of several in the settings, the first that is ready.
    public var isDefault: Bool
    /// The first day on which its provider no longer serves it, as `YYYY-MM-DD`; `nil` if none is announced.
    public var ends: String?
    /// The days until then, negative after it.
    public var daysLeft: Int?
    /// The name of the model that the provider recommends in its place.
    public var replacement: String?
    /// The model that answers in its place from then on, by the settings.
    public var replacedBy: String?

    package static let fields: Fields<Self> = Fields(
        named: "OfferedModel",
        Self.init,
        .always("name", \.name, "The name for requests."),
        .always(
            "ready",
            \.isReady,
            "Whether it can answer now, as far as is known: its provider has a usable key, or needs none.",
            missing: false
        ),
        .maybe("obstacle", \.obstacle, "The reason why it cannot, by what is known of its keys."),
        .always(
            "default",
            \.isDefault,
            "Whether it answers requests that name no model; of several, the first that is ready.",
            missing: false
        ),
        .maybe("ends", \.ends, "The first day on which its provider no longer serves it, as `YYYY-MM-DD`."),
        .maybe("days_left", \.daysLeft, as: .integer("The days until then, negative after it.", from: nil)),
        .maybe("replacement", \.replacement, "The name of the model that the provider recommends in its place."),
        .maybe("replaced_by", \.replacedBy, "The model that answers in its place from then on, by the settings.")
    )
}

extension WireOfferedModel {
    /// Makes a description.
    public init(name: String, isReady: Bool, isDefault: Bool) {
        self.init(
            name: name,
            isReady: isReady,
            obstacle: nil,
            isDefault: isDefault,
            ends: nil,
            daysLeft: nil,
            replacement: nil,
            replacedBy: nil
        )
    }
}
