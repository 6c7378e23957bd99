import Transport

/// Removes a key from the texts of an answer, also if the model's provider sends it in several events.
///
/// The end of a text is held back while it may be the start of the key. When an event of another kind follows, a short end is passed on, so
/// that the order stays, and a long one is replaced, because it is most of the key. Either is still remembered: the rest of the key is
/// then replaced.
struct EchoGuard {
    /// One text that grows.
    private struct Growing {
        /// An event that adds to the text.
        let event: ModelStreamEvent
        /// The end of the text that may be the start of the key.
        var end = ""
        /// The bytes of the end that are passed on already.
        var passed = 0

        /// Returns the part of the end that is still held back, and marks it as passed on.
        mutating func takeHeld() -> ModelStreamEvent? {
            let held = String(decoding: end.utf8.dropFirst(passed), as: UTF8.self)
            passed = end.utf8.count
            guard !held.isEmpty else { return nil }
            // Backslashes before the first character are no part of the key, and an answer may end in a row of them.
            let shown = passed - end.utf8.prefix { $0 == UInt8(ascii: "\\") }.count
            return event.with(text: shown < EchoGuard.revealing ? held : SecretEcho.replacement)
        }
    }

    /// The bytes of a key's start that may be shown: fewer are also the start of other words, or of the keys of everybody.
    fileprivate static let revealing = 8

    private let echo: SecretEcho
    private var texts: [Growing] = []

    init(_ echo: SecretEcho) { self.echo = echo }

    /// Removes the key from the next events, and holds back the end of a text that may be its start.
    mutating func process(_ events: inout [ModelStreamEvent]) {
        // Almost no event is suspect, and the others pass without a copy.
        guard !texts.isEmpty || events.contains(where: { echo.isSuspect($0.text) || $0.isReplacement }) else { return }
        var passed: [ModelStreamEvent] = []
        for event in events {
            switch event {
            case .text, .refusal, .reasoning, .toolCall:
                for index in texts.indices where !texts[index].event.addsToSameText(as: event) {
                    if let held = texts[index].takeHeld() { passed.append(held) }
                }
                if let clean = clean(event) { passed.append(clean) }
            case .replaceText(let text): passed.append(.replaceText(echo.removing(from: text)))
            // These stand at no place in a text, and some providers send them with each piece of one.
            case .metadata, .usage: passed.append(event)
            case .thoughtMetadata, .seal, .callMetadata:
                passed += takeHeld()
                passed.append(event)
            }
        }
        events = passed
    }

    /// Returns what is held back, at the end of the answer.
    mutating func takeHeld() -> [ModelStreamEvent] { texts.indices.compactMap { texts[$0].takeHeld() } }

    private mutating func clean(_ event: ModelStreamEvent) -> ModelStreamEvent? {
        let place = texts.firstIndex { $0.event.addsToSameText(as: event) }
        var growing = place.map { texts.remove(at: $0) } ?? Growing(event: event)
        let (text, rest) = echo.split(growing.end + event.text)
        let known = growing.end.utf8.prefix(growing.passed)
        // Text that was passed on already is not passed on again; a key that starts in it is replaced from here on.
        let common = zip(text.utf8, known).prefix { $0 == $1 }.count
        let isWhole = common == min(text.utf8.count, known.count)
        let new = String(decoding: text.utf8.dropFirst(common), as: UTF8.self)
        (growing.end, growing.passed) = (rest, isWhole ? known.count - common : 0)
        if !rest.isEmpty { texts.append(growing) }
        return new.isEmpty && !event.text.isEmpty ? nil : event.with(text: new)
    }
}

extension ModelStreamEvent {
    fileprivate var isReplacement: Bool { if case .replaceText = self { true } else { false } }
}
