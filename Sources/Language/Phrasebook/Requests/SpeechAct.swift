/// The speech act of a sentence: whether it makes a request, or only mentions an action.
///
/// Only a request changes anything. An action that is negated, asked about, hypothetical, reported or postponed changes
/// nothing.
enum SpeechAct: Equatable, Sendable {
    case request
    /// "Don't delete it", 「消さないで」.
    case negated
    /// "Should I delete it?", 「どうやって消すの？」.
    case question
    /// "If it is broken, delete it", 「もし壊れていたら」.
    case hypothetical
    /// "He told me to delete it", 「消してと言われた」.
    case reported
    /// "I will delete it tomorrow", 「あとで消す」.
    case later

    private static let english = LanguageData.english.acting
    private static let japanese = LanguageData.japanese.acting

    /// Classifies a sentence, without its quotations, the tokens of a free text such as a note, and the words of the phrase
    /// that it matches.
    init(_ tokens: ArraySlice<Token>, except free: Range<Int>? = nil, phrase: PhraseWords? = nil) {
        let isJapanese = tokens.contains { $0.isCharacter }
        let words = isJapanese ? Self.japanese : Self.english
        let seen = tokens.indices.filter { free?.contains($0) != true && tokens[$0].quotation == nil }
        func found(_ sequences: TokenSequences, but exceptions: TokenSequences) -> Bool {
            var index = tokens.startIndex
            while index < tokens.endIndex {
                if let exception = exceptions.longest(at: index, in: tokens) {
                    index += exception.count
                    continue
                }
                if free?.contains(index) != true, let found = sequences.longest(at: index, in: tokens),
                    phrase?.explain(tokens[index..<index + found.count]) != true
                {
                    return true
                }
                index += 1
            }
            return false
        }
        guard !seen.isEmpty else {
            self = .request
            return
        }
        if found(words.negations, but: words.harmless) {
            self = .negated
        } else if found(words.conditions, but: words.harmless) {
            self = .hypothetical
        } else if found(words.reports, but: words.harmless) {
            self = .reported
        } else if found(words.delays, but: words.harmless) {
            self = .later
        } else if isJapanese
            ? found(words.questions, but: words.harmless) || Self.asksOfPast(tokens) : Self.opens(tokens, words, phrase)
        {
            self = .question
        } else {
            self = .request
        }
    }

    /// Returns whether a Japanese sentence asks if something was done: 「消した？」.
    private static func asksOfPast(_ tokens: ArraySlice<Token>) -> Bool {
        guard let last = tokens.last, last.key == "?", let end = tokens.lastIndex(where: { !$0.isSkippable }) else {
            return false
        }
        return tokens[end].key == "た"
    }

    /// Returns whether an English sentence starts like a question.
    private static func opens(_ tokens: ArraySlice<Token>, _ words: SpeechActWords, _ phrase: PhraseWords?) -> Bool {
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if tokens[index].key == "there" || tokens[index].key == "actually" { return false }
            if let found = words.questions.longest(at: index, in: tokens) {
                return phrase?.explain(tokens[index..<index + found.count]) != true
            }
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                return false
            }
        }
        return false
    }
}

/// The closed classes of words that distinguish a request from a mention of an action.
struct SpeechActWords: Sendable {
    var negations: TokenSequences
    var conditions: TokenSequences
    var reports: TokenSequences
    var delays: TokenSequences
    var questions: TokenSequences
    /// Longer texts that contain one of these words without its meaning: "if you don't mind".
    var harmless: TokenSequences
}

extension LanguageData {
    /// The words that distinguish a request from a mention of an action.
    var acting: SpeechActWords { endsWithVerb ? Self.japaneseActing : Self.englishActing }

