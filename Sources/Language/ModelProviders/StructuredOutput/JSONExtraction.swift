import StreamingJSON

/// Finds the JSON value in a model's text: after a preamble, in a code fence, after thoughts, before remarks.
enum JSONExtraction {
    /// A JSON value and the text it was written in.
    struct Candidate: Equatable {
        var text: String
        var value: JSONValue
    }

    /// The largest number of brackets that are tried although they start no value.
    private static let mostFailures = 64

    /// Returns the values in a text, the likeliest first.
    ///
    /// If the whole text is a value, it is the only one, unless it is a string that contains one. Otherwise the values in code fences are
    /// first, then objects and arrays elsewhere. Of each kind the last is first, because a model that corrects itself does so below. Text
    /// in `<think>` counts only if nothing follows it.
    static func candidates(in text: String) -> [Candidate] {
        if let value = try? JSONValue(parsing: text) {
            let whole = Candidate(text: String(text.withoutOuterSpace), value: value)
            guard case .string(let inner) = value else { return [whole] }
            return [whole] + candidates(besidesWhole: inner)
        }
        return candidates(besidesWhole: text)
    }

    private static func candidates(besidesWhole text: String) -> [Candidate] {
        let answer = afterThoughts(text)
        let found = candidates(outsideThoughts: answer)
        return found.isEmpty && answer.utf8.count < text.utf8.count ? candidates(outsideThoughts: text[...]) : found
    }

    private static func candidates(outsideThoughts text: Substring) -> [Candidate] {
        var found: [Candidate] = []
        for candidate in fenced(text).reversed() + bracketed(text).reversed() {
            // The search for brackets also finds the values in fences.
            if !found.contains(where: { $0.value == candidate.value }) { found.append(candidate) }
        }
        return found
    }

    /// Returns the text after the last thought.
    private static func afterThoughts(_ text: String) -> Substring {
        var answer = text[...]
        while let end = answer.firstRange(of: /<\/(?:think|thinking|reasoning)>/.ignoresCase()) {
            answer = answer[end.upperBound...]
        }
        return answer
    }

    /// Returns the values that fill a code fence; a fence that is not closed ends with the text.
    private static func fenced(_ text: Substring) -> [Candidate] {
        var found: [Candidate] = []
        var content: [Substring]?
        func take(_ lines: [Substring]) {
            let inside = lines.joined(separator: "\n").withoutOuterSpace
            if let value = try? JSONValue(parsing: inside.utf8) {
                found.append(Candidate(text: String(inside), value: value))
            }
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.drop(while: \.isWhitespace).hasPrefix("```") {
                if let lines = content { take(lines) }
                content = content == nil ? [] : nil
            } else {
                content?.append(line)
            }
        }
        if let lines = content { take(lines) }
        return found
    }

    /// Returns the objects and arrays in the text, in order.
    private static func bracketed(_ text: Substring) -> [Candidate] {
        var text = String(text)
        return text.withUTF8 { bytes in
            var found: [Candidate] = []
            var (position, failures) = (0, 0)
            while position < bytes.count, failures < mostFailures {
                guard bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "[") else {
                    position += 1
                    continue
                }
                var end = JSONObjectEnd()
                let length = end.readToEnd(bytes[position...])
                let part = bytes[position..<(position + length)]
                if end.isReached, let value = try? JSONValue(parsing: part) {
                    found.append(Candidate(text: String(decoding: part, as: UTF8.self), value: value))
                    position += length
                } else {
                    failures += 1
                    position += 1
                }
            }
            return found
        }
    }
}

extension String {
    /// The text without the white space that JSON allows around a value.
    var withoutOuterSpace: Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
        let beginning = utf8.prefix(while: isSpace)
        return self[
            beginning.endIndex..<(utf8.lastIndex { !isSpace($0) }.map(utf8.index(after:)) ?? beginning.endIndex)
        ]
    }
}
