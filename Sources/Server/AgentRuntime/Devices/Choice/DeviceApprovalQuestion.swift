import AgentTools
import AssistantSchemas
import StreamingJSON

/// The question to a person before a call on a device, made of the catalog and the input; a model writes no part of it.
struct DeviceApprovalQuestion {
    let title: String
    let place: DevicePlace
    let input: JSONObject
    let reasons: [IntentRisk.Reason]
    /// Whether the values are shown whole, because others receive them or they name what is lost.
    let isFull: Bool
    /// Returns the title of an entity that the conversation has shown.
    let titleOf: (SeenEntities.Key) -> String?
    let caller: Caller

    /// The most characters of a value, and of one that is shown whole: more than any schema allows.
    private static let (longestValue, longestWholeValue) = (300, 200_000)
    /// The most elements of a list; only those of an app's own tool have more.
    private static let mostElements = 50

    /// The question, with a line for each parameter and one for the reasons.
    var text: String {
        let head = caller.text(
            "\(title) on \(place.shownName) (\(place.shownApp))?",
            "\(place.shownName)（\(place.shownApp)）で「\(title)」を実行しますか？"
        )
        let lines = input.compactMap { name, value -> String? in
            guard let text = Self.text(of: value, titleOf, depth: 0), !text.isEmpty else { return nil }
            let limit = isFull ? Self.longestWholeValue : Self.longestValue
            return "\(TextLine(name, limit: 80).text): \(TextLine(text, limit: limit).text)"
        }
        return ([head] + lines + reasonLine).joined(separator: "\n")
    }

    private var reasonLine: [String] {
        guard !reasons.isEmpty else { return [] }
        let words = reasons.map { caller.text($0.english, $0.japanese) }.joined(separator: caller.text("; ", "、"))
        return [caller.text("Reason: \(words).", "理由: \(words)。")]
    }

    private static func text(
        of value: JSONValue,
        _ titleOf: (SeenEntities.Key) -> String?,
        depth: Int
    ) -> String? {
        guard depth < 6 else { return "…" }
        switch value {
        case .null: return "–"
        case .bool(let flag): return flag ? "true" : "false"
        case .string(let text): return text
        case .array(let elements):
            let shown = elements.prefix(mostElements).compactMap { text(of: $0, titleOf, depth: depth + 1) }
            let rest = elements.count - shown.count
            return shown.joined(separator: ", ") + (rest > 0 ? " (+\(rest))" : "")
        case .object(let object):
            if let type = object["type"]?.stringValue, let id = object["id"]?.stringValue {
                return titleOf(SeenEntities.Key(type: type, id: id)) ?? "\(type) \(id)"
            }
            let inner = object["value"] ?? object["properties"] ?? object["person"]
            if let inner { return text(of: inner, titleOf, depth: depth + 1) }
            return object.compactMap { _, member in text(of: member, titleOf, depth: depth + 1) }
                .joined(separator: " ")
        default: return value.serialized()
        }
    }
}

extension IntentRisk.Reason {
    fileprivate var english: String {
        switch self {
        case .external: "it reaches other people or services"
        case .destructive: "it removes something"
        case .policy: "the app requires it"
        case .taintedContext: "the conversation has text that others wrote"
        case .shared: "others see the change"
        case .many: "it concerns many things"
        case .otherDevice: "it runs on another device"
        }
    }

    fileprivate var japanese: String {
        switch self {
        case .external: "他の人やサービスに届きます"
        case .destructive: "削除を伴います"
        case .policy: "アプリが確認を求めています"
        case .taintedContext: "会話に他の人が書いた文章が含まれます"
        case .shared: "他の人にも変更が見えます"
        case .many: "対象が多数です"
        case .otherDevice: "別の端末で実行されます"
        }
    }
}
