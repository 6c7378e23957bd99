import Testing

@testable import Phrasebook

/// Words that forbid an action, and the same words with a thing that is to be called off.
@Suite struct CalledOffThingTests {
    @Test(arguments: [
        "cancel my dentist appointment", "cancel the rice order please", "stop the music", "could you cancel “Retro”?",
        "cancel my yoga booking for Friday", "歯医者の予約をキャンセルして", "歓迎会の予定は中止して", "音楽を止めて",
    ])
    func callingOffAThingIsNoVeto(message: String) throws {
        let understanding = try PhraseReading.understanding(of: [message])
        #expect(!understanding.isVetoed && understanding.calls.isEmpty)
    }

    @Test(arguments: [
        "cancel that", "please cancel", "stop it", "cancel the last change", "stop deleting things",
        "cancel the deletion of the lamp",
        "don't cancel my dentist appointment", "never cancel the rice order", "それをキャンセルして", "さっきの操作を取り消して", "消すのをやめて",
        "歯医者の予約をキャンセルしないで",
    ])
    func otherNegationsAreVetoes(message: String) throws {
        let understanding = try PhraseReading.understanding(of: [message])
        #expect(understanding.isVetoed || understanding.unread.isEmpty, "\(message)")
        #expect(understanding.calls.isEmpty)
    }
}
