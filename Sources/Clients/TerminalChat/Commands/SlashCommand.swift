/// A command of the chat, which starts with a slash.
package struct SlashCommand: Sendable {
    /// The commands.
    package enum Kind: String, Sendable, CaseIterable {
        case help, new, list, search, open, rename, delete, export, model, tools, calls, retry, edit, copy, clear, quit
    }

    /// The command.
    package let kind: Kind
    /// Other names of the command.
    package let aliases: [String]
    /// The description of the argument in both languages; empty without one.
    private let argument: (english: String, japanese: String)
    /// The effect in both languages.
    private let summary: (english: String, japanese: String)

    /// The name without the slash.
    package var name: String { kind.rawValue }

    /// Whether the command has an argument.
    package var hasArgument: Bool { !argument.english.isEmpty }

    /// Returns the command with its argument, such as `/open <number>`.
    package func usage(_ language: ChatLanguage) -> String {
        hasArgument ? "/\(name) \(language.words(argument.english, argument.japanese))" : "/\(name)"
    }

    /// Returns the effect.
    package func summary(_ language: ChatLanguage) -> String { language.words(summary.english, summary.japanese) }

    private init(
        _ kind: Kind,
        aliases: [String] = [],
        argument: (String, String) = ("", ""),
        _ english: String,
        _ japanese: String
    ) {
        self.kind = kind
        self.aliases = aliases
        self.argument = argument
        summary = (english, japanese)
    }

    /// All commands, in the order of the help.
    package static let all: [SlashCommand] = [
        SlashCommand(.help, aliases: ["?"], "show the commands and keys", "コマンドとキーの一覧"),
        SlashCommand(.new, "start a new conversation", "新しい会話を始める"),
        SlashCommand(.list, aliases: ["ls"], "list the conversations", "会話の一覧"),
        SlashCommand(
            .search,
            aliases: ["find"],
            argument: ("<text>", "<語句>"),
            "search titles and messages",
            "題名と本文を検索する"
        ),
        SlashCommand(
            .open,
            argument: ("<number>", "<番号>"),
            "continue a conversation of the list",
            "一覧の会話を続ける"
        ),
        SlashCommand(.rename, argument: ("<title>", "<題名>"), "rename this conversation", "この会話の題名を変える"),
        SlashCommand(
            .delete,
            argument: ("[number]", "[番号]"),
            "delete this or a listed conversation",
            "この会話か一覧の会話を削除する"
        ),
        SlashCommand(
            .export,
            argument: ("[file]", "[ファイル]"),
            "save this conversation as Markdown, or as JSON for a file *.json",
            "この会話を Markdown（*.json なら JSON）で保存する"
        ),
        SlashCommand(
            .model,
            argument: ("[name]", "[名前]"),
            "show the models, or choose the one for the next messages",
            "モデルを表示または選択する"
        ),
        SlashCommand(.tools, argument: ("[name]", "[名前]"), "show the tools, or one of them", "ツールを表示する"),
        SlashCommand(.calls, "show the arguments and results of the last calls", "直前の呼び出しの引数と結果を表示する"),
        SlashCommand(.retry, "answer the last message again", "最後のメッセージにもう一度回答させる"),
        SlashCommand(.edit, "change the last message and send it again", "最後のメッセージを直して送り直す"),
        SlashCommand(.copy, "copy the last answer to the clipboard", "最後の回答をクリップボードにコピーする"),
        SlashCommand(.clear, "clear the screen (Ctrl-L)", "画面を消去する (Ctrl-L)"),
        SlashCommand(.quit, aliases: ["exit", "q"], "leave (Ctrl-D)", "終了する (Ctrl-D)"),
    ]
}

/// A submitted line: a command, or a message.
package enum SubmittedLine: Sendable, Equatable {
    /// A command with its argument.
    case command(SlashCommand.Kind, argument: String)
    /// A word that looks like a command and is none, with the nearest one.
    case unknown(String, nearest: String?)
    /// A message.
    case message(String)
    /// Nothing but white space.
    case blank

    /// Reads a line.
    ///
    /// A command is a slash and letters at the start. Two slashes start a message with one, and a word such as `/etc/hosts` is a part of
    /// a message.
    package init(_ text: String) {
        let trimmed = text.trimmed
        guard trimmed.first == "/" else {
            self = trimmed.isEmpty ? .blank : .message(text)
            return
        }
        let rest = trimmed.dropFirst()
        if rest.first == "/" {
            self = .message(String(rest))
            return
        }
        let word = rest.prefix { !$0.isWhitespace }
        guard word.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "?" }), !word.isEmpty else {
            self = .message(text)
            return
        }
        let name = word.lowercased()
        let argument = String(rest.dropFirst(word.count)).trimmed
        if let command = SlashCommand.all.first(where: { $0.name == name || $0.aliases.contains(name) }) {
            self = .command(command.kind, argument: argument)
            return
        }
        let starting = SlashCommand.all.filter { $0.name.hasPrefix(name) }
        // The start of a name is enough if only one command has it.
        if starting.count == 1, let command = starting.first {
            self = .command(command.kind, argument: argument)
            return
        }
        self = .unknown(String(word), nearest: Self.nearest(to: name))
    }

    /// Returns the name of the command with the fewest changes, at most two; `nil` for none.
    private static func nearest(to word: String) -> String? {
        guard word.count <= 20 else { return nil }
        let found = SlashCommand.all.map { (name: $0.name, distance: distance(Array(word), Array($0.name))) }
            .min { $0.distance < $1.distance }
        return found.flatMap { $0.distance <= 2 ? $0.name : nil }
    }

    /// Returns the number of characters to insert, delete or replace (Levenshtein's distance).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let cost = min(row[j + 1] + 1, row[j] + 1, diagonal + (character == other ? 0 : 1))
                (diagonal, row[j + 1]) = (row[j + 1], cost)
            }
        }
        return row[right.count]
    }
}
