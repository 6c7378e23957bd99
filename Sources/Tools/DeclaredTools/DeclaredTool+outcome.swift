import AgentTools
import CalendarDays
import Foundation
import JSONQuery
import LanguageModels
import StreamingJSON
import ToolDeclarations
import Transport

extension DeclaredTool {
    /// The bytes of a file that an artifact can have.
    private static let mostFileBytes = 1 << 20

    /// The bytes that all items of a call may have, or all files: enough for four answers without repetition.
    private static func outputBytes(of limits: CallLimits) -> Int { 4 * min(limits.bytes, Int.max / 8) }

    /// Makes a call, with all its pages and waits.
    ///
    /// - Throws: `ToolFailure`; `CancellationError`.
    func outcome(of arguments: JSONObject, _ caller: Caller) async throws -> DeclaredOutcome {
        let named = declaration.phrases?.values(in: arguments) ?? arguments
        let arguments = DeclaredHead.withDefaults(named, declaration.parameters)
        if let fault = DeclaredHead.fault(of: arguments, schema) {
            throw ToolFailure(
                caller.text(
                    "The arguments do not fit \(name): \(fault) Correct them and call it again.",
                    "\(name) の引数が正しくありません（\(fault)）。直してもう一度呼び出してください。"
                )
            )
        }
        let values = RequestValues(
            arguments: arguments,
            locale: caller.localeIdentifier,
            zone: caller.timeZone.identifier,
            day: CalendarDay(of: caller).text,
            user: try facts(about: caller)
        )
        let end = ContinuousClock.now + deadline
        do {
            guard let limiter else { return try await pages(values, end) }
            return try await limiter.admit(until: end, host: upstream.declaration.base.origin.host) {
                try await pages(values, end)
            }
        } catch let fault as RequestFault {
            throw ToolFailure(fault.message.text(isJapanese: caller.language == .japanese))
        } catch let failure as UpstreamFailure {
            let reason = failure.text(for: caller)
            throw ToolFailure(
                caller.text(
                    "\(upstream.title) did not answer \(name): \(reason).",
                    "\(upstream.title) から \(name) の答えが得られませんでした（\(reason)）。"
                )
            )
        } catch is FailedWork {
            throw ToolFailure(
                caller.text(
                    "\(upstream.title) reports that the work of \(name) failed.",
                    "\(upstream.title) で \(name) の処理が失敗しました。"
                )
            )
        }
    }
}

/// The error of work that a service reports as failed.
private struct FailedWork: Error {}

// MARK: - Pages

extension DeclaredTool {
    private func pages(_ values: RequestValues, _ end: ContinuousClock.Instant) async throws -> DeclaredOutcome {
        var values = values
        var walk = declaration.pages.map { PageWalk($0) }
        values.page = walk?.first
        var request = try template.request(to: upstream.declaration.base, with: values)
        if let header = template.idempotencyHeader {
            // One for the whole call, so that the service recognizes each repetition.
            request.headers.append(.init(header, UUID().uuidString))
        }
        var found = AnswerItems(declaration.answer, budget: Self.outputBytes(of: declaration.limits))
        var outcome = DeclaredOutcome()
        while true {
            let answer = try await result(of: request, end)
            let count = try await read(answer, into: &found, &outcome, end)
            let hasRoom = outcome.files.reduce(0) { $0 + $1.content.count } < Self.outputBytes(of: declaration.limits)
            guard !found.isFull, hasRoom,
                let next = walk?.next(
                    after: count,
                    in: answer.value,
                    links: answer.headers.values(of: "Link")
                )
            else { break }
            switch next {
            case .end: break
            case .page(let page):
                values.page = page
                request = try template.request(to: upstream.declaration.base, with: values)
                continue
            case .url(let reference):
                request.url = HTTPRequest.url(reference, relativeTo: answer.url)
                (request.method, request.body) = ("GET", nil)
                request.headers.removeAll { $0.name.lowercased() == "content-type" }
                continue
            }
            break
        }
        (outcome.items, outcome.rest) = (found.items, found.rest)
        return outcome
    }

    /// Reads one answer and returns the number of its items.
    private func read(
        _ answer: DeclaredAnswer,
        into found: inout AnswerItems,
        _ outcome: inout DeclaredOutcome,
        _ end: ContinuousClock.Instant
    ) async throws -> Int {
        let host = HTTPRequest.host(of: answer.url)
        // An answer that means "not found" has the text of an error at most.
        guard (200..<300).contains(answer.status) || upstream.declaration.meaning(of: answer) == .ok else { return 0 }
        switch answer.content {
        case .nothing, .unreadable: return 0
        case .file:
            guard answer.bytes.count <= Self.mostFileBytes else { throw UpstreamFailure(.unreadable, host: host) }
            outcome.files.append(.init(type: answer.mediaType, content: answer.bytes))
            return 1
        case .value(let value):
            do {
                if let query = declaration.answer.from,
                    let reference = try query.values(in: value).first?.stringValue
                {
                    outcome.files.append(try await file(at: HTTPRequest.url(reference, relativeTo: answer.url), end))
                }
                return try found.add(value)
            } catch is JSONQueryError {
                throw UpstreamFailure(.unreadable, host: host)
            }
        }
    }

