/// The forms of the Japanese words for acts, in one table.
struct VerbForms: Sendable {
    /// The meaning of a form for its act.
    enum Mood: Sendable {
        /// It requests the act: 「消して」「消しといて」「消したい」.
        case request
        /// It reports a past act: 「使った」「使いました」.
        case past
        /// It names the act: 「消す」「削除」.
        case name
    }

    /// A form that was found.
    struct Found {
        var act: ItemFrame.Act
        var mood: Mood
        /// The number of its tokens.
        var count: Int
    }

    /// The texts of an act's forms.
    struct Texts {
        var requests: [String]
        var pasts: [String]
        var names: [String]
    }

    private let sequences: TokenSequences
    /// The act and mood of each text.
    private let forms: [(act: ItemFrame.Act, mood: Mood)]

    init(_ acts: [(act: ItemFrame.Act, texts: Texts)]) {
        var texts: [String] = []
        var forms: [(act: ItemFrame.Act, mood: Mood)] = []
        for (act, own) in acts {
            for (mood, added) in [(Mood.request, own.requests), (.past, own.pasts), (.name, own.names)] {
                texts += added
                forms += added.map { _ in (act, mood) }
            }
        }
        sequences = TokenSequences(texts)
        self.forms = forms
    }

    /// Returns the longest form that starts at a token; of the names of an act only the longest counts, and only if
    /// `isNameAllowed` accepts its end.
    func longest(at index: Int, in tokens: ArraySlice<Token>, isNameAllowed: (_ end: Int) -> Bool) -> Found? {
        var refused: [ItemFrame.Act] = []
        let found = sequences.longest(at: index, in: tokens) { count, number in
            let form = forms[number]
            guard form.mood == .name else { return true }
            guard !refused.contains(form.act) else { return false }
            if isNameAllowed(index + count) { return true }
            refused.append(form.act)
            return false
        }
        return found.map { Found(act: forms[$0.index].act, mood: forms[$0.index].mood, count: $0.count) }
    }
}
