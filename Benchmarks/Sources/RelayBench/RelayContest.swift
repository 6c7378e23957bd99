import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Torii, through each of its interfaces, and nginx, all in front of the same model and under the same load alternately.
struct RelayContest {
    /// A way to the model.
    enum Way: CaseIterable {
        /// Torii's native interface.
        case native
        /// Torii's chat completions.
        case chatCompletions
        /// Torii's Responses.
        case responses
        /// Torii's Messages.
        case messages
        /// nginx as a proxy of the model's chat completions.
        case nginx
    }

    /// The cost of a load for a server, and the figures of its clients.
    struct Outcome {
        var cpuMicroseconds: Int
        var figures: ChatLoad.Figures
    }

    /// The outcomes of all ways, one for each repetition.
    struct Outcomes {
        var byWay: [Way: [Outcome]] = [:]

        /// Returns the median of a figure of one way.
        func median(_ way: Way, _ figure: (Outcome) -> Double) -> Double { byWay[way, default: []].map(figure).median }

        /// Returns the median of a way's ratios to another way in the same repetition.
        func ratio(_ way: Way, to other: Way = .nginx, _ figure: (Outcome) -> Double) -> Double {
            zip(byWay[way, default: []], byWay[other, default: []]).map { figure($0) / figure($1) }.median
        }
    }

    let torii: ToriiProcess
    let nginx: NginxProcess
    let repetitions: Int

    /// Loads all ways alternately; each warms up first.
    func run(
        _ answer: ChatLoad.Answer,
        _ load: (_ load: ChatLoad, _ seconds: Int?) throws -> ChatLoad.Figures
    ) throws -> Outcomes {
        let loads: [Way: ChatLoad] = [
            .native: ChatLoad(.native, port: torii.port, answer),
            .chatCompletions: ChatLoad(.chatCompletions, port: torii.port, answer),
            .responses: ChatLoad(.responses, port: torii.port, answer),
            .messages: ChatLoad(.messages, port: torii.port, answer),
            .nginx: ChatLoad(.chatCompletions, port: nginx.port, answer),
        ]
        for way in Way.allCases { if let target = loads[way] { _ = try load(target, 1) } }
        var outcomes = Outcomes()
        for repetition in 0..<repetitions {
            // The first one meets a colder machine, so each is first in turn.
            let first = repetition % Way.allCases.count
            for way in Way.allCases[first...] + Way.allCases[..<first] {
                guard let target = loads[way] else { continue }
                let outcome = try measured(way == .nginx ? nginx.number : torii.number) { try load(target, nil) }
                outcomes.byWay[way, default: []].append(outcome)
            }
        }
        return outcomes
    }

    private func measured(_ number: Int32, _ load: () throws -> ChatLoad.Figures) throws -> Outcome {
        let process = ProcessFigures(number)
        let before = process.cpuMicroseconds
        let figures = try load()
        // The cost of an answer includes what the server writes after it.
        Thread.sleep(forTimeInterval: 0.5)
        let after = process.cpuMicroseconds
        guard figures.failures == 0, figures.turns > 0 else {
            throw BenchmarkFailure("\(figures.failures) turns were not answered, \(figures.turns) were.")
        }
        return Outcome(cpuMicroseconds: after - before, figures: figures)
    }
}
