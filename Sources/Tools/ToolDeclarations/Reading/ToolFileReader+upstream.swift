import StreamingJSON
import YAMLReading

extension ToolFileReader {
    /// Reads the service; `nil` if the file has none.
    mutating func upstream(_ top: inout DeclarationReader) throws(DeclarationError) -> UpstreamDeclaration? {
        let nameElement = top.take("upstream")
        let base = top.take("base")
        let title = try top.text("title")
        let hosts = try top.list("hosts", atMost: 16) ?? []
        let auth = try placements(&top)
        let checkElement = top.take("check")
        let check = checkElement.flatMap { element in
            faults.attempt { () throws(DeclarationError) in try self.check(element) }
        }
        var rules: [FaultRule] = []
        for element in try top.list("faults", atMost: 32) ?? [] {
            if let rule = faults.attempt({ () throws(DeclarationError) in try fault(element) }) { rules.append(rule) }
        }
        let limitsReader = try top.object("limits")
        let limits =
            faults.attempt { () throws(DeclarationError) in try self.limits(limitsReader, within: CallLimits()) }
            ?? CallLimits()
        let attempts = try top.integer("retry", in: 1...10) ?? 3
        var origins: [WebOrigin] = []
        for host in hosts {
            if let origin = host.json.stringValue.flatMap(BaseAddress.init(parsing:)), origin.path.isEmpty {
                origins.append(origin.origin)
            } else {
                faults.note(top.fault(host, "an entry of hosts must be an origin such as https://files.example.com"))
            }
        }
        guard let nameElement else {
            if let base { top.lack("'base' is there without 'upstream'; add the service's name", at: base) }
            return nil
        }
        let name: String? = nameElement.json.stringValue.flatMap { $0.isUpstreamName ? $0 : nil }
        if name == nil {
            faults.note(
                top.fault(
                    nameElement,
                    "upstream must be a name of lowercase letters, digits and '-', which starts with a letter, at most 32"
                )
            )
        }
        guard let base else {
            top.lack("the service has no address; add 'base: https://…'")
            return nil
        }
        guard let address = (base.json.stringValue).flatMap(BaseAddress.init(parsing:)) else {
            faults.note(
                top.fault(
                    base,
                    "base must be an address such as https://api.example.com/v1, without a user name, a query, a fragment and slots"
                )
            )
            return nil
        }
        guard let name else { return nil }
        return UpstreamDeclaration(
            name: name,
            title: title,
            base: address,
            hosts: origins,
            auth: auth,
            check: check,
            faults: rules,
            limits: limits,
            attempts: attempts
        )
    }

    /// Reads limits, which may only lower the given ones if they are a tool's.
    func limits(
        _ reader: DeclarationReader?,
        within outer: CallLimits,
        isTool: Bool = false
    ) throws(DeclarationError) -> CallLimits {
        guard var reader else { return outer }
        var limits = outer
        if let element = reader.take("rate") { limits.rate = try rate(element, reader) }
        limits.concurrent = try reader.integer("concurrent", in: 1...1_000) ?? outer.concurrent
        limits.bytes = try reader.bytes("bytes", in: 1_000...64_000_000) ?? outer.bytes
        limits.deadline = try reader.duration("deadline", in: .milliseconds(100)...(.seconds(600))) ?? outer.deadline
        try reader.finish()
        guard isTool else { return limits }
        if limits.concurrent > outer.concurrent || limits.bytes > outer.bytes || limits.deadline > outer.deadline {
            throw reader.fault("a tool can only lower the limits of its service; raise them under the file's 'limits'")
        }
        return limits
    }

