import AgentTools
import AgentWire
import AssistantSchemas
import StreamingJSON

extension DeviceCall {
    /// Returns the end of the call in the model's form: an output as a quotation (``DeviceAnswer``), or a sentence from a fixed list.
    ///
    /// The sentences contain no text of an app, except the choices of a value, between the fences of ``AgentTools/UntrustedText``.
    func answer(for caller: Caller) -> CallAnswer {
        switch (state, kind) {
        case (.succeeded, .intent):
            let note = caller.text("Done on \(place.shownName).", "\(place.shownName) で実行しました。")
            let output = outcome?["output"] ?? .null
            return answer(note, status: "succeeded", data: output.isNull ? [:] : ["output": output])
        case (.succeeded, .query):
            let entities = outcome?["entities"]?.arrayValue ?? []
            let note =
                entities.isEmpty
                ? caller.text("Nothing was found on \(place.shownName).", "\(place.shownName) では見つかりませんでした。")
                : caller.text("From \(place.shownName).", "\(place.shownName) の情報です。")
            return answer(note, status: "answered", data: entities.isEmpty ? [:] : ["entities": .array(entities)])
        default:
            if let text = undecided(for: caller) { return .failure(text) }
            if let fallback, hasNoOutput {
                return .output(.string(DeviceAnswer.fallback(fallback, of: place, for: caller).text))
            }
            return .failure(failure(for: caller))
        }
    }

    /// Whether the call has ended without an output although nobody has withdrawn or declined it.
    private var hasNoOutput: Bool {
        switch state {
        case .failed, .expired, .unknown: true
        case .denied: outcome?["by"] != "person"
        default: false
        }
    }

    private func answer(_ note: String, status: String, data: JSONObject) -> CallAnswer {
        .output(.string(DeviceAnswer(status, note, place, data).text))
    }

    private func failure(for caller: Caller) -> String {
        let name = place.shownName
        let code = outcome?["error"]?["code"]?.stringValue.flatMap(IntentError.Code.init(rawValue:))
        switch (state, kind) {
        case (.unknown, _):
            return caller.text(
                "\(name) did not answer in time. The action may have been carried out. Do not repeat it; check or ask.",
                "\(name) が時間内に応答しませんでした。実行された可能性があります。繰り返さずに、確認するか尋ねてください。"
            )
        case (.expired, .query):
            return caller.text(
                "\(name) did not answer the question in time, so nothing is known.",
                "\(name) が時間内に応答しなかったため、何も分かりません。"
            )
        case (.expired, .intent):
            return caller.text(
                "\(name) did not accept the request in time, so nothing was done.",
                "\(name) が時間内に受け付けなかったため、何も実行していません。"
            )
        case (.cancelled, _):
            return caller.text(
                "The request to \(name) was canceled before anything was done.",
                "\(name) への依頼は実行前に取り消されました。"
            )
        case (.denied, _) where outcome?["by"] == "person":
            let reason = outcome?["error"]?["message"]?.stringValue ?? ""
            return caller.text(
                "The person declined, so nothing was done. Do not ask for the same again."
                    + (reason.isEmpty ? "" : " Their reason: \(reason)"),
                "ユーザーが承認しなかったため、何も実行していません。同じ依頼を繰り返さないでください。" + (reason.isEmpty ? "" : "理由: \(reason)")
            )
        case (.denied, _):
            return caller.text(
                "The person or \(name) declined, so nothing was done. Do not ask for the same again.",
                "\(name) で拒否されたため、何も実行していません。同じ依頼を繰り返さないでください。"
            )
        case (.needsValue, _):
            return need(for: caller)
        default:
            return failure(code, for: caller)
        }
    }

    private func need(for caller: Caller) -> String {
        let (name, needs) = (place.shownName, outcome?["needs"])
        let parameter = needs?["parameter"]?.stringValue.flatMap { isParameter($0) ? $0 : nil }
        let sentence = caller.text(
            "Nothing was done yet: \(name) needs a value" + (parameter.map { " for \($0)" } ?? "")
                + ". Ask the person, then call again.",
            "まだ実行していません。\(name) には" + (parameter.map { " \($0) の" } ?? "") + "値が必要です。ユーザーに尋ねてから、もう一度呼び出してください。"
        )
        let choices = (needs?["choices"]?.arrayValue ?? []).prefix(10).map { "- \($0.choiceText)" }
        guard !choices.isEmpty else { return sentence }
        return sentence + caller.text("\nChoices:\n", "\n候補:\n")
            + UntrustedText.quoted(choices.joined(separator: "\n"), from: "choices in an app")
    }

    /// Whether a name is that of a parameter; those of an app's own tool were checked when the report arrived.
    private func isParameter(_ name: String) -> Bool {
        guard let intent = SchemaCatalog.current.intent(schema) else { return !name.isEmpty }
        return intent.parameter(name) != nil
    }

    private func failure(_ code: IntentError.Code?, for caller: Caller) -> String {
        let name = place.shownName
        switch code {
        case .invalidOutput where kind == .intent:
            return caller.text(
                "\(name) reported that it was done, but its output is not usable. Do not repeat it; check or ask.",
                "\(name) は実行したと報告しましたが、出力は使えません。繰り返さずに、確認するか尋ねてください。"
            )
        case .invalidOutput:
            return caller.text(
                "The answer of \(name) is not usable, so nothing is known.",
                "\(name) の応答は使えないため、何も分かりません。"
            )
        case .unknownEntity:
            return caller.text(
                "\(name) does not know this any more. Nothing was done. Look it up again.",
                "\(name) に該当するものはもうありません。何も実行していません。もう一度検索してください。"
            )
        case .invalidInput, .inputChanged, .unknownSchema:
            return caller.text(
                "\(name) could not use the request, so nothing was done.",
                "\(name) は依頼を処理できなかったため、何も実行していません。"
            )
        case .denied:
            return caller.text(
                "\(name) has no permission for that, so nothing was done.",
                "\(name) にはその権限がないため、何も実行していません。"
            )
        default:
            return caller.text("It failed on \(name).", "\(name) で失敗しました。")
        }
    }
}

extension JSONValue {
    /// The text of a choice.
    fileprivate var choiceText: String {
        let text = self["display"]?["title"]?.stringValue ?? self["title"]?.stringValue ?? stringValue ?? serialized()
        return TextLine(text, limit: 80).text
    }
}
