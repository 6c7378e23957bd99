/// What stands around requests in a message, in one language: for each token the lengths of the texts that begin there.
struct FrameWords {
    /// The texts that begin at one token.
    struct Lengths {
        var fillers: [Int]
        var closings: [Int]
        var negations: [Int]
        var reframings: [Int]
    }

    /// By token of the message.
    let lengths: [Lengths]

    init(_ tokens: [Token], in language: PhraseLanguage) {
        let data = LanguageData.of(language)
        lengths = tokens.indices.map { index in
            Lengths(
                fillers: data.fillers.lengths(at: index, in: tokens[...]),
                closings: data.closings.lengths(at: index, in: tokens[...]),
                negations: data.negations.lengths(at: index, in: tokens[...]),
                reframings: data.reframings.lengths(at: index, in: tokens[...])
            )
        }
    }
}
