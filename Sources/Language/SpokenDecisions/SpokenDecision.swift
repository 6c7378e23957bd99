/// A person's decision in a chat message: about a call that waits for approval, or about a proposed change.
public enum SpokenDecision: Equatable, Sendable {
    /// A plain yes.
    case approve
    /// A plain no.
    case reject

    /// The words and sentences of both decisions, in small letters and without marks, for a program in another language.
    public static var words: (approvals: [String], rejections: [String]) { (approvals.sorted(), rejections.sorted()) }

    /// The maximum number of bytes of a plain yes or no.
    private static let longest = 64

    private static let approvals: Set<String> = [
        "yes", "y", "yeah", "yep", "yup", "yes please", "yes do it", "yes go ahead", "sure", "ok", "okay", "approve",
        "approved",
        "i approve", "confirm", "confirmed", "i confirm", "go ahead", "do it", "please do", "of course", "はい",
        "はいお願いします",
        "はいお願い", "うん", "ええ", "お願いします", "おねがいします", "お願い", "どうぞ", "いいよ", "オーケー", "オッケー", "承認", "承認します", "承認する", "実行して",
        "実行してください", "やって", "やってください", "もちろん", "了解",
    ]

    private static let rejections: Set<String> = [
        "no", "n", "nope", "nah", "no thanks", "no thank you", "no don't", "don't", "dont", "do not", "don't do it",
        "do not do it",
        "reject", "rejected", "decline", "cancel", "cancel it", "stop", "never mind", "nevermind", "nvm", "forget it",
        "forget about it", "leave it", "no need", "いいえ", "いえ", "いや",
        "ううん", "だめ", "ダメ",
        "駄目", "やめて", "やめてください", "やめる", "やめます", "キャンセル", "キャンセルして", "キャンセルしてください", "中止", "中止して", "中止してください", "しないで",
        "しないでください", "却下", "却下します", "拒否", "拒否します", "結構です", "不要です", "なんでもない", "なんでもないです", "何でもない", "何でもないです", "気にしないで",
        "気にしないでください", "もういい", "もういいです",
        "やっぱりいい", "やっぱりいいです", "やっぱいい", "忘れて", "忘れてください",
    ]

    /// Marks that turn a word into a question or leave it open: "ok?", 「はい？」, "yes…".
    private static let doubts: Set<Character> = ["?", "？", "⁇", "⁈", "⁉", "…", "‥", "؟", "﹖", "¿"]

    /// The maximum number of letters in an approval or a rejection.
    private static let mostLetters = approvals.union(rejections).map(letterCount).max() ?? 0

    /// Returns whether a message has few enough letters; this excludes nearly all other messages.
    private static func isShort(_ message: String) -> Bool { letterCount(message) <= mostLetters }

    /// Returns the number of scalars in a text that are letters regardless of their neighbors.
    private static func letterCount(_ text: String) -> Int {
        text.unicodeScalars.count { scalar in
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: true
            default: false
            }
        }
    }

    /// Returns a text with the full-width letters and marks, which an input method for Japanese types, as usual ones.
    private static func narrow(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    (0xFF01...0xFF5E).contains(scalar.value)
                        ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
                }
            )
        )
    }

    /// Reads a message; `nil` if it is neither a plain yes nor a plain no.
    public init?(_ message: String) {
        guard message.utf8.count <= Self.longest else { return nil }
        let message = Self.narrow(message)
        guard Self.isShort(message), !message.contains(where: Self.doubts.contains),
            !message.contains(".."), !message.contains("。。")
        else { return nil }
        let words = message.lowercased().replacing("’", with: "'")
            .split { $0.isWhitespace || ($0.isPunctuation && $0 != "'") || $0 == "～" || $0 == "~" }
            .joined(separator: " ")
        // Japanese has no spaces between words.
        let joined = words.replacing(" ", with: "")
        if Self.approvals.contains(words) || Self.approvals.contains(joined) {
            self = .approve
        } else if Self.rejections.contains(words) || Self.rejections.contains(joined) {
            self = .reject
        } else {
            return nil
        }
    }
}