    /// Fetches the file that an answer names.
    private func file(at url: String, _ end: ContinuousClock.Instant) async throws -> DeclaredOutcome.File {
        let answer = try await upstream.send(
            UpstreamCall(
                request: DeclaredRequest(method: "GET", url: url),
                isRepeatable: true,
                bytes: min(declaration.limits.bytes, Self.mostFileBytes),
                end: end,
                form: .binary
            )
        )
        guard answer.status == 200 else {
            throw UpstreamFailure(.unreadable, host: HTTPRequest.host(of: url))
        }
        let type = answer.mediaType.isEmpty ? "application/octet-stream" : answer.mediaType
        return .init(type: type, content: answer.bytes)
    }
}

// MARK: - Work that takes long

extension DeclaredTool {
    /// Sends a request and waits for the work that it starts, if the declaration says so.
    private func result(of request: DeclaredRequest, _ end: ContinuousClock.Instant) async throws -> DeclaredAnswer {
        let form = declaration.answer.form.flatMap { AnswerForm(rawValue: $0.rawValue) }
        let first = try await upstream.send(
            UpstreamCall(
                request: request,
                isRepeatable: isIdempotent || template.idempotencyHeader != nil,
                bytes: declaration.limits.bytes,
                end: end,
                form: form,
                followsRedirects: template.followsRedirects,
                isKept: isReadOnly && declaration.cache != nil && userFacts.isEmpty
            )
        )
        guard let poll = declaration.poll else { return first }
        guard let reference = poll.address(in: first) else {
            // Without an address the work is over, unless the service says otherwise.
            guard first.status != 202 else {
                throw UpstreamFailure(.unreadable, host: HTTPRequest.host(of: request.url))
            }
            return first
        }
        let url = HTTPRequest.url(reference, relativeTo: first.url)
        let status = DeclaredRequest(
            method: "GET",
            url: url,
            headers: request.headers.filter { $0.name.lowercased() == "accept" }
        )
        do {
            return try await finished(status, poll, after: first, form, min(end, .now + poll.limit))
        } catch is CancellationError where poll.cancels {
            cancelWork(at: url)
            throw CancellationError()
        }
    }

    private func finished(
        _ status: DeclaredRequest,
        _ poll: Polling,
        after first: DeclaredAnswer,
        _ form: AnswerForm?,
        _ end: ContinuousClock.Instant
    ) async throws -> DeclaredAnswer {
        let context = ToolCallContext.current
        var answer = first
        while true {
            let asked = answer.headers.retryAfter(now: upstream.surroundings.now()) ?? .zero
            let wait = max(poll.interval, min(asked, .seconds(60)))
            guard ContinuousClock.now + wait < end else {
                throw UpstreamFailure(.timedOut, host: HTTPRequest.host(of: status.url))
            }
            try await Task.sleep(for: wait)
            answer = try await upstream.send(
                UpstreamCall(
                    request: status,
                    isRepeatable: true,
                    bytes: declaration.limits.bytes,
                    end: end,
                    form: form
                )
            )
            switch poll.state(status: answer.status, answer.value) {
            case .done: return answer
            case .failed: throw FailedWork()
            case .underWay(let progress): context?.report(progress: progress)
            }
        }
    }

    /// Tells the service that nobody waits for its work any more.
    private func cancelWork(at url: String) {
        let call = UpstreamCall(
            request: DeclaredRequest(method: "DELETE", url: url),
            isRepeatable: true,
            bytes: declaration.limits.bytes,
            end: .now + .seconds(10)
        )
        // The call's own task is cancelled, and the request is still to be sent.
        Task { [upstream] in _ = try? await upstream.send(call) }
    }
}

extension Polling {
    /// Returns the status address in the first answer; it may be relative.
    fileprivate func address(in answer: DeclaredAnswer) -> String? {
        let found =
            switch address {
            case .header(let name): answer.headers[name]
            case .path(let query): answer.value.flatMap { try? query.values(in: $0) }?.first?.stringValue
            }
        return found.flatMap { $0.isEmpty ? nil : $0 }
    }
}
