extension ItemWords {
    /// A verb with the stems of its forms.
    private struct Verb {
        /// The stem before 「て」 or 「で」, and the one before 「ます」.
        var te: String
        var masu: String
        var dictionary: String
        /// Whether 「で」 follows the stem, as it does after 「ん」.
        var isVoiced: Bool { te.hasSuffix("ん") }

        init(_ forms: [String]) { (te, masu, dictionary) = (forms[0], forms[1], forms[2]) }
    }

    private static func forms(verbs: [Verb], nouns: [String]) -> VerbForms.Texts {
        let after = ["", "おいて", "おく", "しまって", "ほしい", "欲しい", "もらう"]
        var requests: [String] = []
        var pasts: [String] = []
        var names: [String] = []
        for verb in verbs {
            let (te, oku, shimau, ta) = verb.isVoiced ? ("で", "どいて", "じゃって", "だ") : ("て", "といて", "ちゃって", "た")
            requests += after.map { verb.te + te + $0 } + [oku, shimau].map { verb.te + $0 }
            requests += ["たい", "たいです", "なさい", "ましょう"].map { verb.masu + $0 }
            pasts += [verb.te + ta, verb.masu + "ました"]
            pasts += verb.isVoiced ? [verb.te + "じゃった"] : [verb.te + "ちゃった", verb.te + "ちゃいました"]
            names.append(verb.dictionary)
        }
        for noun in nouns {
            requests +=
                after.map { noun + "して" + $0 } + ["しといて", "しちゃって", "したい", "したいです", "しなさい", "しましょう"].map { noun + $0 }
            requests += ["を", "で", ""].flatMap { particle in
                ["お願い", "お願いします", "おねがい", "よろしく", "お願いいたします", "願います"].map { noun + particle + $0 }
            }
            requests += [noun + "をして", noun + "しておいて"]
            pasts += ["した", "しました", "しちゃった", "された", "されました", "済み"].map { noun + $0 }
            names += [noun, noun + "する", noun + "を", noun + "で"]
        }
        return VerbForms.Texts(requests: requests, pasts: pasts, names: names)
    }

    /// The forms of the words for each act.
    static let japaneseForms: VerbForms = {
        let (verbs, nouns) = (PhraseTexts.phrasebook["ItemWords.verbs"], PhraseTexts.phrasebook["ItemWords.nouns"])
        return VerbForms(
            verbs.lists.compactMap { name in
                ItemFrame.Act(rawValue: name).map { act in
                    (act, forms(verbs: verbs.lines(name).map(Verb.init), nouns: nouns.words(name)))
                }
            }
        )
    }()

    static let japanese = ItemWords(
        acts: [],
        stock: TokenSequences(words: "ItemWords.japanese", "stock"),
        things: TokenSequences(["在庫", "在庫品", "商品", "アイテム", "品目", "品物", "物品", "備品", "もの", "やつ", "物", "ほう", "方", "分"]),
        units: TokenSequences(words: "ItemWords.japanese", "units"),
        states: TokenSequences(words: "ItemWords.japanese", "states"),
        negations: TokenSequences(["ない", "ません", "なく", "ずに", "やめ", "不要", "なかった", "いらない"]),
        reasons: TokenSequences(["から", "ので", "ため", "んで", "もので", "ため、", "からね", "んだけど", "んですが", "けど", "んだけれど", "し"])
    )
}
