public import AgentTools
import HTMLText
public import LanguageModels
import StreamingJSON
public import Transport
public import ToolPhrases

/// Reads a web page as text, in parts if it is long.
public struct ReadWebPage: AgentTool {
    /// The page, and the part.
    @Generable
    public struct Arguments {
        /// The address.
        @Guide(description: "The address of the page, http or https")
        public var url: String
        /// The part of a long page.
        @Guide(description: "The part of a long page, from 1; default: 1", .minimum(1))
        public var part: Int?
    }

    /// `readWebPage`.
    public let name = "readWebPage"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Read a page", .japanese: "ページを読む"] }
    /// The description for the model.
    public let description =
        "Reads a page of the public web and returns its title, its text and its links. A long page has several parts."

    /// `web.page`.
    public var artifactTypes: [String] { ["web.page"] }
    /// Public: the answer is the same for everybody.
    public var data: ToolData { .public }

    /// More than a part with the addresses of its links can have, so that they stay together.
    public var outputBudget: Int? { 20_000 }

    private static let partLength = 8000
    private static let longestLinkText = 100
    private static let longestAddress = 300

    private let reader: WebPageReader

    /// Makes the tool.
    ///
    /// - Parameters:
    ///   - client: The client, whose address policy decides which pages may be read.
    ///   - hosts: The hosts whose pages may be read, also after redirects; `nil` for all.
    ///   - timeouts: The limits for one page with its redirects, which must be within the tool's deadline.
    ///   - now: Reads the clock by which cached pages age.
    public init(
        client: HTTPClient,
        hosts: HostPatterns? = nil,
        timeouts: HTTPTimeouts = .init(
            connect: .seconds(5),
            firstByte: .seconds(10),
            idle: .seconds(5),
            total: .seconds(15)
        ),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        reader = WebPageReader(client: client, hosts: hosts, timeouts: timeouts, now: now)
    }

    /// Reads the page and returns the requested part.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let page: FetchedPage
        let address: PageAddress
        do {
            address = try PageAddress(arguments.url)
            page = try await reader.page(at: address, for: caller)
        } catch let fault as PageAddress.Fault {
            throw ToolFailure(Self.text(of: fault, for: caller))
        } catch let failure as WebPageFailure {
            throw ToolFailure(failure.text(for: caller))
        }
        let parts = TextParts(page.text, length: Self.partLength).parts
        let number = arguments.part ?? 1
        // Compared before it is decremented, because a model may write the smallest integer.
        guard (1...parts.count).contains(number) else {
            throw ToolFailure(
                caller.text(
                    "The page has no part \(number); its parts are 1 to \(parts.count).",
                    "このページに\(number)番目の部分はありません（1〜\(parts.count)）。"
                )
            )
        }
        ToolCallContext.current?.attach(Self.artifact(of: page, part: number, of: parts.count))
        return Self.text(of: page, askedAt: address, part: number, of: parts, for: caller)
    }

    /// - Parameter address: The requested address. The final address after redirects is chosen by a server and therefore quoted.
    private static func text(
        of page: FetchedPage,
        askedAt address: PageAddress,
        part: Int,
        of parts: [Substring],
        for caller: Caller
    ) -> String {
        let asked = TextLine(address.url, limit: longestAddress).text
        var quotation: [String] = []
        if part == 1, page.url != address.url {
            quotation.append("Redirected to: " + TextLine(page.url, limit: longestAddress).text)
        }
        if part == 1, !page.title.isEmpty { quotation.append("# " + page.title.oneLine(cutTo: 300)) }
        if !parts[part - 1].isEmpty { quotation.append(String(parts[part - 1])) }
        if part == parts.count, !page.links.isEmpty {
            let links = page.links.map { link in
                let text = link.text.oneLine(cutTo: longestLinkText)
                return "- \(text.isEmpty ? "" : text + ": ")\(link.target)"
            }
            quotation.append((["Links:"] + links).joined(separator: "\n"))
        }
        let hasText = !(page.title.isEmpty && page.text.isEmpty && page.links.isEmpty)
        var lines = [
            hasText
                ? caller.text("The page \(asked):", "ページ \(asked)：")
                : caller.text("The page \(asked) has no text.", "ページ \(asked) にテキストはありません。")
        ]
        if !quotation.isEmpty {
            lines.append(UntrustedText.quoted(quotation.joined(separator: "\n\n"), from: "a web page"))
        }
        if part < parts.count {
            lines.append(
                caller.text(
                    "This is part \(part) of \(parts.count). Call readWebPage with part \(part + 1) to read on.",
                    "全\(parts.count)部のうち\(part)番目です。続きは readWebPage の part に \(part + 1) を指定してください。"
                )
            )
        } else if page.isCut {
            lines.append(caller.text("The page is longer than the part that can be read.", "ページはここで読み取る長さを超えています。"))
        }
        return lines.joined(separator: "\n")
    }

    private static func text(of fault: PageAddress.Fault, for caller: Caller) -> String {
        switch fault {
        case .scheme(let scheme):
            caller.text(
                "Only pages of the web can be read, at addresses with http or https, not \(scheme.prefix(20)).",
                "読めるのは http または https のウェブページだけです（\(scheme.prefix(20)) は使えません）。"
            )
        case .tooLong:
            caller.text(
                "The address is longer than \(PageAddress.mostBytes) bytes. Use the address of a page.",
                "アドレスが長すぎます（\(PageAddress.mostBytes)バイトまで）。ページのアドレスを指定してください。"
            )
        case .empty, .noHost:
            caller.text(
                "The address of the page is missing. Write one such as https://example.com/page.",
                "ページのアドレスがありません。https://example.com/page のように指定してください。"
            )
        }
    }

    private static func artifact(of page: FetchedPage, part: Int, of count: Int) -> ToolArtifact {
        let links = page.links.map { link -> JSONValue in
            ["text": .string(link.text.oneLine(cutTo: longestLinkText)), "url": .string(link.target)]
        }
        return ToolArtifact(
            type: "web.page",
            content: GeneratedContent(
                jsonValue: [
                    "url": .string(page.url), "title": .string(page.title.oneLine(cutTo: 300)),
                    "part": .integer(part), "parts": .integer(count), "is_cut": .bool(page.isCut),
                    "links": .array(links),
                ]
            )
        )
    }
}
