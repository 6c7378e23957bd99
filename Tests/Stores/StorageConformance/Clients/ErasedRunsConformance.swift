import Foundation
import OwnerLiterals
import Storage
import Testing

/// The runs that an erasure deletes: all runs of its owners, wherever a store finds them, and none of others.
@Suite(.timeLimit(.minutes(2))) struct ErasedRunsConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)
    /// A client with many users, and clients whose ids are close to it in the order of texts.
    private static let owners: [Owner] =
        ["app", "app-", "app0", "ap", "ap/user"] + (0..<230).map { Owner(client: "app", user: "user \($0)") }

    /// The places of runs, as a store finds them.
    private enum Place: String, CaseIterable {
        /// In a conversation of the owner.
        case conversation
        /// Without a conversation.
        case alone
        /// In a conversation that was deleted before the run was stored.
        case deleted
        /// In a conversation of somebody else.
        case foreign
        /// In a conversation that is made by a later write.
        case later
        /// Without a conversation, and not ended.
        case unfinished
        /// A direct call.
        case call
        /// A direct call that has not ended.
        case unfinishedCall
        /// A direct call that ended after it was first stored.
        case endedCall
    }

    private func id(_ place: Place, of owner: Owner) -> String { "\(place) of \(owner)" }

    private func run(_ place: Place, of owner: Owner) -> RunRecord {
        let conversation =
            switch place {
            case .conversation, .later, .deleted: id(place, of: owner)
            case .foreign: "foreign"
            case .alone, .unfinished, .call, .unfinishedCall, .endedCall: ""
            }
        let isCall = [.call, .unfinishedCall, .endedCall].contains(place)
        let isUnfinished = [.unfinished, .unfinishedCall, .endedCall].contains(place)
        return RunRecord(
            id: id(place, of: owner),
            owner: owner,
            conversation: conversation,
            model: "m",
            tool: isCall ? "work" : nil,
            status: isUnfinished ? .waiting : .completed,
            request: "{}",
            createdAt: start,
            updatedAt: start
        )
    }

    private func turn(_ conversation: String, of owner: Owner) -> TurnCommit {
        TurnCommit(
            conversation: ConversationRecord(id: conversation, owner: owner, createdAt: start, updatedAt: start),
            entries: [TranscriptEntryRecord(id: "e", position: 0, kind: "prompt", json: "{}")],
            expectedCount: 0
        )
    }

    /// Stores a run at each place for each owner.
    private func fill(_ store: any Store) async throws {
        try await store.commitTurn(turn("foreign", of: "other").conversation, appending: [], expectedCount: 0)
        for owner in Self.owners {
            let later = id(.later, of: owner)
            var ended = run(.endedCall, of: owner)
            ended.status = .completed
            let writes =
                Place.allCases.map { place in
                    RunWrite(
                        record: run(place, of: owner),
                        turn: place == .conversation ? turn(id(place, of: owner), of: owner) : nil
                    )
                } + [RunWrite(record: run(.later, of: owner), turn: turn(later, of: owner)), RunWrite(record: ended)]
            #expect(try await store.write(writes).isEmpty)
        }
    }

    /// Returns the owners of the runs that are stored, by their places.
    private func owners(in store: any Store) async throws -> [Place: [Owner]] {
        var found: [Place: [Owner]] = [:]
        for place in Place.allCases {
            for owner in Self.owners where try await store.run(id(place, of: owner)) != nil {
                found[place, default: []].append(owner)
            }
        }
        return found
    }

    @Test(arguments: StoreOpener.allCases, ["app", "app/user 7", "ap"] as [Owner])
    func allRunsOfTheOwnersAndNoOthers(opener: StoreOpener, erased: Owner) async throws {
        try await opener.withStore { store async throws in
            try await fill(store)
            var left = Self.owners
            for scope in [ErasureScope.conversations, .everything] {
                let gone = left.filter { scope.reaches($0, from: erased) }
                left.removeAll { scope.reaches($0, from: erased) }
                try await store.beginErasure(scope, of: erased, at: start)
                let count = try await store.erase(scope, of: erased)
                // Each owner has two conversations, one of which was made after its run.
                #expect(
                    count == ErasureCount(conversations: 2 * gone.count, runs: Place.allCases.count * gone.count)
                )
                #expect(try await store.endErasure(scope, of: erased, audit: .none))
                let expected = Dictionary(uniqueKeysWithValues: Place.allCases.map { ($0, left) })
                #expect(try await owners(in: store) == expected)
            }
            #expect(try await store.conversation("foreign") != nil)
            #expect(try await store.holdsData(of: erased) == false)
        }
    }
}
