import Accounts
import AgentWire
import Storage
import Testing

@testable import AgentRuntime

@Suite struct ConversationLimitsTests {
    private static let limits = ConversationLimits(turns: 3, bytes: 100, clientBytes: 1000)

    @Test(
        arguments: [
            (StoredSize(), 0, nil), (StoredSize(turns: 2, bytes: 90, clientBytes: 990), 10, nil),
            (StoredSize(turns: 3), 0, .conversationFull), (StoredSize(turns: 2, bytes: 91), 10, .conversationFull),
            (StoredSize(bytes: 1), .max, .conversationFull), (StoredSize(bytes: 200), 0, .conversationFull),
            // A first message may be as long as a request may be.
            (StoredSize(), 200, nil), (StoredSize(clientBytes: 991), 10, .storageFull),
            (StoredSize(), .max, .storageFull), (StoredSize(clientBytes: 1001), 0, .storageFull),
        ] as [(StoredSize, Int, Problem.Kind?)]
    )
    func aTurnFitsOrIsRefusedWithARemedy(size: StoredSize, added: Int, kind: Problem.Kind?) {
        let problem = Self.limits.problem(of: size, adding: added)
        #expect(problem?.kind == kind)
        #expect(problem?.detail.contains("DELETE /v1/conversations/{id}") ?? true)
        #expect(ConversationLimits(turns: nil, bytes: nil, clientBytes: nil).problem(of: size, adding: added) == nil)
    }

    /// The size of a user's data and of all users, and whether 10 more bytes of the user are refused; a user has at most 100.
    @Test(arguments: [(0, 0, false), (90, 900, false), (91, 900, true), (0, 990, false), (0, 991, true)])
    func aUserHasTheRoomOfItsPlanWithinThatOfItsClient(user: Int, client: Int, isRefused: Bool) {
        let limits = Self.limits.within(UserPlan(name: "free", storageBytes: 100))
        let problem = limits.problem(of: StoredSize(clientBytes: client, userBytes: user), adding: 10)
        #expect(problem?.kind == (isRefused ? .storageFull : nil))
        // The number of all users' bytes is not shown.
        #expect(problem?.detail.contains("\(client)") != true || client == 0)
        #expect(Self.limits.within(nil).problem(of: StoredSize(userBytes: 200), adding: 10) == nil)
    }

    /// The bytes that are stored, those of the request, and the limit; the title has whose limit it is.
    @Test func aProblemOfStorageHasAllNumbers() {
        let limits = Self.limits.within(UserPlan(name: "free", storageBytes: 100))
        let ofUser = limits.problem(of: StoredSize(clientBytes: 91, userBytes: 91), adding: 10)
        #expect(ofUser?.detail.contains("have 91 bytes, this request would add 10, and its plan allows 100;") == true)
        #expect(ofUser?.title == "The user's storage is full")
        let ofClient = Self.limits.problem(of: StoredSize(clientBytes: 991), adding: 10)
        #expect(
            ofClient?.detail.contains("have 991 bytes, this request would add 10, and a client may have 1000;") == true
        )
        let ofApp = limits.problem(of: StoredSize(clientBytes: 991, userBytes: 0), adding: 10)
        #expect(ofClient?.title == "The client's storage is full" && ofApp?.title == ofClient?.title)
    }
}
