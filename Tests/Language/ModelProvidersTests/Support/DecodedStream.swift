import EventStreams
import Foundation
import LanguageModels
import Testing
import Transport

@testable import ModelProviders

extension ModelStreamDecoder {
    /// Decodes the data of one event, as a text.
    mutating func decode(_ data: String) throws -> [ModelStreamEvent] {
        var data = data
        var events: [ModelStreamEvent] = []
        try data.withUTF8 { try decode($0, into: &events) }
        return events
    }
}

/// The events that a decoder makes of a recorded stream or answer, and the error at its end.
struct DecodedStream: Equatable {
    var events: [ModelStreamEvent] = []
    /// The error at the end, by its code or its case.
    var failure: String?

    /// The framing of a body's events.
    enum Framing { case events, lines, none }

    /// Decodes the pieces of a body; an answer that is the whole body must be one piece.
    init(_ pieces: [[UInt8]], framing: Framing = .events, with decoder: some ModelStreamDecoder) {
        var decoder = decoder
        do {
            switch framing {
            case .events:
                var lines = ServerSentEventDecoder()
                for piece in pieces {
                    for event in try lines.feed(piece) { events += try decoder.decode(event.data) }
                }
            case .lines:
                var lines = NDJSONDecoder()
                for piece in pieces {
                    lines.feed(piece)
                    while let line = try lines.next() {
                        events += try decoder.decode(String(decoding: line, as: UTF8.self))
                    }
                }
                if let line = try lines.finish() { events += try decoder.decode(String(decoding: line, as: UTF8.self)) }
            case .none: events += try decoder.decode(String(decoding: pieces.joined(), as: UTF8.self))
            }
            events += try decoder.finish()
        } catch let error as ModelProviderError {
            failure = error.code.description
        } catch LanguageModelError.refusal(let refusal) {
            failure = "refusal: \(refusal.explanationText)"
        } catch LanguageModelError.guardrailViolation {
            failure = "guardrail"
        } catch {
            failure = "\(error)"
        }
    }

    /// Decodes further pieces without ending the stream.
    static func step(
        _ pieces: [ArraySlice<UInt8>],
        _ lines: inout ServerSentEventDecoder,
        _ decoder: inout some ModelStreamDecoder
    ) -> DecodedStream {
        var stream = DecodedStream(events: [])
        do {
            for piece in pieces {
                for event in try lines.feed(piece) { stream.events += try decoder.decode(event.data) }
            }
        } catch {
            stream.failure = "\(error)"
        }
        return stream
    }

    init(events: [ModelStreamEvent], failure: String? = nil) {
        self.events = events
        self.failure = failure
    }
}

/// A recorded answer, with the expected events.
struct DecodingRow: Sendable, CustomTestStringConvertible {
    var fixture: String
    var events: [ModelStreamEvent]
    var failure: String?
    var needsWholeAnswer = false
    var testDescription: String { needsWholeAnswer ? "\(fixture), whole or not at all" : fixture }

    private var framing: DecodedStream.Framing {
        if fixture.hasSuffix(".sse") { return .events }
        return fixture.hasSuffix(".ndjson") ? .lines : .none
    }

    /// Decodes the fixture in one piece, byte by byte, and in two pieces at every possible place.
    func check(_ decoder: some ModelStreamDecoder) throws {
        let bytes = try Fixture(fixture).bytes
        let expected = DecodedStream(events: events, failure: failure)
        let whole = DecodedStream([bytes], framing: framing, with: decoder)
        #expect(whole == expected)
        guard framing != .none else { return }
        let byByte = DecodedStream(bytes.map { [$0] }, framing: framing, with: decoder)
        #expect(byByte == expected)
        checkSplits(bytes, decoder)
    }

    /// Splits each event in two at every possible place.
    ///
    /// The events before it are decoded once: decoders are values, so each split continues from a copy.
    private func checkSplits(_ bytes: [UInt8], _ decoder: some ModelStreamDecoder) {
        var decoder = decoder
        var lines = ServerSentEventDecoder()
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstRange(of: [0x0A, 0x0A])?.upperBound ?? bytes.count
            for place in start..<end {
                var (copyOfLines, copy) = (lines, decoder)
                let parted = DecodedStream.step([bytes[start..<place], bytes[place..<end]], &copyOfLines, &copy)
                var (otherLines, other) = (lines, decoder)
                let whole = DecodedStream.step([bytes[start..<end]], &otherLines, &other)
                guard parted == whole else {
                    Issue.record("Parted at byte \(place) an event is \(parted) instead of \(whole).")
                    return
                }
            }
            _ = DecodedStream.step([bytes[start..<end]], &lines, &decoder)
            start = end
        }
    }

    /// A stream that is cut after any line but the last ones must be an error.
    func checkCuts(terminator: String, _ decoder: some ModelStreamDecoder) throws {
        let text = try Fixture(fixture).text
        guard failure == nil, framing != .none else { return }
        let end = try #require(text.range(of: terminator)).lowerBound
        let bytes = Array(text[..<end].utf8)
        for place in bytes.indices where bytes[place] == UInt8(ascii: "\n") {
            let cut = DecodedStream([Array(bytes[..<place])], framing: framing, with: decoder)
            #expect(cut.failure == "truncatedStream")
        }
    }
}
