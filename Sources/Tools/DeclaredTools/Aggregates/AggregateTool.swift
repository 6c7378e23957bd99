package import AgentTools
import JSONSchema
package import LanguageModels
package import ToolPhrases
package import StreamingJSON
package import ToolDeclarations

/// A tool that asks several other tools at once and merges what they find.
package struct AggregateTool: ListingTool {
    package typealias Arguments = DeclaredTool.Arguments

    let declaration: AggregateDeclaration
    package let parameters: GenerationSchema
    package let phrases: ToolPhrases
    private let schema: JSONSchema
    private let answerText: AnswerText?
    private let member: @Sendable (String) -> (any AgentTool)?

    package var name: String { declaration.name }
    package var description: String { declaration.description }
    package var exposure: ToolExposure { ToolExposure(declaration.expose) }
    package var searchWords: [String] { declaration.tags }
    package var outputBudget: Int? { declaration.answer.budget }
    package var deadline: Duration { declaration.deadline }
    package var isReadOnly: Bool { true }
    /// The tools that a call asks, directly or by another aggregate; those that are not there now have only their names.
    package var askedTools: [AskedTool] {
        var (names, found): ([String], [AskedTool]) = (declaration.members.map(\.tool), [])
        var seen: Set<String> = [name]
        while let next = names.popLast() {
            guard seen.insert(next).inserted else { continue }
            let tool = member(next)
            found.append(AskedTool(name: next, tool: tool))
            names += (tool as? AggregateTool)?.declaration.members.map(\.tool) ?? []
        }
        return found
    }
    package var data: ToolData { data(hasOwnInventory: false) }
    /// Whether a person must approve a call, because a tool that it asks needs that.
    package var isDestructive: Bool { leaves.contains { $0.tool?.isDestructive == true } }
    package var artifactTypes: [String] { declaration.answer.artifact.map { [$0] } ?? [] }

    /// Makes a tool.
    ///
    /// - Parameters:
    ///   - reader: Finds the faults of the phrases; `nil` if they are not looked for.
    ///   - member: Returns the tool with a name at the time of a call.
    /// - Throws: ``DeclarationError`` if its schema or its texts cannot be used.
    package init(
        _ declaration: AggregateDeclaration,
        file: String,
        phrases reader: (any PhraseReader)?,
        member: @escaping @Sendable (String) -> (any AgentTool)?
    ) throws(DeclarationError) {
        let head = try DeclaredHead(
            name: declaration.name,
            parameters: declaration.parameters,
            phrases: declaration.phrases,
            isReadOnly: true,
            file: file,
            line: declaration.line,
            reader: reader
        )
        (self.declaration, self.member) = (declaration, member)
        (schema, parameters, phrases) = (head.schema, head.generation, head.phrases)
        answerText = try head.text(declaration.answer.text)
    }

    /// The asked tools that ask no others, which alone bring data.
    private var leaves: [AskedTool] { askedTools.filter { !($0.tool is AggregateTool) } }

    package func data(hasOwnInventory: Bool) -> ToolData {
        .together(leaves.map { $0.data(hasOwnInventory: hasOwnInventory) })
    }

    package func question(for arguments: Arguments, caller: Caller) -> String {
        let json = QuotedWords.json(arguments.generatedContent.jsonValue)
        let names = declaration.members.map(\.tool).joined(separator: ", ")
        return caller.text(
            "Run \(name), which asks \(names), with \(json)?",
            "\(names) に問い合わせる \(name) を \(json) で実行しますか？"
        )
    }

    @concurrent package func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        guard let members = arguments.generatedContent.jsonValue.objectValue else {
            throw ToolFailure(caller.text("The arguments of \(name) must be an object.", "\(name) の引数はオブジェクトにしてください。"))
        }
        let listing = try await list(members, caller: caller)
        if let type = declaration.answer.artifact {
            let content: JSONValue = ["items": .array(listing.items)]
            ToolCallContext.current?.attach(ToolArtifact(type: type, content: GeneratedContent(jsonValue: content)))
        }
        let notes = listing.missing.map { $0.text(isJapanese: caller.language == .japanese) }
        guard !listing.items.isEmpty else {
            let empty = declaration.answer.empty?.text(isJapanese: caller.language == .japanese)
            let text = empty ?? caller.text("Nothing was found.", "見つかりませんでした。")
            return ([text] + notes).joined(separator: "\n")
        }
        let text = DeclaredHead.text(of: listing.items, members, by: answerText)
        return ([UntrustedText.quoted(text, from: "answers of several services")] + notes).joined(separator: "\n")
    }

    @concurrent package func list(_ arguments: JSONObject, caller: Caller) async throws -> Listing {
        let arguments = DeclaredHead.withDefaults(arguments, declaration.parameters)
        if let fault = DeclaredHead.fault(of: arguments, schema) {
            throw ToolFailure(
                caller.text(
                    "The arguments do not fit \(name): \(fault) Correct them and call it again.",
                    "\(name) の引数が正しくありません（\(fault)）。直してもう一度呼び出してください。"
                )
            )
        }
        let found = try await answers(arguments, caller)
        let missing = declaration.members.indices.filter { found[$0] == nil }
        let names = missing.map { declaration.members[$0].tool }.joined(separator: ", ")
        let isEnough =
            switch declaration.need {
            case .any, .first: missing.count < declaration.members.count
            case .all: missing.isEmpty
            }
        guard isEnough else {
            throw ToolFailure(caller.text("\(names) did not answer.", "\(names) から答えが得られませんでした。"))
        }
        let lists = declaration.members.enumerated().compactMap { index, member in
            found[index].map { (items: $0, weight: member.weight) }
        }
        var room = 4 * CallLimits().bytes
        let items = ListMerge(merge: declaration.merge, most: declaration.most).merged(lists).prefix { item in
            guard let size = item.byteCount(upTo: room) else { return false }
            room -= size
            return true
        }.map(\.self)
        guard declaration.need != .first, !missing.isEmpty else { return Listing(items: items) }
        let note = LocalizedText(
            "\(names) did not answer, so its results are missing.",
            japanese: "\(names) から答えが得られなかったため、その結果は含まれていません。"
        )
        return Listing(items: items, missing: [note])
    }

    /// Asks all members at once and returns what they found, by their places.
    private func answers(_ arguments: JSONObject, _ caller: Caller) async throws -> [Int: [JSONValue]] {
        let questions = declaration.members.map { member in
            ScatterGather.Question(deadline: member.deadline ?? self.member(member.tool)?.deadline ?? deadline) {
                try await answer(of: member, arguments, caller)
            }
        }
        let outcomes = try await ScatterGather.outcomes(of: questions, endsWithFirst: declaration.need == .first)
        var found: [Int: [JSONValue]] = [:]
        for case (let index, .answered(let items)) in zip(outcomes.indices, outcomes) { found[index] = items }
        return found
    }

    /// Asks one tool; one whose output is no list contributes its text as one item.
    private func answer(
        of asked: AggregateDeclaration.Member,
        _ arguments: JSONObject,
        _ caller: Caller
    ) async throws -> [JSONValue] {
        guard let tool = member(asked.tool), tool.isReadOnly,
            let filled = (try? RequestValues(arguments: arguments).filling(.object(asked.arguments)))??.objectValue
        else { throw ToolFailure("") }
        if let listing = tool as? any ListingTool { return try await listing.list(filled, caller: caller).items }
        return [.string(try await Self.text(of: tool, filled))]
    }

    private static func text<Asked: AgentTool>(of tool: Asked, _ arguments: JSONObject) async throws -> String {
        try await tool.call(arguments: Asked.Arguments(GeneratedContent(jsonValue: .object(arguments))))
    }
}
