import AgentRuntime
import Testing

@testable import ToriiApp

/// The levels at which an end is logged.
@Suite struct ModelEndNoticesTests {
    private static let model = ModelReference(provider: .openai, name: "m")

    private func ending(_ left: Int?, day: String = "2026-12-11") -> EndingModel {
        EndingModel(model: Self.model, end: ModelEnd(day: day, daysLeft: left))
    }

    @Test func eachLevelIsAnnouncedOnce() {
        var notices = ModelEndNotices()
        let announced = (-5...70).reversed().filter { left in
            // Each day is looked at several times, as the upkeep does.
            (0..<3).map { _ in notices.due([ending(left)]).count }.reduce(0, +) == 1
        }
        #expect(announced == [60, 30, 14, 3, 1, 0])
    }

    @Test func aServerThatStartsLaterAnnouncesThePresentLevel() {
        for (left, next) in [(45, 30), (13, 3), (2, 1), (-9, nil)] as [(Int, Int?)] {
            var notices = ModelEndNotices()
            #expect(notices.due([ending(left)]).count == 1)
            let later = stride(from: left, to: left - 40, by: -1).first { !notices.due([ending($0)]).isEmpty }
            #expect(later == next)
        }
        var notices = ModelEndNotices()
        #expect(notices.due([ending(nil)]).count == 1 && notices.due([ending(nil)]).isEmpty)
    }

    @Test func anotherDayIsAnnouncedAgain() {
        var notices = ModelEndNotices()
        #expect(notices.due([ending(10)]).count == 1)
        #expect(notices.due([ending(100, day: "2027-03-11")]).isEmpty)
        #expect(notices.due([ending(60, day: "2027-03-11")]).count == 1)
    }
}
