import Accounts
import AgentWire
import HTTPTypes
import OwnerLiterals
import Testing

@testable import AgentServer

@Suite struct UserFieldsTests {
    private static let app = Principal(owner: "app", name: "app", scopes: [.users, .chat], users: UserSettings())

    private func fields(
        _ headers: HTTPFields,
        of client: Principal = app,
        hasToken: Bool = true
    ) throws(Problem) -> UserFields? {
        try UserFields(headers, of: client, hasToken: hasToken)
    }

    @Test func aBackendNamesAUser() throws {
        let read = try #require(
            try fields([.user: "auth0|ünï 1", .userPlan: "pro", .userOrganization: "acme"])
        )
        #expect(read.subject == "auth0|ünï 1" && read.plan == "pro" && read.organization == "acme")
        #expect(try fields([:]) == nil)
        #expect(try fields([:], of: Principal(owner: "c", name: "c", scopes: [.chat]), hasToken: false) == nil)
    }

    /// The fields are refused, never ignored, also if only the plan is there.
    @Test(arguments: [
        Principal(owner: "c", name: "c", scopes: Scope.forClients, users: UserSettings()),
        Principal(owner: "c", name: "c", scopes: Scope.forAdministrators),
        Principal(owner: "c", name: "c", scopes: [.users, .adminRead], users: UserSettings()),
        Principal(owner: "c/usr_1", name: "c", scopes: [.users]),
        Principal(owner: "c", name: "c", scopes: [.users, .chat]),
    ])
    func othersMayNotNameUsers(client: Principal) {
        for name in UserFields.names {
            let error = #expect(throws: Problem.self) { try fields([name: "anna"], of: client) }
            #expect(error?.kind == .forbidden)
        }
    }

    @Test func theCookieOfABrowserMayNotNameUsers() {
        let error = #expect(throws: Problem.self) { try fields([.user: "anna"], hasToken: false) }
        #expect(error?.kind == .forbidden)
    }

    @Test(arguments: ["", String(repeating: "a", count: 257), "a\u{85}", "a\u{FFFD}"])
    func aNameOfAnotherFormIsInvalid(name: String) {
        for field in UserFields.names {
            var headers: HTTPFields = [.user: "anna"]
            headers[field] = name
            let error = #expect(throws: Problem.self) { try fields(headers) }
            #expect(error?.kind == .invalidRequest)
        }
    }

    @Test func aFieldIsThereOnce() {
        for field in UserFields.names {
            var headers: HTTPFields = field == .user ? [:] : [.user: "anna"]
            headers[values: field] = ["anna", "anna"]
            let error = #expect(throws: Problem.self) { try fields(headers) }
            #expect(error?.kind == .invalidRequest)
        }
    }

    @Test func aPlanNeedsAUser() {
        let error = #expect(throws: Problem.self) { try fields([.userPlan: "pro"]) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test(arguments: [
        ("", false), ("authorization, content-type", false), ("torii-time-zone", false), ("torii-user", true),
        ("content-type,\tTorii-Organization", true), ("x-torii-user", false),
    ])
    func aPreflightNamesTheFields(list: String, isNamed: Bool) {
        #expect(UserFields.areNamed(in: list) == isNamed)
    }

    @Test(arguments: [
        (UserRefusal.noUsers, Problem.Kind.forbidden, 403), (.invalidIdentity, .invalidRequest, 400),
        (.blocked, .userBlocked, 403), (.signedOut, .unauthorized, 401),
        (.limited(retryAfterSeconds: 9), .newUsersLimited, 429),
        (.erasuresLimited(retryAfterSeconds: 9), .rateLimited, 429),
    ])
    func refusalsAreProblems(refusal: UserRefusal, kind: Problem.Kind, status: Int) {
        let problem = Problem(refusal)
        #expect(problem.kind == kind && problem.status == status)
        #expect(problem.retryAfterSeconds == (status == 429 ? 9 : nil))
    }

    /// The titles of the kinds are about a scope and about a limit of the client.
    @Test func aRefusalHasATrueTitle() {
        #expect(Problem(UserRefusal.noUsers).title == "The client has no users")
        #expect(Problem(UserRefusal.erasuresLimited(retryAfterSeconds: 9)).title == "Too many erasures")
    }
}
