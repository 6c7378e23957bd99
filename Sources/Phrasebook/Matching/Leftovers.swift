/// What it costs to leave out the words before or after a phrase.
struct Leftovers {
    /// What is left out up to a place or from it on.
    struct Loss {
        /// The weight of the words that are not explained.
        var weight: Int32
        /// The weight of the words that are known to close a request.
        var closing: Int32 = 0

        func isBetter(than other: Loss?) -> Bool {
            guard let other else { return true }
            return weight == other.weight ? closing > other.closing : weight < other.weight
        }
    }

    /// A way to leave out some tokens.
    private struct Step {
        var length: Int
        var loss: Loss
    }

    private var lossBefore: [Loss?]
    private var lossAfter: [Loss?]
    private let tokens: ArraySlice<Token>

    /// - Parameter keepsFrame: whether figures, quotations and words that make it another question may not be left out either.
    init(_ tokens: ArraySlice<Token>, in language: LanguageData, keepsFrame: Bool = true) {
        self.tokens = tokens
        let count = tokens.count
        lossBefore = Array(repeating: nil, count: count + 1)
        lossAfter = lossBefore
        lossBefore[0] = Loss(weight: 0)
        lossAfter[count] = Loss(weight: 0)
        let steps = tokens.indices.map { Self.steps(from: $0, in: tokens, language, keepsFrame: keepsFrame) }
        for index in 0..<count {
            guard let loss = lossBefore[index] else { continue }
            for step in steps[index] {
                let sum = Loss(weight: loss.weight + step.loss.weight)
                if sum.isBetter(than: lossBefore[index + step.length]) { lossBefore[index + step.length] = sum }
            }
        }
        for index in (0..<count).reversed() {
            for step in steps[index] {
                guard let loss = lossAfter[index + step.length] else { continue }
                let sum = Loss(
                    weight: loss.weight + step.loss.weight,
                    closing: loss.closing + step.loss.closing
                )
                if sum.isBetter(than: lossAfter[index]) { lossAfter[index] = sum }
            }
        }
    }

    /// What is lost by beginning at a token; `nil` when something would be lost that may not.
    func before(_ index: Int) -> Loss? { lossBefore[index - tokens.startIndex] }

    /// What is lost by ending before a token; `nil` when something would be lost that may not.
    func after(_ index: Int) -> Loss? { lossAfter[index - tokens.startIndex] }

    private static func steps(
        from index: Int,
        in tokens: ArraySlice<Token>,
        _ language: LanguageData,
        keepsFrame: Bool
    ) -> [Step] {
        // A negation may only be left out as a part of a longer polite phrase, such as 「くれませんか」.
        let negation = language.negations.longest(at: index, in: tokens)?.count ?? 0
        let reframing = keepsFrame ? language.reframings.longest(at: index, in: tokens)?.count ?? 0 : 0
        let kept = max(negation, reframing)
        var steps = language.fillers.lengths(at: index, in: tokens).filter { $0 > kept || kept == 0 }.map {
            Step(length: $0, loss: Loss(weight: 0))
        }
        steps += language.closings.lengths(at: index, in: tokens).map { length in
            let weight = tokens[index..<index + length].reduce(0) { $0 + Int32($1.weight) }
            return Step(length: length, loss: Loss(weight: 0, closing: weight))
        }
        // Nobody gives a figure or a quotation for nothing.
        let isGiven = keepsFrame && (tokens[index].isNumber || tokens[index].quotation != nil)
        if kept == 0, !isGiven { steps.append(Step(length: 1, loss: Loss(weight: Int32(tokens[index].weight)))) }
        return steps
    }
}