    private static let englishActing = SpeechActWords(
        negations: TokenSequences([
            "don't", "dont", "do not", "never", "no need", "not", "stop", "avoid", "refrain", "mustn't", "shouldn't",
            "without",
            "instead of", "rather than", "forget about", "leave it", "cancel", "neither", "nor", "can't", "cannot",
            "won't",
        ]),
        conditions: TokenSequences([
            "if", "unless", "suppose", "supposing", "imagine", "what if", "whether", "in case", "would have",
            "as soon as", "once", "when",
            "hypothetically", "in theory", "could have", "were to",
        ]),
        reports: TokenSequences([
            "said", "says", "told me", "told us", "asked me", "asked us", "wrote", "writes", "suggested", "suggests",
            "repeat after me",
            "translate", "quote", "heard that", "pretend", "ignore", "admin mode", "the word", "the words",
            "the sentence", "wants me", "wanted me",
            "wants us", "means",
        ]),
        delays: TokenSequences([
            "i will", "i'll", "we will", "we'll", "i am going to", "i'm going to", "we are going to", "we're going to",
            "later",
            "tomorrow", "next week", "next month", "remind me", "soon", "plan to", "planning to", "thinking about",
            "thinking of", "someday",
            "i might", "we might", "maybe", "perhaps", "i may", "we may",
        ]),
        questions: TokenSequences([
            "should i", "should we", "shall i", "shall we", "did", "does", "have you", "has", "have i", "have they",
            "why", "who",
            "which", "what", "how", "is", "are", "was", "were", "do i", "do we", "do you", "when did", "where", "am i",
            "may i", "must i", "is it",
            "do they", "did you",
        ]),
        harmless: TokenSequences([
            "if you can", "if possible", "if you could", "if you don't mind", "if you do not mind", "if you please",
            "if it is ok", "if it's ok",
            "if its version", "if the version", "if version", "i was wondering if", "wonder if", "if you would",
            "if you have time", "do you mind",
            "would you mind", "why don't you", "can't you", "couldn't you", "won't you", "can you not", "don't have",
            "doesn't have", "do not have", "does not have",
            "don't need", "doesn't need", "do not need", "don't stock", "do not stock", "don't use", "do not use",
            "don't keep", "do not keep", "don't want",
            "no longer", "not needed", "isn't needed", "is not needed", "not in use", "never mind", "aren't in",
            "isn't in", "is not in", "are not in", "don't sell", "do not sell", "anymore", "don't forget to",
            "do not forget to", "can't use", "cannot use", "not working", "don't work", "doesn't work", "does not work",
            "nor nand", "do you think you could",
            "are you able to", "is it possible to", "would it be possible to", "is there any chance", "no matter",
            "not sure", "not usable",
            "what i need", "did not arrive", "weren't", "how about", "whenever", "when you can", "when you have time",
            "when you get a chance",
        ])
    )

    private static let japaneseActing = SpeechActWords(
        negations: TokenSequences([
            "ないで", "なくていい", "なくても", "なくて", "するな", "やめて", "やめよう", "やめと", "必要はない", "必要ない", "ません", "ないように", "ずに", "取りやめ",
            "中止", "ではなく",
            "じゃなく", "くなかった", "ないよ",
        ]),
        conditions: TokenSequences([
            "もし", "たら", "れば", "場合", "とき", "時は", "仮に", "なら",
        ]),
        reports: TokenSequences([
            "と言わ", "と言っ", "って言わ", "って言っ", "と頼まれ", "って頼まれ", "らしい", "だそうです", "と聞い", "英語で", "訳して", "という意味", "無視して",
            "管理者モード", "と書かれ",
            "命令され", "と指示され",
        ]),
        delays: TokenSequences([
            "あとで", "後で", "つもり", "明日", "あした", "来週", "来月", "今度", "そのうち", "いつか", "しようかな", "しようと思", "かもしれ", "予定です", "しようか",
            "しとこうかな",
        ]),
        questions: TokenSequences([
            "べき", "ほうがいい", "方がいい", "どうやって", "やり方", "方法", "どうすれば", "どうしたら", "どうなる", "なぜ", "どうして", "誰が", "だれが", "たっけ",
            "ましたか",
            "られますか", "ていいですか", "てもいいですか", "ても大丈夫", "できるの", "可能ですか", "のですか", "んですか",
        ]),
        harmless: TokenSequences([
            "よければ", "よかったら", "できたら", "できれば", "いただけたら", "頂けたら", "もらえたら", "くれたら", "いただければ", "頂ければ", "もらえれば", "くれれば",
            "可能なら", "くださったら", "なったら",
            "いらないから", "いらないので", "要らないから", "要らないので", "使わないから", "使わないので", "いらないんで", "ませんか", "ないでしょうか", "ないですか", "ないかな",
            "ませんでしょうか", "いただけません", "もらえない", "くれない", "のままなら", "のときだけ", "の場合だけ", "の時だけ", "ないため", "もらえますか", "くれますか",
            "いただけますか", "お願いできますか",
            "もらえますでしょうか", "いただけますでしょうか", "いただけないでしょうか", "もらってもいいですか", "いただいてもいいですか", "もらっていいですか", "ませんので", "ないので",
            "ないから", "ないんで",
            "たらい", "たらこ", "なくなったので", "なくなったから", "なくなりました", "なくなった", "頼めますか", "お願いできませんか", "数えたら", "棚卸ししたら", "確認したら",
            "見たら", "調べたら", "測ったら", "でしたら", "しか無かった", "しかなかった", "しかない",
            "しかありません", "してなかった", "していなかった", "じゃなくてセット",
        ])
    )
}
