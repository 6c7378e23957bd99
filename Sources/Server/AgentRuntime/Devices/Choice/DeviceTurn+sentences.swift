import AgentTools
import AgentWire
import AssistantSchemas
import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension DeviceTurn {
    /// Returns the refusal of arguments that do not fit their schema.
    func misfit(_ tool: DeviceToolName, _ faults: [String]) -> String {
        let detail = faults.prefix(3).joined(separator: " ").shortened(to: 800)
        return ToolFault.argumentsDoNotFit(tool: tool.name, detail: detail).text(for: caller)
    }

    /// Returns the refusal of an entity that the conversation has not shown.
    func unseen(_ key: SeenEntities.Key) -> String {
        let (id, query) = (key.id.excerpt(), DeviceToolName.query(key.type).name)
        return caller.text(
            "Nothing was done: the id '\(id)' of \(key.type) is not known in this conversation. Find it with \(query) first, "
                + "and use the id that it returns.",
            "何も実行していません。\(key.type) の ID '\(id)' はこの会話では分かっていません。先に \(query) で検索し、返された ID を使ってください。"
        )
    }

    /// Returns the reason why a call must not be made again in the turn; `nil` if it may.
    func repetition(of call: DeviceCall, isOnce: Bool, _ earlier: [DeviceCall]) -> String? {
        let same = earlier.filter { $0.schema == call.schema && $0.inputHash == call.inputHash }
        // A question that nobody has answered in time may be asked again.
        if same.contains(where: { ($0.state == .denied && $0.outcome != nil) || $0.rejection != nil }) {
            return caller.text(
                "Nothing was done: the same was declined before in this turn.",
                "何も実行していません。同じ操作はこのターンで拒否されています。"
            )
        }
        if same.contains(where: { $0.state == .unknown || (isOnce && $0.state == .succeeded) }) {
            return caller.text(
                "Nothing was done: the same was already requested in this turn. Do not repeat it; check or ask.",
                "何も実行していません。同じ操作はこのターンで依頼済みです。繰り返さずに、確認するか尋ねてください。"
            )
        }
        return nil
    }

    /// Returns the question for the person before a call; `nil` if there is no reason to ask.
    func question(
        _ title: String,
        _ call: DeviceCall,
        _ reasons: [IntentRisk.Reason],
        _ seen: SeenEntities,
        isFull: Bool
    ) -> String? {
        guard !reasons.isEmpty else { return nil }
        return DeviceApprovalQuestion(
            title: title,
            place: call.place,
            input: call.input,
            reasons: reasons,
            isFull: isFull,
            titleOf: { seen.sight(of: $0)?.title },
            caller: caller
        ).text
    }
}
