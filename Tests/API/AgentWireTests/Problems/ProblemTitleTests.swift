import AgentWire
import StreamingJSON
import Testing

@Suite struct ProblemTitleTests {
    @Test(arguments: [nil, "Too many erasures"] as [String?])
    func aProblemHasTheTitleOfItsKindOrAnOwnOne(title: String?) {
        let problem = Problem(.rateLimited, title: title, detail: "d")
        #expect(problem.title == title ?? "The client has reached a limit")
        let document = problem.jsonValue(requestID: nil)
        #expect(document["title"] == .string(problem.title))
        #expect(Problem(jsonValue: document) == problem)
    }

    @Test func threeKindsHaveATitleForUsers() {
        let kinds = Problem.Kind.allCases.filter { $0.titleOfUser != $0.title }
        #expect(kinds == [.rateLimited, .budgetExceeded, .storageFull])
        #expect(kinds.allSatisfy { $0.titleOfUser.contains("user") })
    }
}
