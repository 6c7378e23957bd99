import AgentTools
import StreamingJSON

extension DeviceCall {
    /// The number of the call in its run, from 1; 0 if its id has none.
    private var number: Int { id.lastIndex(of: ".").flatMap { Int(id[id.index(after: $0)...]) } ?? 0 }

    /// Returns the id of the next call of a run.
    ///
    /// - Parameter earlier: The calls that the run has made before.
    static func nextID(in run: String, after earlier: [DeviceCall]) -> String {
        "\(run).\((earlier.map(\.number).max() ?? 0) + 1)"
    }

    /// Whether its time has passed before a person or a device has ended it.
    var hasMissedItsTime: Bool { isOver && state != .cancelled && outcome == nil && rejection == nil }

    /// Returns the sentence for the model about a call that nobody has decided in time, or that a person has rejected after a device had
    /// claimed it; `nil` for any other call.
    func undecided(for caller: Caller) -> String? {
        let name = place.shownName
        if state == .denied, outcome == nil {
            return caller.text(
                "Nobody decided in time, so nothing was done on \(name).",
                "時間内に承認されなかったため、\(name) では何も実行していません。"
            )
        }
        guard let rejection else { return nil }
        let reason = rejection["error"]?["message"]?.stringValue ?? ""
        let (english, japanese) = reason.isEmpty ? ("", "") : (" Their reason: \(reason)", "理由: \(reason)")
        return state == .unknown
            ? caller.text(
                "The person stopped it after \(name) had started. It may have been carried out. Do not repeat it; check or ask.\(english)",
                "\(name) での開始後に、ユーザーが中止しました。実行された可能性があります。繰り返さずに、確認するか尋ねてください。\(japanese)"
            )
            : caller.text(
                "The person declined before \(name) had started. Do not ask for the same again.\(english)",
                "\(name) での開始前に、ユーザーが中止しました。同じ依頼を繰り返さないでください。\(japanese)"
            )
    }
}
