import StreamingJSON
import YAMLReading

extension ToolFileReader {
    private static let mostMembers = 8

    /// Reads a tool that asks other tools.
    mutating func aggregate(_ element: Element) throws(DeclarationError) -> AggregateDeclaration {
        var reader = try DeclarationReader(element, "an aggregate", file: file, faults: faults)
        var head = try self.head(&reader)
        head.arguments.hasUser = false
        let list = try reader.list("ask", atMost: Self.mostMembers) ?? []
        if list.isEmpty { reader.lack("\(head.name) asks nothing; list its tools under 'ask'") }
        let members = list.compactMap { element in
            faults.attempt { () throws(DeclarationError) in try member(element, head) }
        }
        var aggregate = AggregateDeclaration(
            name: head.name,
            description: head.description,
            tags: head.tags,
            expose: head.expose,
            scopes: head.scopes,
            parameters: head.parameters,
            members: members,
            line: element.line
        )
        if var merge = try reader.object("merge") {
            faults.attempt { () throws(DeclarationError) in try self.merge(&merge, &aggregate) }
        }
        aggregate.need = try reader.choice("need", of: [AggregateDeclaration.Need.any, .all, .first]) ?? .any
        if let answer = try reader.object("answer") {
            aggregate.answer =
                faults.attempt { () throws(DeclarationError) in try self.answer(answer) } ?? aggregate.answer
        }
        if let phrases = try reader.object("phrases") {
            aggregate.phrases = faults.attempt { () throws(DeclarationError) in try self.phrases(phrases, head) }
        }
        aggregate.deadline = try reader.duration("deadline", in: .milliseconds(100)...(.seconds(600))) ?? .seconds(20)
        try reader.finish()
        return aggregate
    }

    private func member(_ element: Element, _ head: Head) throws(DeclarationError) -> AggregateDeclaration.Member {
        var reader = try DeclarationReader(element, "an entry of ask", file: file, faults: faults)
        let tool = try reader.text("tool") ?? ""
        if tool.isEmpty { reader.lack("an entry of ask needs 'tool', a tool's name") }
        var arguments = JSONObject()
        if let element = reader.take("with") {
            let slots = SlotTextReader(file: file, faults: faults, arguments: head.arguments)
            guard let members = try slots.json(element, reader).objectValue else {
                throw reader.fault(element, "'with' must have the names and values of the tool's arguments")
            }
            arguments = members
        }
        let deadline = try reader.duration("deadline", in: .milliseconds(100)...(.seconds(600)))
        var weight = 1.0
        if let element = reader.take("weight") {
            guard let number = element.json.doubleValue, number > 0, number <= 100 else {
                throw reader.fault(element, "weight must be a number above 0, at most 100")
            }
            weight = number
        }
        try reader.finish()
        return .init(tool: tool, arguments: arguments, deadline: deadline, weight: weight)
    }

    private mutating func merge(
        _ reader: inout DeclarationReader,
        _ aggregate: inout AggregateDeclaration
    ) throws(DeclarationError) {
        let by = try reader.text("by") ?? "concat"
        let key = try query("key", of: &reader)
        aggregate.most = try reader.integer("max", in: 1...1_000) ?? aggregate.most
        try reader.finish()
        switch (by, key) {
        case ("concat", nil): aggregate.merge = .concatenation
        case ("rank", let key): aggregate.merge = .rank(key: key)
        case ("key", let key?): aggregate.merge = .key(key)
        case ("key", nil): throw reader.fault("a merge by key needs 'key', the query for it")
        case ("concat", _): throw reader.fault("a merge by concat has no 'key'; remove it, or merge by key or rank")
        default: throw reader.fault("merge 'by' must be concat, rank or key")
        }
    }
}
