import BenchmarkReport
import Foundation
import Measuring
import Programs

/// Torii and nginx, both in front of the same model, given the same load by turns.
struct RelayContest {
    /// What a load has cost a server, and what its clients have seen.
    struct Outcome {
        var cpuMicroseconds: Int
        var figures: ChatLoad.Figures
    }

    /// The outcomes of both, a pair for each repetition.
    struct Outcomes {
        var torii: [Outcome] = []
        var nginx: [Outcome] = []

        /// The median of a figure on both sides.
        func medians(_ figure: (Outcome) -> Double) -> (torii: Double, nginx: Double) {
            (torii.map(figure).median, nginx.map(figure).median)
        }

        /// The median of the pairs' ratios.
        func ratio(_ figure: (Outcome) -> Double) -> Double { zip(torii, nginx).map { figure($0) / figure($1) }.median }
    }

    let torii: ToriiProcess
    let nginx: NginxProcess
    let repetitions: Int

    /// Loads both by turns; each warms up first.
    func run(
        _ answer: ChatLoad.Answer,
        _ load: (_ load: ChatLoad, _ seconds: Int?) throws -> ChatLoad.Figures
    ) throws -> Outcomes {
        let relayed = ChatLoad(.native, port: torii.port, answer)
        let proxied = ChatLoad(.openAI, port: nginx.port, answer)
        var outcomes = Outcomes()
        for repetition in 0..<repetitions {
            // Whoever goes first finds a colder machine, so the two take turns in that.
            for isTorii in repetition.isMultiple(of: 2) ? [false, true] : [true, false] {
                let number = isTorii ? torii.number : nginx.number
                let target = isTorii ? relayed : proxied
                if repetition == 0 { _ = try load(target, 1) }
                let outcome = try measured(number) { try load(target, nil) }
                if isTorii { outcomes.torii.append(outcome) } else { outcomes.nginx.append(outcome) }
            }
        }
        return outcomes
    }

    private func measured(_ number: Int32, _ load: () throws -> ChatLoad.Figures) throws -> Outcome {
        let process = ProcessFigures(number)
        let before = process.cpuMicroseconds
        let figures = try load()
        // What is written behind the answers belongs to them.
        Thread.sleep(forTimeInterval: 0.5)
        let after = process.cpuMicroseconds
        guard figures.failures == 0, figures.turns > 0 else {
            throw BenchmarkFailure("\(figures.failures) turns were not answered, \(figures.turns) were.")
        }
        return Outcome(cpuMicroseconds: after - before, figures: figures)
    }
}