    private func rate(_ element: Element, _ reader: DeclarationReader) throws(DeclarationError) -> CallLimits.Rate {
        let periods: [String: Duration] = [
            "s": .seconds(1), "m": .seconds(60), "min": .seconds(60), "h": .seconds(3_600), "d": .seconds(86_400),
        ]
        let parts = (element.json.stringValue ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let calls = Int(parts[0]), (1...1_000_000).contains(calls),
            let period = periods[String(parts[1])]
        else { throw reader.fault(element, "rate must be a number of calls in a time, such as 5/s, 100/min or 1000/h") }
        return .init(calls: calls, period: period)
    }

    private mutating func check(_ element: Element) throws(DeclarationError) -> KeyCheckDeclaration {
        var reader = try DeclarationReader(element, "check", file: file, faults: faults)
        let accepted = try statuses("accepted", &reader)
        let refused = try statuses("refused", &reader)
        let requires = try query("where", of: &reader)
        let request = try self.request(
            &reader,
            arguments: RequestArguments(names: [], certain: [], subject: "a check", hasUser: false),
            onlyReads: true
        )
        try reader.finish()
        return KeyCheckDeclaration(
            request: request,
            accepted: accepted ?? [.class(2)],
            refused: refused ?? [.exactly(401), .exactly(403)],
            requires: requires
        )
    }

    private func statuses(
        _ name: String,
        _ reader: inout DeclarationReader
    ) throws(DeclarationError) -> [StatusPattern]? {
        guard let elements = try reader.list(name, atMost: 32) else { return nil }
        var patterns: [StatusPattern] = []
        for element in elements { patterns.append(try status(element, reader)) }
        return patterns
    }

    private func status(_ element: Element, _ reader: DeclarationReader) throws(DeclarationError) -> StatusPattern {
        if let number = element.json.intValue, (100...599).contains(number) { return .exactly(number) }
        let text = Array((element.json.stringValue ?? "").lowercased().utf8)
        if text.count == 3, text[1...] == Array("xx".utf8)[...], (0x31...0x35).contains(text[0]) {
            return .class(Int(text[0]) - 0x30)
        }
        throw reader.fault(element, "a status must be a number from 100 to 599, or a class such as 4xx")
    }

    private mutating func fault(_ element: Element) throws(DeclarationError) -> FaultRule {
        var reader = try DeclarationReader(element, "an entry of faults", file: file, faults: faults)
        var pattern: StatusPattern?
        if let status = reader.take("status") { pattern = try self.status(status, reader) }
        let condition = try query("where", of: &reader)
        let headers = try reader.fields("header") ?? []
        guard let meaning = try reader.choice("class", of: FaultRule.Meaning.allCases) else {
            throw reader.fault("an entry of faults needs 'class', what the answer means")
        }
        try reader.finish()
        guard pattern != nil || condition != nil || !headers.isEmpty else {
            throw reader.fault("an entry of faults needs 'status', 'where' or 'header', by which answers it applies to")
        }
        return FaultRule(
            status: pattern,
            condition: condition,
            headers: headers.map { ($0.name, $0.value) },
            meaning: meaning
        )
    }
}

extension BaseAddress {
    /// Reads an address; `nil` if it is none, or if it has a user name, a query, a fragment or a slot.
    package init?(parsing text: String) {
        let bytes = Array(text.utf8)
        guard text.utf8.count <= 2_000, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            !bytes.contains(where: { "?#{}\\@\"<>^`|".utf8.contains($0) })
        else { return nil }
        let scheme: String
        if text.lowercased().hasPrefix("https://") {
            scheme = "https"
        } else if text.lowercased().hasPrefix("http://") {
            scheme = "http"
        } else {
            return nil
        }
        let rest = bytes[(scheme.utf8.count + 3)...]
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        guard let (host, port) = Self.authority(String(decoding: rest[..<slash], as: UTF8.self)) else { return nil }
        var path = String(decoding: rest[slash...], as: UTF8.self)
        while path.hasSuffix("/") { path.removeLast() }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard segments.allSatisfy(\.isConstantSegment) else { return nil }
        self.init(
            origin: WebOrigin(scheme: scheme, host: host, port: port ?? (scheme == "https" ? 443 : 80)),
            path: path
        )
    }

    private static func authority(_ text: String) -> (host: String, port: Int?)? {
        var host = text[...]
        var port: Int?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard !host.isEmpty, host.utf8.allSatisfy({ "0123456789abcdefABCDEF:.".utf8.contains($0) }) else {
                return nil
            }
            if !rest.isEmpty {
                guard rest.hasPrefix(":"), let number = Int(rest.dropFirst()) else { return nil }
                port = number
            }
        } else {
            if let colon = text.firstIndex(of: ":") {
                guard let number = Int(text[text.index(after: colon)...]) else { return nil }
                (host, port) = (text[..<colon], number)
            }
            let labels = host.split(separator: ".", omittingEmptySubsequences: false)
            guard host.utf8.count <= 253, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isHostByte) }) else {
                return nil
            }
        }
        guard port.map({ (1...65_535).contains($0) }) ?? true else { return nil }
        return (host.lowercased(), port)
    }
}

extension UInt8 {
    fileprivate var isHostByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension Substring {
    /// Whether the text can be a constant segment of a path: it is not empty, and no server reads it as another place.
    var isConstantSegment: Bool {
        let decoded = PercentEncoding.decode(String(self))
        return !isEmpty && decoded != Array(".".utf8) && decoded != Array("..".utf8) && !decoded.contains(0)
            && !decoded.contains(UInt8(ascii: "/")) && !decoded.contains(UInt8(ascii: "\\"))
    }
}

extension String {
    fileprivate var isUpstreamName: Bool {
        guard (1...32).contains(utf8.count), let first = utf8.first, (0x61...0x7A).contains(first) else { return false }
        return utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
