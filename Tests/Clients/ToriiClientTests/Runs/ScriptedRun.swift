import EventStreams
import Foundation
import StreamingJSON
import ToriiClient

/// A run in the forms that the tests need.
enum ScriptedRun {
    static let failed =
        #"{"problem":{"type":"urn:torii:problem:upstream-failed","title":"An upstream failed","status":502,"detail":"D"}}"#

    /// The events of a turn with these pieces of text.
    static func frames(texts: [String]) -> [ServerSentEvent] {
        let events: [NativeEvent] =
            [.started(run: "run_1", conversation: "conv_1", model: "m")] + texts.map { .messageDelta(text: $0) }
            + [
                .messageCompleted(text: texts.joined(), artifacts: []),
                .completed(usage: WireUsage(inputTokens: 3, outputTokens: 2)),
            ]
        return events.enumerated().map { number, event in
            ServerSentEvent(id: "run_1:\(number)", type: event.type, data: event.data.serialized())
        }
    }

    /// The frames as bytes, with a comment as the server sends it while nothing happens.
    static func bytes(of frames: [ServerSentEvent]) -> [UInt8] {
        frames.flatMap { frame in
            Array(": hb\nid: \(frame.id)\nevent: \(frame.type)\ndata: \(frame.data)\n\n".utf8)
        }
    }

    static var description: RunDescription {
        RunDescription(
            run: "run_1",
            conversation: "conv_1",
            model: "m",
            status: "running",
            eventCount: 6,
            createdAt: Date(timeIntervalSince1970: 0),
            updatedAt: Date(timeIntervalSince1970: 0)
        )
    }
}

/// The ways to write a number as an ordered sum.
enum Compositions {
    static func all(of number: Int) -> [[Int]] {
        guard number > 0 else { return [[]] }
        return (1...number).flatMap { first in all(of: number - first).map { [first] + $0 } }
    }
}
