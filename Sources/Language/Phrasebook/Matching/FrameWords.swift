/// The polite words and similar texts around requests in a message, in one language: for each token, the lengths of the
/// texts that start there.
struct FrameWords {
    /// The texts that start at one token.
    struct Lengths {
        var fillers: [Int]
        var closings: [Int]
        var negations: [Int]
        var reframings: [Int]
    }

    /// By token of the message.
    let lengths: [Lengths]

    init(_ tokens: [Token], in language: PhraseLanguage) {
        let (fillers, closings, negations, reframings) = LanguageData.of(language) { data in
            (data.fillers, data.closings, data.negations, data.reframings)
        }
        let tokens = tokens[...]
        lengths = tokens.indices.map { index in
            Lengths(
                fillers: fillers.lengths(at: index, in: tokens),
                closings: closings.lengths(at: index, in: tokens),
                negations: negations.lengths(at: index, in: tokens),
                reframings: reframings.lengths(at: index, in: tokens)
            )
        }
    }
}
