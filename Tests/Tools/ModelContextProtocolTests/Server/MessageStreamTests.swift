import ModelContextProtocol
import StreamingJSON
import Testing

/// All tests run on the main actor: a reader there waits as soon as the test yields to it.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MessageStreamTests {
    private static func note(_ number: Int, size: Int = 0) -> RPCMessage {
        let text = String(repeating: "x", count: size)
        return .notification(RPCNotification("n", ["number": .integer(number), "text": .string(text)]))
    }

    private static func response(_ number: Int) -> RPCMessage {
        .response(RPCResponse(id: .integer(number), .success([:])))
    }

    /// Returns the numbers of the notifications and responses in news.
    private func numbers(_ news: MessageStream.News) throws -> [Int] {
        guard case .messages(let texts, _) = news else { return [] }
        return try texts.compactMap { text in
            let message = try JSONValue(parsing: text)
            return (message["params"]?["number"] ?? message["id"])?.intValue
        }
    }

    // MARK: - What wakes a reader

    /// What may happen to a stream while somebody reads it.
    enum Event: CaseIterable { case append, finish, remind, attach, leave, cancel }

    /// Returns the news after events: a reader that is replaced gets nothing, and messages come before the end.
    private func news(after events: [Event]) -> MessageStream.News {
        if events.contains(.cancel) || events.contains(.attach) || events.contains(.leave) { return .replaced }
        let end = events.firstIndex(of: .finish) ?? events.endIndex
        let count = events[..<end].count { $0 == .append }
        if count > 0 { return .messages(Array(repeating: Self.note(1).serialized(), count: count), first: 0) }
        return end < events.endIndex ? .over : .quiet
    }

    private func happen(_ event: Event, to stream: MessageStream, _ reader: Int, _ reading: Task<some Sendable, Never>)
    {
        switch event {
        case .append: stream.append(Self.note(1))
        case .finish: stream.finish()
        case .remind: stream.remind()
        case .attach: _ = stream.attach()
        case .leave: stream.leave(reader)
        case .cancel: reading.cancel()
        }
    }

    /// Every three events in a row, before the reader reads and while it waits.
    @Test(arguments: [true, false], [true, false])
    func everyOrderOfEvents(isWaiting: Bool, keepsMessages: Bool) async {
        let all = Event.allCases
        for events in all.flatMap({ one in all.flatMap { two in all.map { [one, two, $0] } } }) {
            let stream = MessageStream(keepsMessages: keepsMessages)
            let reader = stream.attach()
            let reading = Task { @MainActor in await stream.news(from: 0, for: reader) }
            if isWaiting { await Task.yield() }
            for event in events { happen(event, to: stream, reader, reading) }
            #expect(await reading.value == news(after: events), "\(events)")
        }
    }

    /// Every three events, each of which the reader sees before the next one.
    @Test func everyEventOnItsOwn() async {
        let events: [Event] = [.append, .remind, .finish]
        for (one, two, three) in events.flatMap({ a in events.flatMap { b in events.map { (a, b, $0) } } }) {
            let stream = MessageStream(keepsMessages: true)
            let reader = stream.attach()
            var place = 0
            var isOver = false
            for event in [one, two, three] {
                let reading = Task { @MainActor in await stream.news(from: place, for: reader) }
                await Task.yield()
                happen(event, to: stream, reader, reading)
                let news = await reading.value
                isOver = isOver || event == .finish
                switch event {
                case .append where !isOver:
                    #expect(news == .messages([Self.note(1).serialized()], first: place))
                    place += 1
                case .remind where !isOver: #expect(news == .quiet)
                default: #expect(news == .over)
                }
            }
        }
    }

    // MARK: - Readers

    @Test func aReaderTakesOver() async throws {
        let stream = MessageStream(keepsMessages: true)
        #expect(!stream.hasReader)
        let first = stream.attach()
        let reading = Task { @MainActor in await stream.news(from: 0, for: first) }
        await Task.yield()
        let second = stream.attach()
        #expect(await reading.value == .replaced)
        // The first one can no longer end the reading.
        stream.leave(first)
        #expect(stream.hasReader)
        stream.append(Self.note(1))
        #expect(await stream.news(from: 0, for: first) == .replaced)
        #expect(try numbers(await stream.news(from: 0, for: second)) == [1])
        stream.leave(second)
        #expect(!stream.hasReader)
        #expect(await stream.news(from: 0, for: second) == .replaced)
    }

    /// A message may come between two readers.
    @Test func nothingIsLostBetweenReaders() async throws {
        let stream = MessageStream(keepsMessages: true)
        let first = stream.attach()
        stream.append(Self.note(1))
        #expect(try numbers(await stream.news(from: 0, for: first)) == [1])
        stream.leave(first)
        stream.append(Self.note(2))
        stream.append(Self.response(3))
        stream.finish()
        let second = stream.attach()
        #expect(try numbers(await stream.news(from: 1, for: second)) == [2, 3])
        #expect(await stream.news(from: 3, for: second) == .over)
        // Also a reader that missed the last news reads them again.
        #expect(try numbers(await stream.news(from: 0, for: stream.attach())) == [1, 2, 3])
    }

    /// The waits of both readers end, whatever the order of their ends.
    @Test func aCancelledReaderDoesNotWakeForEver() async throws {
        for isFirst in [true, false] {
            let stream = MessageStream(keepsMessages: true)
            let old = stream.attach()
            let oldReading = Task { @MainActor in await stream.news(from: 0, for: old) }
            await Task.yield()
            let new = stream.attach()
            let newReading = Task { @MainActor in await stream.news(from: 0, for: new) }
            if !isFirst { await Task.yield() }
            oldReading.cancel()
            stream.append(Self.note(1))
            #expect(await oldReading.value == .replaced)
            #expect(try numbers(await newReading.value) == [1])
        }
    }

    // MARK: - The end

    @Test func nothingIsAddedAfterTheEnd() async throws {
        let stream = MessageStream(keepsMessages: true)
        stream.append(Self.response(1))
        stream.finish()
        stream.finish()
        stream.append(Self.response(2))
        #expect(stream.isFinished && stream.end == 1)
        let reader = stream.attach()
        #expect(try numbers(await stream.news(from: 0, for: reader)) == [1])
        #expect(await stream.news(from: 1, for: reader) == .over)
        #expect(await stream.news(from: 1, for: reader) == .over)
    }

    // MARK: - Bounds

    /// Without keeping, messages are gone once their reader asks for more, the last one too.
    @Test func readMessagesAreForgotten() async throws {
        let stream = MessageStream()
        let reader = stream.attach()
        for number in 1...3 { stream.append(Self.note(number)) }
        #expect(stream.has(0) && stream.has(3) && !stream.has(4) && stream.end == 3)
        #expect(try numbers(await stream.news(from: 0, for: reader)) == [1, 2, 3])
        // They may not have been written.
        #expect(try numbers(await stream.news(from: 0, for: reader)) == [1, 2, 3])
        stream.append(Self.note(4))
        #expect(await stream.news(from: 3, for: reader) == .messages([Self.note(4).serialized()], first: 3))
        #expect(await stream.news(from: 0, for: reader) == .messages([Self.note(4).serialized()], first: 3))
        stream.remind()
        #expect(stream.byteCount > 0)
        #expect(await stream.news(from: 4, for: reader) == .quiet && stream.byteCount == 0)
    }

    @Test(arguments: [true, false])
    func notificationsWithoutAReaderAreBounded(keepsMessages: Bool) async throws {
        let stream = MessageStream(keepsMessages: keepsMessages)
        for number in 0..<1500 { stream.append(Self.note(number)) }
        // Responses are never dropped, nor are notifications after a read.
        stream.append(Self.response(5000))
        let reader = stream.attach()
        #expect(try numbers(await stream.news(from: 0, for: reader)) == Array(0..<1000) + [5000])
        for number in 0..<900 { stream.append(Self.note(number)) }
        #expect(try numbers(await stream.news(from: 1001, for: reader)) == Array(0..<900))
    }

    @Test func bytesWithoutAReaderAreBounded() async throws {
        let stream = MessageStream(keepsMessages: true)
        for number in 0..<200 { stream.append(Self.note(number, size: 10_000)) }
        stream.append(Self.response(5000))
        let found = try numbers(await stream.news(from: 0, for: stream.attach()))
        #expect((100..<110).contains(found.count) && found.last == 5000)
        #expect(found.dropLast() == Array(0..<(found.count - 1))[...])
    }

    /// A stream that is read all the time never drops notifications, however long it lives.
    @Test(arguments: [true, false])
    func aReaderMissesNothing(keepsMessages: Bool) async throws {
        let stream = MessageStream(keepsMessages: keepsMessages)
        let reader = stream.attach()
        for number in 0..<5000 {
            stream.append(Self.note(number))
            #expect(try numbers(await stream.news(from: number, for: reader)) == [number])
        }
    }

    /// Messages that were read are kept up to a mebibyte, newest first.
    @Test func keptMessagesAreBounded() async throws {
        let stream = MessageStream(keepsMessages: true)
        let reader = stream.attach()
        for number in 0..<300 {
            stream.append(Self.note(number, size: 10_000))
            #expect(try numbers(await stream.news(from: number, for: reader)) == [number])
        }
        #expect(stream.byteCount <= 1 << 20 && stream.byteCount > 1_000_000)
        guard case .messages(let texts, let first) = await stream.news(from: 0, for: reader) else {
            Issue.record("there are no messages")
            return
        }
        #expect(first + texts.count == 300 && (100..<106).contains(texts.count))
        #expect(try numbers(await stream.news(from: 290, for: reader)) == Array(290..<300))
    }

    /// A message is waited for without being read.
    @Test(arguments: [Event.append, .finish, .remind, .attach, .cancel])
    func aWaitForAMessage(event: Event) async throws {
        for isWaiting in [true, false] {
            let stream = MessageStream()
            let waiting = Task { @MainActor in await stream.waitForMessage() }
            if isWaiting { await Task.yield() }
            if event != .attach || isWaiting { happen(event, to: stream, 0, waiting) } else { stream.finish() }
            await waiting.value
            if event == .append { #expect(try numbers(await stream.news(from: 0, for: stream.attach())) == [1]) }
        }
    }

    // MARK: - Many tasks

    /// Writers and readers on many threads: each message is read once, in its order.
    @Test func manyWritersAndReaders() async throws {
        for round in 0..<50 {
            let stream = MessageStream(number: round, keepsMessages: true)
            await withTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask { @concurrent in
                        for number in 0..<50 {
                            stream.append(.response(RPCResponse(id: .integer(writer * 100 + number), .success([:]))))
                            if number % 7 == 0 { stream.remind() }
                        }
                    }
                }
                group.addTask { @concurrent in
                    // A reader that is replaced or cancelled often.
                    for _ in 0..<20 {
                        let reader = stream.attach()
                        let task = Task { await stream.news(from: 0, for: reader) }
                        task.cancel()
                        _ = await task.value
                        stream.leave(reader)
                    }
                }
            }
            stream.finish()
            let reader = stream.attach()
            let all = try numbers(await stream.news(from: 0, for: reader))
            #expect(all.count == 200 && Set(all).count == 200)
            for writer in 0..<4 {
                let own = all.filter { $0 / 100 == writer }
                #expect(own == own.sorted())
            }
            if case .quiet = await stream.news(from: 200, for: reader) {
                Issue.record("the end comes before a reminder")
            }
        }
    }
}
