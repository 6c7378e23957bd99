package import AgentTools
import JSONSchema
package import LanguageModels
package import ToolPhrases
package import StreamingJSON
package import ToolDeclarations

/// A tool that is a declaration: a request to a service, and what is kept of the answer.
package struct DeclaredTool: ListingTool {
    /// Arguments of any form, which the declared schema checks.
    package struct Arguments: Generable {
        package let generatedContent: GeneratedContent

        package init(_ content: GeneratedContent) throws { generatedContent = content }

        // Not used, because the tool has a schema of its own.
        package static var generationSchema: GenerationSchema { String.generationSchema }
    }

    let declaration: ToolDeclaration
    let upstream: DeclaredUpstream
    package let parameters: GenerationSchema
    package let phrases: ToolPhrases
    let schema: JSONSchema
    /// The limits of the tool alone; `nil` if it has only those of the service.
    let limiter: CallLimiter?
    /// The request, with the place of the page.
    let template: RequestTemplate
    /// The facts about the caller's user that the request needs.
    let userFacts: Set<Slot.UserFact>
    let answerText: AnswerText?
    let question: (english: AnswerText?, japanese: AnswerText?)

    package var name: String { declaration.name }
    package var description: String { declaration.description }
    package var exposure: ToolExposure { ToolExposure(declaration.expose) }
    package var searchWords: [String] { declaration.tags }
    package var outputBudget: Int? { declaration.answer.budget }
    package var isReadOnly: Bool { declaration.effect == .reads }
    package var isIdempotent: Bool { isReadOnly || declaration.isIdempotent }

    /// The time of a call with all its pages, and with the time that a result may take.
    package var deadline: Duration { declaration.limits.deadline + (declaration.poll?.limit ?? .zero) }

    /// Whether a person must approve a call: as declared, or else for what destroys or sends something.
    package var isDestructive: Bool {
        declaration.approval.map { $0 == .always } ?? (declaration.effect == .destroys)
    }

    /// As declared, or else public for what reads from a service of the internet without a key, because that answers everybody alike.
    package var data: ToolData {
        if let data = declaration.data { return ToolData(data) }
        return isReadOnly && !upstream.declaration.needsKey && upstream.isOfTheInternet ? .public : .operator
    }

    /// As declared, but an answer to a request about a user is for that user only.
    package var cachePolicy: ToolCachePolicy {
        guard let cache = declaration.cache else { return .none }
        return cache.audience == .everyone && userFacts.isEmpty
            ? .shared(for: cache.duration) : .private(for: cache.duration)
    }

    package var artifactTypes: [String] { [declaration.answer.artifact ?? Self.fileArtifact] }

    /// The type of artifacts with a file, if the declaration names none.
    static let fileArtifact = "declared.file"

    /// Makes a tool.
    ///
    /// - Throws: ``DeclarationError`` if its schema, its texts or its phrases cannot be used.
    package init(
        _ declaration: ToolDeclaration,
        of upstream: DeclaredUpstream,
        file: String,
        phrases reader: (any PhraseReader)?
    ) throws(DeclarationError) {
        let head = try DeclaredHead(
            name: declaration.name,
            parameters: declaration.parameters,
            phrases: declaration.phrases,
            isReadOnly: declaration.effect == .reads,
            file: file,
            line: declaration.line,
            reader: reader
        )
        (self.declaration, self.upstream) = (declaration, upstream)
        (schema, parameters, phrases) = (head.schema, head.generation, head.phrases)
        answerText = try head.text(declaration.answer.text)
        question = (try head.text(declaration.question?.english), try head.text(declaration.question?.japanese))
        limiter =
            declaration.limits.rate == upstream.declaration.limits.rate
                && declaration.limits.concurrent == upstream.declaration.limits.concurrent
            ? nil : CallLimiter(declaration.limits)
        template = declaration.request.withPage(of: declaration.pages)
        userFacts = declaration.request.userFacts
    }

    package func question(for arguments: Arguments, caller: Caller) -> String {
        let value = arguments.generatedContent.jsonValue
        if let english = question.english {
            let text = caller.language == .japanese ? question.japanese ?? english : english
            return TextLine(text.text(of: QuotedWords.quotingTexts(of: value, for: caller)), limit: 600).text
        }
        let json = QuotedWords.json(value)
        return caller.text(
            "Run \(name) at \(upstream.title) with \(json)?",
            "\(upstream.title) の \(name) を \(json) で実行しますか？"
        )
    }

    @concurrent package func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        guard let members = arguments.generatedContent.jsonValue.objectValue else {
            throw ToolFailure(caller.text("The arguments of \(name) must be an object.", "\(name) の引数はオブジェクトにしてください。"))
        }
        let outcome = try await outcome(of: members, caller)
        let context = ToolCallContext.current
        if let type = declaration.answer.artifact, outcome.files.isEmpty {
            let content: JSONValue = ["items": .array(outcome.items)]
            context?.attach(ToolArtifact(type: type, content: GeneratedContent(jsonValue: content)))
        }
        for file in outcome.files {
            let type = declaration.answer.artifact ?? Self.fileArtifact
            context?.attach(ToolArtifact(type: type, content: GeneratedContent(jsonValue: file.artifact)))
        }
        return text(of: outcome, members, caller)
    }

    @concurrent package func list(_ arguments: JSONObject, caller: Caller) async throws -> Listing {
        Listing(items: try await outcome(of: arguments, caller).items)
    }
}

extension RequestTemplate {
    /// Returns the request with the parameter of the page, unless a slot has it already.
    fileprivate func withPage(of paging: Paging?) -> RequestTemplate {
        let parameter: String
        switch paging?.kind {
        case .cursor(_, let name)?, .page(let name, _)?, .offset(let name, _)?: parameter = name
        case .url?, .link?, nil: return self
        }
        guard !query.contains(where: { $0.name == parameter }) else { return self }
        var template = self
        template.query.append(Field(parameter, .slot(Slot(.page))))
        return template
    }
}

// MARK: - The text

extension DeclaredTool {
    private func text(of outcome: DeclaredOutcome, _ arguments: JSONObject, _ caller: Caller) -> String {
        let isJapanese = caller.language == .japanese
        let notes = outcome.notes(for: caller)
        if outcome.items.isEmpty, outcome.files.isEmpty {
            if let empty = declaration.answer.empty { return empty.text(isJapanese: isJapanese) }
            if !isReadOnly { return caller.text("Done.", "完了しました。") }
            return caller.text("Nothing was found.", "見つかりませんでした。")
        }
        var lines = notes
        if !outcome.items.isEmpty {
            let text = DeclaredHead.text(of: outcome.items, arguments, by: answerText)
            lines.insert(UntrustedText.quoted(text, from: "the service \(upstream.title)"), at: 0)
        }
        return lines.joined(separator: "\n")
    }
}
