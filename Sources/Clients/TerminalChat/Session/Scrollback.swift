import AgentWire
import FoundationEssentials
import StreamingJSON

/// The lines of everything that scrolls away beside the answers: messages, lists, help.
enum Scrollback {
    private static let longestTitle = 60

    /// Returns the lines of a message of the person.
    static func message(_ text: String, _ drawing: Drawing, style: TextStyle = .bold) -> [StyledText] {
        let mark = StyledText(harmless: drawing.hasUnicode ? "❯ " : "> ", .accent)
        return drawing.wrapped(StyledText(text, style), first: mark)
    }

    /// Returns the lines of a stored answer.
    static func answer(
        _ message: MessagePage.Message,
        titles: [String: String],
        _ drawing: Drawing
    ) -> [StyledText] {
        var view = RunView(titles: titles, at: .zero)
        var lines: [StyledText] = []
        for call in message.toolCalls { lines += view.accept(.toolFinished(call), drawing, at: .zero) }
        let whole = NativeEvent.messageCompleted(
            text: message.text,
            artifacts: [],
            model: message.model,
            isRefusal: message.isRefusal
        )
        lines += view.accept(whole, drawing, at: .zero)
        guard let problem = message.problem else { return lines }
        let failure =
            Problem(jsonValue: problem).map { ChatFailure($0) }
            ?? ChatFailure(message: problem["detail"]?.stringValue ?? drawing.words("There is no answer.", "回答がありません。"))
        return lines + failure.lines(drawing)
    }

    /// Returns the title of a conversation that starts with a message, as the server makes it.
    static func title(of message: String) -> String { String(message.harmlessLine.trimmed.prefix(longestTitle)) }

    /// Returns a title as it is shown.
    static func shown(_ title: String?, _ drawing: Drawing) -> String {
        let text = (title ?? "").harmlessLine.trimmed
        return text.isEmpty ? drawing.words("untitled", "無題") : String(text.prefix(longestTitle))
    }

    /// Returns the name of the file for an export: the title's letters and digits, and the day.
    static func fileName(of title: String?, _ drawing: Drawing) -> String {
        let words = (title ?? "").harmlessLine.split { !$0.isLetter && !$0.isNumber }
        let start = words.joined(separator: "-").prefix(40)
        return (start.isEmpty ? "conversation" : String(start)) + "-\(drawing.day(drawing.now)).md"
    }

    /// Returns the heading of a conversation that is continued.
    static func heading(_ opened: ConversationPage.Conversation, hasEarlier: Bool, _ drawing: Drawing) -> [StyledText] {
        var line = StyledText(shown(opened.title, drawing), TextStyle(.cyan, isBold: true))
        line.append(" · \(drawing.age(of: opened.updatedAt))", .dim)
        let lines = [line.cut(to: drawing.columns, drawing.rules)]
        guard hasEarlier else { return lines }
        return lines + [StyledText(drawing.words("Earlier messages are not shown.", "以前のメッセージは省略しています。"), .dim)]
    }

    /// Returns the list of conversations, with the numbers for `/open`.
    static func list(
        _ conversations: [ConversationPage.Conversation],
        matching text: String?,
        hasMore: Bool,
        current: String?,
        _ drawing: Drawing
    ) -> [StyledText] {
        guard !conversations.isEmpty else {
            let none =
                text == nil
                ? drawing.words("No conversations yet.", "まだ会話はありません。")
                : drawing.words("Nothing was found.", "見つかりませんでした。")
            return [StyledText(none, .dim)]
        }
        let width = String(conversations.count).count
        var lines = conversations.enumerated().map { index, conversation in
            let number = StyledText("\(index + 1)", .code).padded(to: width, drawing.rules, trailing: true)
            var end = StyledText("  " + drawing.age(of: conversation.updatedAt), .dim)
            if let state = state(conversation.status, drawing) { end.append("  \(state)", .warning) }
            if conversation.id == current { end.append(drawing.words("  this one", "  この会話"), .code) }
            let room = max(10, drawing.columns - width - 2 - end.columns(drawing.rules))
            let title = StyledText(shown(conversation.title, drawing)).cut(to: room, drawing.rules)
            return number + "  " + title + end
        }
        var hint = drawing.words("/open <number> continues one.", "/open <番号> で続けます。")
        if hasMore {
            hint += drawing.words(" There are more; /search finds them.", " ほかにもあります。/search で検索できます。")
        }
        lines.append(StyledText(hint, .dim))
        return lines
    }

    private static func state(_ status: String?, _ drawing: Drawing) -> String? {
        switch status {
        case "running": drawing.words("answering", "回答中")
        case "waiting": drawing.words("waits for you", "確認待ち")
        case "queued": drawing.words("queued", "待機中")
        default: nil
        }
    }

    /// Returns the models.
    static func models(_ models: [WireSession.Model], chosen: String?, _ drawing: Drawing) -> [StyledText] {
        guard !models.isEmpty else {
            return [StyledText(drawing.words("The server names no model.", "サーバーはモデルを公開していません。"), .dim)]
        }
        return models.map { model in
            let isUsed = chosen == nil ? model.isDefault : model.name == chosen
            var line = StyledText(harmless: isUsed ? (drawing.hasUnicode ? "● " : "* ") : "  ", .success)
            line.append(model.name.harmlessLine)
            if model.isDefault { line.append(drawing.words("  default", "  既定"), .dim) }
            return line.cut(to: drawing.columns, drawing.rules)
        }
    }

