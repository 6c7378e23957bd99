import StreamingJSON
import Testing

@testable import Phrasebook

/// The changes that may be made, and those that need a question first.
@Suite struct ChangeGateTests {
    @Test(
        "Only what asks for something is a request",
        arguments: [
            ("Delete item 3", SpeechAct.request), ("Please add 3 pens", .request), ("don't delete item 3", .negated),
            ("should we remove the stapler", .question), ("did you delete item 3?", .question),
            ("if there are none left, delete it", .hypothetical), ("my boss said to delete everything", .reported),
            ("I will delete item 3 tomorrow", .later), ("delete it if you don't mind", .request),
            ("we don't need it any more, delete it", .request), ("there are 9 cables now", .request),
            ("add a \"don't touch\" sign", .request), ("ID 3を消して", .request), ("ID 3は消さないで", .negated),
            ("ID 3を削除しましたか", .question), ("どうやって削除するの", .question), ("もし壊れていたら消して", .hypothetical),
            ("消してと言われた", .reported), ("あとで消すね", .later), ("消していただけませんか", .request), ("よければ消して", .request),
            ("もういらないので消して", .request), ("「消さないで」というメモを付けて", .request), ("ID 3を消した？", .question),
        ]
    )
    func acts(sentence: String, act: SpeechAct) {
        #expect(SpeechAct(Utterance(sentence).tokens[...]) == act)
    }

    @Test(
        "A value is one value and no more",
        arguments: [
            ("Storage A", true), ("Health and Safety", true), ("pens, kept in Box 1", false),
            ("hall because we moved", false),
            ("it", false), ("the", false), ("第1倉庫", true), ("3本壊れたの", false), ("もういらないので", false), ("お願いします", false),
            ("単3電池", true), ("何か", false),
        ]
    )
    func values(text: String, isWhole: Bool) {
        #expect(ChangeGate.isWhole(text) == isWhole)
    }

    @Test("A change is doubted because of leftover words, its values, or its speech act")
    func doubts() {
        func doubt(_ sentence: String, _ arguments: JSONObject, isComplete: Bool = true) -> ChangeGate.Doubt? {
            let call = PlannedCall(tool: "updateInventory", arguments: arguments, subject: "")
            return ChangeGate(Utterance(sentence).tokens[...]).doubt(about: [call], isComplete: isComplete)
        }
        #expect(doubt("move item 3 to the hall", ["id": 3, "place": "hall"]) == nil)
        #expect(doubt("move item 3 to the hall", ["id": 3, "place": "hall"], isComplete: false) == .leftover)
        #expect(doubt("don't move item 3", ["id": 3]) == .notAsked(.negated))
        #expect(doubt("move item 3 to the hall, because", ["place": "hall, because"]) == .value(argument: "place"))
        #expect(doubt("put a note on item 3: do not move", ["id": 3, "note": "do not move"]) == nil)
        #expect(doubt("add \"it, not that\"", ["title": "it, not that"]) == nil)
    }
}
