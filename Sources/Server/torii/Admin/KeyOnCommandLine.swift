import ArgumentParser

/// Keys that a person put on the command line, where they do not belong: no message repeats one.
enum KeyOnCommandLine {
    private static let fewestBytes = 16
    /// The starts of keys of known services, and of Torii's tokens.
    private static let starts = ["sk-", "sk_", "AIza", "tvly-", "BSA", "gsk_", "xai-", "ghp_", "github_pat_", "torii_"]

    private static let advice =
        "A key is never an argument: this one is now in the shell's history, and other users may have seen it. Pipe a key in, as in "
        + "'torii keys add openai < file', and replace this one at its provider."

    /// Returns a message without the keys among the words, and with the advice if there was one.
    static func cleaned(_ message: String, of words: [String]) -> String {
        let candidates = words.flatMap { word in
            [word] + word.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        let isAboutKeys = words.first == "keys"
        let keys = candidates.filter { isKey($0, whereKeysAreExpected: isAboutKeys) }
        var text = message
        for key in keys { text = text.withoutStarts(of: key, atLeast: fewestBytes) }
        let isCertain = text != message || keys.contains { isKey($0, whereKeysAreExpected: false) }
        return isCertain ? "\(text)\n\n\(advice)" : message
    }

    /// Refuses a key in the place of an upstream, because the question for the key would repeat it.
    ///
    /// - Throws: An error with the advice.
    static func refuse(asUpstream word: String) throws {
        guard !isKey(word, whereKeysAreExpected: true) else {
            throw ValidationError("The first argument is the upstream, such as openai. \(advice)")
        }
    }

    /// Whether a word may be a key.
    ///
    /// - Parameter isExpected: Whether the command is about keys; a word without a known start may be one only there.
    private static func isKey(_ word: String, whereKeysAreExpected isExpected: Bool) -> Bool {
        guard word.utf8.count >= fewestBytes else { return false }
        if starts.contains(where: word.hasPrefix) { return true }
        guard isExpected, word.utf8.count >= 20, word.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) == nil
        else {
            return false
        }
        return word.wholeMatch(of: /[A-Za-z0-9_\-+\/=.~]+/) != nil && word.contains(where: \.isNumber)
            && word.contains(where: \.isLetter)
    }
}

extension String {
    /// Returns the text without each start of a word, up to where the text differs from it: messages cut long words.
    fileprivate func withoutStarts(of word: String, atLeast count: Int) -> String {
        var (result, rest) = ("", self[...])
        while let start = rest.firstRange(of: word.prefix(count))?.lowerBound {
            result += rest[..<start] + "…"
            rest = rest[start...].dropFirst(zip(rest[start...], word).prefix { $0 == $1 }.count)
        }
        return result + rest
    }
}