    /// Returns the list of tools.
    static func tools(_ tools: [ToolDescription], _ drawing: Drawing) -> [StyledText] {
        guard !tools.isEmpty else {
            return [StyledText(drawing.words("No tools are available.", "使えるツールはありません。"), .dim)]
        }
        var table = BoxTable([
            .init(StyledText(drawing.words("Tool", "ツール"))), .init(StyledText(drawing.words("Effect", "内容"))),
            .init(StyledText(), isOptional: true),
        ])
        for tool in tools {
            let title = tool.titles[drawing.language.rawValue] ?? tool.titles["en"]
            let effect = title ?? String(tool.description.prefix(80))
            let mark = tool.needsApproval ? drawing.words("asks first", "要確認") : ""
            table.add([
                StyledText(tool.name.harmlessLine, .code), StyledText(effect.harmlessLine), StyledText(mark, .warning),
            ])
        }
        table.dropEmptyColumns()
        return table.lines(drawing)
    }

    /// Returns a tool in detail.
    static func tool(_ tool: ToolDescription, _ drawing: Drawing) -> [StyledText] {
        var lines = [
            StyledText(tool.name.harmlessLine, TextStyle(.cyan, isBold: true)).cut(to: drawing.columns, drawing.rules)
        ]
        lines += drawing.wrapped(StyledText(String(tool.description.prefix(2000))), first: StyledText("  "))
        if tool.needsApproval {
            lines.append(
                StyledText(drawing.words("  Every call waits for your decision.", "  呼び出しのたびに確認があります。"), .warning)
            )
        }
        if let example = tool.examples[drawing.language.rawValue] ?? tool.examples["en"] {
            let label = drawing.words("Example: ", "例: ")
            lines += drawing.wrapped(StyledText(label + example.harmlessLine, .dim), first: StyledText("  "))
        }
        if let fields = tool.parameters["properties"], fields.objectValue?.isEmpty == false {
            lines.append(StyledText(drawing.words("  Arguments:", "  引数:"), .dim))
            for (name, schema) in (fields.objectValue ?? [:]).prefix(30) {
                var line = StyledText(name.harmlessLine, .code)
                if let text = schema["description"]?.text ?? schema["type"]?.text { line.append("  \(text)", .dim) }
                lines += drawing.wrapped(line, first: StyledText("    "))
            }
        }
        return lines
    }

    /// Returns a call with its arguments and its result.
    static func call(_ call: WireToolCall, _ drawing: Drawing) -> [StyledText] {
        let line = ToolLine(call: call.id, name: call.name, title: call.name, arguments: .null, startedAt: .zero)
        var lines = line.finished(call, drawing)
        if let arguments = call.arguments.objectValue, !arguments.isEmpty {
            lines += DataDrawing.tree(call.arguments, drawing, depth: 1)
        }
        let result = String(call.summary.prefix(4000))
        guard call.status == .completed, !result.trimmed.isEmpty else { return lines }
        let text = drawing.wrapped(StyledText(result, .dim), first: StyledText("  "))
        lines += text.prefix(30)
        if text.count > 30 { lines.append(StyledText("  …", .dim)) }
        return lines
    }

    /// Returns the help.
    static func help(_ drawing: Drawing) -> [StyledText] {
        var lines = [StyledText(drawing.words("Commands", "コマンド"), .bold)]
        lines += pairs(SlashCommand.all.map { ($0.usage(drawing.language), $0.summary(drawing.language)) }, drawing)
        lines += [StyledText(), StyledText(drawing.words("Keys", "キー"), .bold)]
        lines += pairs(keys(drawing), drawing)
        return lines + [StyledText()]
    }

    private static func keys(_ drawing: Drawing) -> [(String, String)] {
        [
            ("Enter", drawing.words("send", "送信")),
            (drawing.words("Alt-Enter, or \\ Enter", "Alt-Enter または \\ Enter"), drawing.words("new line", "改行")),
            (
                drawing.hasUnicode ? "↑ ↓" : "Up, Down",
                drawing.words("earlier messages that start with the text", "入力で始まる以前のメッセージ")
            ),
            ("Tab", drawing.words("complete a command", "コマンドの補完")),
            ("Ctrl-A E K U W Y", drawing.words("as in a shell: start, end, cut, paste", "シェルと同じ: 行頭、行末、切り取り、貼り付け")),
            ("Ctrl-C", drawing.words("stop the answer, or clear the line; twice leaves", "回答の停止、または入力の消去。2 回で終了")),
            ("a / r", drawing.words("approve or reject a call that waits", "確認待ちの呼び出しを承認 / 却下")),
        ]
    }

    private static func pairs(_ pairs: [(String, String)], _ drawing: Drawing) -> [StyledText] {
        let width = min(24, pairs.map { drawing.rules.columns(of: $0.0) }.max() ?? 0)
        return pairs.flatMap { name, text in
            let first = StyledText("  ") + StyledText(name, .code).padded(to: width, drawing.rules) + "  "
            return drawing.wrapped(StyledText(text), first: first)
        }
    }
}
