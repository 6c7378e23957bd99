import CalendarDays
import SpokenDecisions
import StreamingJSON

/// Reads the messages of a conversation in order, and plans the calls for the last one.
struct Planner {
    /// The number of earlier messages on which a follow-up may depend.
    static let memory = 8
    /// The maximum size of a message in bytes; phrases cannot express longer requests.
    static let lengthLimit = 4_000

    let phrases: CompiledPhrases
    let today: CalendarDay
    /// The language of the caller's locale, for messages whose own language is unclear.
    let language: PhraseLanguage?
    /// The earlier messages, whose language a message such as "ok" takes.
    var chat: ArraySlice<Turn> = []
    let isEnabled: (ToolPhrases) -> Bool
    /// Returns the number of the item mentioned last, by argument.
    var mentioned: (String) -> Int? = { _ in nil }
    /// Returns the addresses in the last output, in order; called only if a message refers to one.
    var addresses: () -> [String] = { [] }
    /// The private data that the previous turns have shown.
    var privacy = PrivateMatter.none
    /// The steps around the calls of some tools, by the tools' names.
    var preparations: [String: CallPreparation] = [:]
    /// The time and the time zone of the turn, as in the request.
    var time: (now: String?, zone: String?) = (nil, nil)

    init(
        phrases: CompiledPhrases,
        today: CalendarDay,
        language: PhraseLanguage?,
        isEnabled: @escaping (ToolPhrases) -> Bool
    ) {
        self.phrases = phrases
        self.today = today
        self.language = language
        self.isEnabled = isEnabled
    }

    /// The state of a conversation between two messages.
    struct Context {
        /// The last match that led to a call.
        var last: PhraseMatch?
        /// The match whose question is not answered yet.
        var asking: PhraseMatch?
        /// The matches among which the person should choose.
        var offers: [PhraseMatch] = []
        /// The calls of the previous turn.
        var previous: [Turn.Call] = []
        /// Whether only the message itself is considered.
        var isAlone = true

        /// Whether the next message may depend on an earlier one.
        var leadsOn: Bool { last != nil || asking != nil || !offers.isEmpty }
    }

    /// Returns the understanding of the last of some messages.
    func understanding(of turns: [Turn]) -> Understanding {
        var referents = phrases.referents
        for turn in turns.dropLast().suffix(Self.memory) { referents.record(turn) }
        var planner = self
        planner.chat = turns.dropLast().suffix(Self.memory)
        planner.addresses = { turns.dropLast().last.map { Self.addresses(in: $0) } ?? [] }
        planner.mentioned = { [referents] argument in referents.number(.mentioned, for: argument) }
        if let understood = decided(turns) ?? supplied(turns, referents) { return understood }
        planner.privacy = PrivateMatter(
            turns.dropLast().suffix(Self.memory),
            isOutward: phrases.outwardTools.contains,
            listed: phrases.listed
        )
        return planner.understanding(of: turns, referents)
    }

    func understanding(of turns: [Turn], _ referents: Referents) -> Understanding {
        guard let last = turns.last else { return Understanding(language: language ?? .english) }
        let earlier = turns.dropLast().suffix(Self.memory)
        // Earlier messages are considered only for the parts that a message leaves open, unless the answer to one of
        // them may have been a question.
        let corrected = corrected(last.prompt)
        let reading = reading(of: corrected ?? last.prompt, referents)
        var understanding = understanding(of: last, earlier, reading, referents)
        // A correction may turn one request into another.
        let plain = corrected == nil ? reading : self.reading(of: last.prompt, referents)
        if corrected != nil, hasChangedText(understanding, of: plain) {
            understanding = self.understanding(of: last, earlier, plain, referents)
        }
        understanding.certainty = certainty(of: understanding, plain, earlier.last)
        // A no when nothing is open: there is nothing to refrain from, but it was understood.
        if understanding.actions.isEmpty, SpokenDecision(last.prompt) == .reject {
            return Understanding(language: understanding.language, actions: [.refrain], asked: [.anything])
        }
        return understanding
    }

    /// Returns a message with misspelled words corrected; `nil` if there are none.
    func corrected(_ message: String) -> String? {
        Spelling.corrected(message) { word in
            phrases.vocabulary.number(of: word) >= 0 || phrases.evidenceWords.contains(word)
        }
    }

