/// The cost of leaving out the words before or after a phrase.
struct Leftovers {
    /// The loss from leaving out the words before or after a place.
    struct Loss {
        /// The weight of the unexplained words.
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
        /// Whether unexplained words follow immediately.
        var stopsShort: Bool
    }

    private var lossBefore: [Loss?]
    private var lossAfter: [Loss?]
    private let origin: Int
    /// The places where a phrase may start, in order.
    private(set) var openings: [PatternRun.Opening] = []
    /// The places where a phrase may end, in order.
    private(set) var endings: [Ending] = []

    /// - Parameter words: The words around requests in the whole message.
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

    /// Returns the loss from leaving out all of some tokens; `nil` if one of them must not be left out.
    ///
    /// - Parameters:
    ///   - words: The words around requests in the whole message.
    ///   - keepsFrame: Whether numbers, quotations and words that make it another question must be kept, too.
    static func loss(of tokens: ArraySlice<Token>, _ words: FrameWords, keepsFrame: Bool = true) -> Loss? {
        var steps: [Step] = []
        steps.reserveCapacity(8)
        return before(tokens, words, keepsFrame: keepsFrame, &steps)[tokens.count]
    }

    /// Returns the loss from starting at each token and at the end.
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

    /// Returns the loss from starting at a token; `nil` if a token before it must not be left out.
    func before(_ index: Int) -> Loss? { lossBefore[index - origin] }

    /// Returns the loss from ending before a token; `nil` if a token after it must not be left out.
    func after(_ index: Int) -> Loss? { lossAfter[index - origin] }

    /// Finds the ways to leave out tokens from one on.
    private static func find(
        _ steps: inout [Step],
        from index: Int,
        in tokens: ArraySlice<Token>,
        _ words: FrameWords.Lengths,
        keepsFrame: Bool
    ) {
        steps.removeAll(keepingCapacity: true)
        let limit = tokens.endIndex - index
        // A negation may be left out only as part of a longer polite phrase, such as 「くれませんか」.
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
        // A number or a quotation always has a purpose.
        let isGiven = keepsFrame && (tokens[index].isNumber || tokens[index].quotation != nil)
        if kept == 0, !isGiven { steps.append(Step(length: 1, loss: Loss(weight: Int32(tokens[index].weight)))) }
    }
}
