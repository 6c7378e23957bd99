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

    /// A place where a phrase may end.
    struct Ending {
        /// The token before which it ends.
        var end: Int
        var loss: Loss
        /// Whether words follow at once that nothing explains.
        var stopsShort: Bool
    }

    private var lossBefore: [Loss?]
    private var lossAfter: [Loss?]
    private let origin: Int
    /// Where a phrase may begin, in order.
    private(set) var openings: [PatternRun.Opening] = []
    /// Where a phrase may end, in order.
    private(set) var endings: [Ending] = []

    /// - Parameter words: what stands around requests in the whole message.
    init(_ tokens: ArraySlice<Token>, _ words: FrameWords) {
        origin = tokens.startIndex
        let count = tokens.count
        var steps: [Step] = []
        steps.reserveCapacity(8)
        openings.reserveCapacity(count)
        endings.reserveCapacity(count)
        lossBefore = Self.before(tokens, words, keepsFrame: true, &steps)
        lossAfter = Array(repeating: nil, count: count + 1)
        lossAfter[count] = Loss(weight: 0)
        for index in (0..<count).reversed() {
            let lengths = words.lengths[origin + index]
            Self.find(&steps, from: origin + index, in: tokens, lengths, keepsFrame: true)
            for step in steps {
                guard let loss = lossAfter[index + step.length] else { continue }
                let sum = Loss(
                    weight: loss.weight + step.loss.weight,
                    closing: loss.closing + step.loss.closing
                )
                if sum.isBetter(than: lossAfter[index]) { lossAfter[index] = sum }
            }
        }
        for index in tokens.indices where !tokens[index].isGlued {
            guard let loss = before(index) else { continue }
            let isClean = loss.weight == 0 || tokens[index - 1].isSkippable
            openings.append(.init(start: index, score: Score.leftover * loss.weight, allowsOpenSlot: isClean))
        }
        for end in tokens.indices.dropFirst() where !tokens[end].isGlued {
            guard let loss = after(end) else { continue }
            let stopsShort = loss.weight > 0 && !tokens[end].isSkippable
            endings.append(Ending(end: end, loss: loss, stopsShort: stopsShort))
        }
        endings.append(Ending(end: tokens.endIndex, loss: Loss(weight: 0), stopsShort: false))
    }

    /// What is lost by leaving out all of some tokens; `nil` when something would be lost that may not.
    ///
    /// - Parameters:
    ///   - words: what stands around requests in the whole message.
    ///   - keepsFrame: whether figures, quotations and words that make it another question may not be left out either.
    static func loss(of tokens: ArraySlice<Token>, _ words: FrameWords, keepsFrame: Bool = true) -> Loss? {
        var steps: [Step] = []
        steps.reserveCapacity(8)
        return before(tokens, words, keepsFrame: keepsFrame, &steps)[tokens.count]
    }

    /// What is lost by beginning at each token and at the end.
    private static func before(
        _ tokens: ArraySlice<Token>,
        _ words: FrameWords,
        keepsFrame: Bool,
        _ steps: inout [Step]
    ) -> [Loss?] {
        let (origin, count) = (tokens.startIndex, tokens.count)
        var losses = [Loss?](repeating: nil, count: count + 1)
        losses[0] = Loss(weight: 0)
        for index in 0..<count {
            guard let loss = losses[index] else { continue }
            find(&steps, from: origin + index, in: tokens, words.lengths[origin + index], keepsFrame: keepsFrame)
            for step in steps {
                let sum = Loss(weight: loss.weight + step.loss.weight)
                if sum.isBetter(than: losses[index + step.length]) { losses[index + step.length] = sum }
            }
        }
        return losses
    }

    /// What is lost by beginning at a token; `nil` when something would be lost that may not.
    func before(_ index: Int) -> Loss? { lossBefore[index - origin] }

    /// What is lost by ending before a token; `nil` when something would be lost that may not.
    func after(_ index: Int) -> Loss? { lossAfter[index - origin] }

    /// Fills in the ways to leave out tokens from one on.
    private static func find(
        _ steps: inout [Step],
        from index: Int,
        in tokens: ArraySlice<Token>,
        _ words: FrameWords.Lengths,
        keepsFrame: Bool
    ) {
        steps.removeAll(keepingCapacity: true)
        let limit = tokens.endIndex - index
        // A negation may only be left out as a part of a longer polite phrase, such as 「くれませんか」.
        var kept = 0
        for length in words.negations where length <= limit { kept = max(kept, length) }
        if keepsFrame { for length in words.reframings where length <= limit { kept = max(kept, length) } }
        for length in words.fillers where length <= limit && (length > kept || kept == 0) {
            steps.append(Step(length: length, loss: Loss(weight: 0)))
        }
        for length in words.closings where length <= limit {
            let weight = tokens[index..<index + length].reduce(0) { $0 + Int32($1.weight) }
            steps.append(Step(length: length, loss: Loss(weight: 0, closing: weight)))
        }
        // Nobody gives a figure or a quotation for nothing.
        let isGiven = keepsFrame && (tokens[index].isNumber || tokens[index].quotation != nil)
        if kept == 0, !isGiven { steps.append(Step(length: 1, loss: Loss(weight: Int32(tokens[index].weight)))) }
    }
}
