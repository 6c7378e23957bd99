import BenchmarkReport
import Foundation
import Measuring
import Programs

/// A running server, accessed through one of its interfaces.
struct Subject {
    /// The prefix of the rows' names.
    let name: String
    let dialect: ChatLoad.Dialect
    let port: Int
    /// All processes of the server.
    let processes: [Int32]

    /// Counts events of turns of both lengths.
    ///
    /// - Parameters:
    ///   - turns: The number of turns of each length.
    ///   - counts: Returns the counts so far, in the order of the result.
    func costs(_ shape: Shape, turns: Int, _ counts: () throws -> [Int]) throws -> [Cost] {
        let few = try perTurn(shape, shape.tokens.few, turns, counts)
        let many = try perTurn(shape, shape.tokens.many, turns, counts)
        return zip(few, many).map { Cost(few: (shape.tokens.few, $0), many: (shape.tokens.many, $1)) }
    }

    /// Runs turns, so that one-time work is done before measuring.
    func warmUp(_ shape: Shape) throws { _ = try runTurns(shape, shape.tokens.few, shape.connections) }

    /// Runs the paced load for some time.
    func load(_ shape: Shape, seconds: Int) throws {
        let answer = ChatLoad.Answer(tokens: shape.tokens.many, interval: shape.interval)
        try check(ChatLoad(dialect, port: port, answer).turns(connections: shape.connections, seconds: seconds))
    }

    private func perTurn(_ shape: Shape, _ tokens: Int, _ turns: Int, _ counts: () throws -> [Int]) throws -> [Double] {
        let before = try counts()
        try runTurns(shape, tokens, turns)
        // Events are stored once a second, so the last ones are stored by then.
        Thread.sleep(forTimeInterval: 1.2)
        return zip(before, try counts()).map { Double($1 - $0) / Double(turns) }
    }

    private func runTurns(_ shape: Shape, _ tokens: Int, _ turns: Int) throws {
        let load = ChatLoad(dialect, port: port, .init(tokens: tokens, interval: shape.interval))
        // Spread, so that the number of concurrently open streams does not depend on the length of the turns.
        let figures = try load.turns(connections: min(shape.connections, turns), turns: turns, start: .spread)
        try check(figures)
    }

    private func check(_ figures: ChatLoad.Figures) throws {
        guard figures.failures == 0, figures.turns > 0 else {
            throw BenchmarkFailure("\(figures.failures) turns of \(name) were not answered, \(figures.turns) were.")
        }
    }
}
