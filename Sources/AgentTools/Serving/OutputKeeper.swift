import Synchronization

/// Keeps the pages of outputs that were cut, for a while and only for those who were given the first one.
final class OutputKeeper: Sendable {
    /// Room for some fifty outputs that are as long as may be; most are not cut at all.
    static let capacity = 16 << 20
    private static let keptFor: Duration = .seconds(30 * 60)

    private let state = Mutex(KeptOutputs(capacity: OutputKeeper.capacity, maximumAge: OutputKeeper.keptFor))
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// What a model is given of an output: all of it, or its first page and how to read on.
    func beginning(of text: String, budget: Int, for owner: OutputOwner, _ caller: Caller) -> String {
        guard let pages = OutputPages(text, budget: budget) else { return text }
        let id = String(UInt64.random(in: 0..<(1 << 40)), radix: 32)
        let time = now()
        return state.withLock { state in
            state.store(pages, as: id, for: owner, at: time)
            return Self.page(0, of: pages, id: id, for: owner, caller, &state)
        }
    }

    /// A page and how to read on; `nil` when there is none of this id for this owner, or none any more.
    ///
    /// - Parameter id: What stands where the output was cut; `nil` for the page that the owner was told of last.
    func page(_ id: String?, for owner: OutputOwner, _ caller: Caller) -> String? {
        let time = now()
        return state.withLock { state in
            let wanted: (output: String, page: Int)?
            if let id {
                // Longer ones are none of ours, and looking them up would cost by their length.
                guard id.utf8.count <= 32 else { return nil }
                let parts = id.split(separator: "-")
                guard parts.count == 2, let number = Int(parts[1]) else { return nil }
                wanted = (parts[0].lowercased(), number)
            } else {
                wanted = state.offer(for: owner)
            }
            guard let wanted, let pages = state.output(wanted.output, for: owner, at: time),
                (1...pages.pages.count).contains(wanted.page)
            else { return nil }
            return Self.page(wanted.page - 1, of: pages, id: wanted.output, for: owner, caller, &state)
        }
    }

    /// Forgets all outputs of a client.
    func forget(client: String) { state.withLock { $0.removeAll(of: client) } }

    private static func page(
        _ index: Int,
        of output: OutputPages,
        id: String,
        for owner: OutputOwner,
        _ caller: Caller,
        _ state: inout KeptOutputs
    ) -> String {
        let (number, count) = (index + 1, output.pages.count)
        let page = output.pages[index]
        guard number < count else {
            guard output.isCut else { return page }
            return page + "\n"
                + caller.text("The output was longer than what is kept of it.", "出力はこれより長いため、ここまでしか保存されていません。")
        }
        let next = "\(id)-\(number + 1)"
        state.offer(number + 1, of: id, to: owner)
        return page + "\n"
            + caller.text(
                "The output is cut here: this is page \(number) of \(count). Call \(ReadOn.toolName) with the id \"\(next)\" to read on.",
                "出力はここで切れています（全\(count)ページのうち\(number)ページ目）。続きは \(ReadOn.toolName) の id に \"\(next)\" を指定してください。"
            )
    }
}
