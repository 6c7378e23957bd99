import Synchronization

/// Keeps the pages of outputs that were cut, for a while and only for those who were given the first one.
final class OutputKeeper: Sendable {
    /// Makes room for some 12 MB of outputs that are as long as may be; most are not cut at all.
    private static let capacity = 64
    private static let keptFor: Duration = .seconds(30 * 60)

    private struct State {
        var outputs = TimedCache<String, Output>(capacity: OutputKeeper.capacity, maximumAge: OutputKeeper.keptFor)
        /// The page that each owner was told of last.
        var offers = TimedCache<OutputOwner, String>(
            capacity: 4 * OutputKeeper.capacity,
            maximumAge: OutputKeeper.keptFor
        )
    }

    private struct Output: Sendable {
        let pages: OutputPages
        let owner: OutputOwner
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// What a model is given of an output: all of it, or its first page and how to read on.
    func beginning(of text: String, budget: Int, for owner: OutputOwner, _ caller: Caller) -> String {
        guard let pages = OutputPages(text, budget: budget) else { return text }
        let id = String(UInt64.random(in: 0..<(1 << 40)), radix: 32)
        let time = now()
        return state.withLock { state in
            state.outputs.store(Output(pages: pages, owner: owner), for: id, at: time)
            return Self.page(0, of: pages, id: id, for: owner, caller, at: time, &state)
        }
    }

    /// A page and how to read on; `nil` when there is none of this id for this owner, or none any more.
    ///
    /// - Parameter id: What stands where the output was cut; `nil` for the page that the owner was told of last.
    func page(_ id: String?, for owner: OutputOwner, _ caller: Caller) -> String? {
        let time = now()
        return state.withLock { state in
            let wanted = id ?? state.offers.value(for: owner, at: time)?.value
            guard let parts = wanted?.split(separator: "-"), parts.count == 2, let number = Int(parts[1]),
                let output = state.outputs.value(for: parts[0].lowercased(), at: time)?.value, output.owner == owner,
                output.pages.pages.indices.contains(number - 1)
            else { return nil }
            return Self.page(
                number - 1,
                of: output.pages,
                id: parts[0].lowercased(),
                for: owner,
                caller,
                at: time,
                &state
            )
        }
    }

    private static func page(
        _ index: Int,
        of output: OutputPages,
        id: String,
        for owner: OutputOwner,
        _ caller: Caller,
        at time: ContinuousClock.Instant,
        _ state: inout State
    ) -> String {
        let (number, count) = (index + 1, output.pages.count)
        let page = output.pages[index]
        guard number < count else {
            guard output.isCut else { return page }
            return page + "\n"
                + caller.text("The output was longer than what is kept of it.", "出力はこれより長いため、ここまでしか保存されていません。")
        }
        let next = "\(id)-\(number + 1)"
        state.offers.store(next, for: owner, at: time)
        return page + "\n"
            + caller.text(
                "The output is cut here: this is page \(number) of \(count). Call \(ReadOn.toolName) with the id \"\(next)\" to read on.",
                "出力はここで切れています（全\(count)ページのうち\(number)ページ目）。続きは \(ReadOn.toolName) の id に \"\(next)\" を指定してください。"
            )
    }
}