    /// Returns whether the changes are certain in the message as written.
    func certainty(
        of understanding: Understanding,
        _ reading: MessageReading,
        _ previous: Turn?
    ) -> ChangeCertainty {
        for topic in phrases.itemTopics {
            let changes = understanding.calls.map(\.call).filter { topic.changes($0) }
            guard !changes.isEmpty else { continue }
            var recent = phrases.referents
            if let previous { recent.record(previous) }
            let readers = reading.matcher.utterance.sentences.map(reading.matcher.reader)
            let plain = PlainRequests(topic, recent: recent, previous: previous)
            if !plain.agree(with: changes, in: readers) { return .plausible }
        }
        return .certain
    }

    /// Returns the understanding of a message after some turns.
    func understanding(
        of last: Turn,
        _ earlier: ArraySlice<Turn>,
        _ reading: MessageReading,
        _ referents: Referents
    ) -> Understanding {
        var context = Context()
        if let previous = earlier.last, let next = continued(previous, reading) { return next }
        let alone = read(reading, &context)
        if let previous = earlier.last, let again = repeated(previous, alone, reading) { return again }
        if let previous = earlier.last, let whole = completed(alone, by: previous, reading) { return whole }
        guard let previous = earlier.last, !alone.unread.isEmpty || previous.calls.isEmpty else {
            return withoutDoubles(alone, last.prompt, referents)
        }
        let readings = self.readings(of: earlier)
        context = self.context(after: earlier, readings)
        context.previous = previous.calls
        context.isAlone = false
        let inContext = read(reading, &context)
        guard !inContext.unread.isEmpty else { return inContext }
        return answered(earlier, readings.last, reading) ?? withoutDoubles(inContext, last.prompt, referents)
    }

    /// Returns the progress of the calls for a message.
    ///
    /// - Parameter planned: The calls of the understanding, if they are known.
    func execution(
        of understanding: Understanding,
        _ planned: [(action: Int, call: PlannedCall)]? = nil,
        made: [Turn.Call]
    ) -> Execution {
        var enabled: Set<String> = []
        for index in phrases.tools.indices where isEnabled(phrases.tools[index]) {
            enabled.insert(phrases.tools[index].tool)
        }
        let reading = phrases.readingTools
        return Execution(
            planned ?? understanding.calls,
            made: made,
            .init(
                collections: phrases.collections,
                listed: phrases.listed,
                language: understanding.language,
                asked: understanding.asked,
                isEnabled: { [enabled] in enabled.contains($0) },
                isReading: { reading.contains($0) },
                certainty: understanding.certainty,
                preparations: preparations,
                situation: .init(language: understanding.language, now: time.now, timeZone: time.zone)
            )
        )
    }

    /// Returns the messages of some turns, each prepared for reading after the earlier ones.
    func readings(of turns: ArraySlice<Turn>) -> [MessageReading] {
        var referents = phrases.referents
        var readings: [MessageReading] = []
        for turn in turns {
            readings.append(reading(of: turn.prompt, referents))
            referents.record(turn)
        }
        return readings
    }

    /// Returns the state after some turns, with the readings of their messages.
    func context(after turns: ArraySlice<Turn>, _ readings: [MessageReading]) -> Context {
        // A turn that depends on no earlier turn makes those irrelevant, and most turns are such.
        var context = Context()
        var start = turns.startIndex
        for index in turns.indices.reversed() where index > turns.startIndex && !turns[index - 1].calls.isEmpty {
            context = Context()
            let understanding = read(readings[index - turns.startIndex], &context)
            guard understanding.unread.isEmpty, context.leadsOn else { continue }
            start = index
            break
        }
        context = Context()
        for reading in readings[(start - turns.startIndex)...] { _ = read(reading, &context) }
        return context
    }

    /// Prepares the reading of a message after a turn that named these things.
    func reading(of message: String, _ referents: Referents) -> MessageReading {
        MessageReading(message) { [phrases, today, isEnabled] message in
            PhraseMatcher(message, phrases: phrases, today: today, referents: referents, isEnabled: isEnabled)
        }
    }
}
