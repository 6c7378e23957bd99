import StreamingJSON
import YAMLReading

extension ToolFileReader {
    private static let kinds: [AnswerDeclaration.Field.Kind] = [
        .string, .number, .integer, .boolean, .array, .object, .any,
    ]

    /// Reads what is kept of an answer.
    mutating func answer(_ outer: DeclarationReader) throws(DeclarationError) -> AnswerDeclaration {
        var reader = outer
        var answer = AnswerDeclaration()
        answer.form = try reader.choice("as", of: [AnswerDeclaration.Form.json, .xml, .csv, .text, .binary])
        answer.select = try query("select", of: &reader)
        for (name, element) in try reader.members("fields") ?? [] {
            guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(\.isNameByte) else {
                faults.note(
                    reader.fault(
                        element,
                        "a field's name has letters, digits, '_' and '-', at most 64: '\(name.prefix(64))'"
                    )
                )
                continue
            }
            if let field = faults.attempt({ () throws(DeclarationError) in try field(name, element, reader) }) {
                answer.fields.append(field)
            }
        }
        answer.most = try reader.integer("max", in: 1...1_000) ?? answer.most
        check(reader.element("text"))
        answer.text = try reader.text("text")
        answer.budget = try reader.integer("budget", in: 200...100_000) ?? answer.budget
        answer.empty = try reader.localized("empty")
        answer.from = try query("from", of: &reader)
        if let artifact = reader.take("artifact") {
            answer.artifact = artifact.json.stringValue.flatMap { $0.isArtifactType ? $0 : nil }
            if answer.artifact == nil {
                faults.note(
                    reader.fault(artifact, "artifact must be a type of words with dots, such as orders.list")
                )
            }
        }
        try reader.finish()
        return answer
    }

    /// Checks the texts of a value that are templates.
    func check(_ template: Element?) {
        switch template?.value {
        case .scalar(.string(let text))?:
            do throws(AnswerText.Fault) {
                _ = try AnswerText(text)
            } catch {
                guard let template else { return }
                faults.note(DeclarationError(file, template.line, template.column, error.message))
            }
        case .members(let members)?: for member in members { check(member.value) }
        default: break
        }
    }

    private mutating func field(
        _ name: String,
        _ element: Element,
        _ outer: DeclarationReader
    ) throws(DeclarationError) -> AnswerDeclaration.Field {
        if case .scalar = element.value {
            let query = try outer.query(element, name)
            warn(query, element, name)
            return .init(name: name, path: query)
        }
        var reader = try DeclarationReader(element, "a field", file: file, faults: faults)
        let path = try query("path", of: &reader)
        if path == nil { reader.lack("the field '\(name)' has no 'path', the query for its value") }
        let kind = try reader.choice("type", of: Self.kinds) ?? .any
        let fallback = reader.take("default")?.json
        let limit = try reader.integer("trim", in: 1...100_000)
        try reader.finish()
        guard let path else { throw reader.fault("the field '\(name)' has no 'path', the query for its value") }
        return .init(name: name, path: path, kind: kind, fallback: fallback, limit: limit)
    }
}

extension String {
    fileprivate var isArtifactType: Bool {
        let words = split(separator: ".", omittingEmptySubsequences: false)
        return (1...100).contains(utf8.count)
            && words.allSatisfy { word in
                word.utf8.first.map { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } == true
                    && word.utf8.allSatisfy(\.isNameByte)
            }
    }
}
