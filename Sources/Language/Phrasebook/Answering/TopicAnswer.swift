import CalendarDays

/// Writes the answer to a question about a tool's topic from its outputs.
struct TopicAnswer {
    private let reading: TopicReading
    private let asked: RequestedAnswer
    private let today: CalendarDay?

    init(_ reading: TopicReading, _ asked: RequestedAnswer, today: CalendarDay?) {
        self.reading = reading
        self.asked = asked
        self.today = today
    }

    private var isJapanese: Bool { reading.language == .japanese }

    private func text(_ english: String, _ japanese: String) -> String { isJapanese ? japanese : english }

    /// Returns the answer: a sentence that answers the question, and the outputs.
    func lines(_ made: [(call: PlannedCall, output: String?)], _ replies: Replies) -> [String] {
        let outputs = made.map {
            $0.output ?? replies.missingOutput($0.call.subject.isEmpty ? $0.call.tool : $0.call.subject)
        }
        if let comparison = reading.comparison, made.count > 1,
            let sentence = ComparisonSentence(comparison, reading.language).text(
                made.map { ($0.call.subject, $0.output) }
            )
        {
            return [sentence] + outputs
        }
        guard let evidence = reading.tool.evidence else { return outputs }
        if made.count > 1, asked == .comparison, case .found = evidence.judgement {
            return [counts(made, evidence)] + outputs
        }
        guard made.count == 1, let output = made[0].output else { return outputs }
        switch asked {
        case .judgement:
            guard let isSo = judged(output, evidence) else { return outputs }
            return [isSo ? text("Yes.", "はい。") : text("No.", "いいえ。"), output]
        case .number:
            guard let number = number(in: output, evidence) else { return outputs }
            return [number, output]
        case .anything, .absence, .place, .time, .most, .least, .comparison: return outputs
        }
    }

    private func counts(_ made: [(call: PlannedCall, output: String?)], _ evidence: ToolEvidence) -> String {
        let counted = made.map { ($0.call.subject, count(in: $0.output ?? "", evidence)) }.sorted { $0.1 > $1.1 }
        let shown = counted.map { "\($0.0)\(text(": ", "："))\($0.1)" }.joined(separator: text(", ", "、"))
        guard let first = counted.first, counted.count > 1, first.1 > counted[1].1 else {
            return text("The same: \(shown).", "同じです（\(shown)）。")
        }
        return text("More in \(first.0): \(shown).", "\(first.0)のほうが多いです（\(shown)）。")
    }

    /// Returns the number of lines that report something found.
    private func count(in output: String, _ evidence: ToolEvidence) -> Int {
        guard case .found(let none, let sign) = evidence.judgement, !none.contains(where: output.hasBytes) else {
            return 0
        }
        return output.lines.count { $0.firstPlace(of: sign) != nil }
    }

    private func judged(_ output: String, _ evidence: ToolEvidence) -> Bool? {
        switch evidence.judgement {
        case .none: return nil
        case .found: return count(in: output, evidence) > 0
        case .signs(let signs):
            guard
                let sign = signs.first(where: { sign in sign.words.contains { reading.words.contains($0) } })
                    ?? signs.first
            else { return nil }
            if let degrees = sign.degrees, let quantity = Quantity(first: "°C", in: output) {
                return quantity.value >= Double(degrees.lowerBound) && quantity.value <= Double(degrees.upperBound)
            }
            let line = reading.day.flatMap { day in
                output.lines.first { $0.rest(after: day) != nil }.map(String.init)
            }
            return sign.texts.contains { (line ?? output).hasBytes(of: $0) }
        case .figures:
            guard let value = figure(in: output) else { return nil }
            if let goal = reading.goal { return value.number >= goal }
            // "(+350, +5%)" after an average is its difference from the week before.
            guard let end = output.lines.last, let sign = end.firstPlace(of: "(") ?? end.firstPlace(of: "（")
            else { return nil }
            let isMore = end[sign.upperBound...].hasPrefix("+")
            return reading.asksForLess ? !isMore && end[sign.upperBound...].hasPrefix("-") : isMore
        }
    }

    private func number(in output: String, _ evidence: ToolEvidence) -> String? {
        switch evidence.judgement {
        case .found:
            let count = count(in: output, evidence)
            return text("\(count) in all.", "\(count)件です。")
        case .figures:
            guard let value = figure(in: output) else { return nil }
            return value.text
        case .none, .signs: return nil
        }
    }

    /// Returns today's value, or else the newest one, from an output about several days.
    private func figure(in output: String) -> (number: Double, text: String)? {
        let lines = output.lines
        let days = lines.filter { $0.first?.isNumber == true && $0.count > 12 && $0.dropFirst(10).hasPrefix(": ") }
        let line = today.flatMap { day in days.first { $0.hasPrefix(day.text) } } ?? days.last
        guard let line else {
            guard lines.count == 2, let colon = lines[1].firstPlace(of: ": ") else { return nil }
            return Self.value(lines[1][colon.upperBound...], String(lines[1]))
        }
        return Self.value(line.dropFirst(12), String(line.dropFirst(12)))
    }

    private static func value(_ text: Substring, _ shown: String) -> (number: Double, text: String)? {
        let digits = text.prefix { $0.isNumber || $0 == "," || $0 == "." }.filter { $0 != "," }
        return Double(digits).map { ($0, shown) }
    }
}
