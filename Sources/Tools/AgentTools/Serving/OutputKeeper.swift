import FoundationEssentials
import Synchronization
import ToolRecords

/// Keeps the further pages of cut outputs for a while, for the owners of the first page.
final class OutputKeeper: Sendable {
    // One process: the next page is read in the process that has the output in memory.

    /// Capacity for about fifty outputs of maximum length; most outputs are not cut.
    static let capacity = 16 << 20
    private static let keptFor: Duration = .seconds(30 * 60)

    private let state = Mutex(KeptOutputs(capacity: OutputKeeper.capacity, maximumAge: OutputKeeper.keptFor))
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// Returns the whole output if it is within the budget, or else its first page with how to read on.
    func firstPage(of text: String, budget: Int, for owner: OutputOwner, _ caller: Caller) -> String {
        guard let pages = OutputPages(text, budget: budget) else { return text }
        let id = String(UInt64.random(in: 0..<(1 << 40)), radix: 32)
        let time = now()
        return state.withLock { state in
            state.store(pages, as: id, for: owner, at: time, date: Date())
            return Self.page(0, of: pages, id: id, for: owner, caller, &state)
        }
    }

    /// Returns a page with how to read on; `nil` if the owner has no page with this id, or it is no longer kept.
    ///
    /// - Parameter id: The id at the end of the previous page; `nil` for the next page last announced to the owner.
    func page(_ id: String?, for owner: OutputOwner, _ caller: Caller) -> String? {
        let time = now()
        return state.withLock { state in
            let requested: (output: String, page: Int)?
            if let id {
                // Ids of this server are never longer, and looking up a long one would cost time.
                guard id.utf8.count <= 32 else { return nil }
                let parts = id.split(separator: "-")
                guard parts.count == 2, let number = Int(parts[1]) else { return nil }
                requested = (parts[0].lowercased(), number)
            } else {
                requested = state.announcedPage(for: owner)
            }
            guard let requested, let pages = state.output(requested.output, for: owner, at: time),
                (1...pages.pages.count).contains(requested.page)
            else { return nil }
            return Self.page(requested.page - 1, of: pages, id: requested.output, for: owner, caller, &state)
        }
    }

    /// Returns the outputs of an owner, newest first.
    func outputs(of owner: Owner) -> [KeptOutput] {
        let time = now()
        return state.withLock { $0.outputs(of: owner, at: time) }.map { KeptOutput(id: $0.id, $0.output) }
    }

    /// Returns an output of an owner; `nil` if it belongs to another one or is no longer kept.
    func output(_ id: String, of owner: Owner) -> KeptOutput? {
        let time = now()
        return state.withLock { $0.output(id, of: owner, at: time) }.map { KeptOutput(id: id, $0) }
    }

    /// Removes all outputs of some owners.
    func forget(where isGone: (Owner) -> Bool) { state.withLock { $0.removeAll(where: isGone) } }

    /// Removes the outputs whose time is over.
    func forgetExpired() {
        let time = now()
        state.withLock { $0.removeExpired(at: time) }
    }

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
                + caller.text("The output was longer than the part that was kept.", "出力はこれより長いため、ここまでしか保存されていません。")
        }
        let next = "\(id)-\(number + 1)"
        state.announce(number + 1, of: id, to: owner)
        return page + "\n"
            + caller.text(
                "The output is cut here: this is page \(number) of \(count). Call \(ReadOn.toolName) with the id \"\(next)\" to read on.",
                "出力はここで切れています（全\(count)ページのうち\(number)ページ目）。続きは \(ReadOn.toolName) の id に \"\(next)\" を指定してください。"
            )
    }
}
