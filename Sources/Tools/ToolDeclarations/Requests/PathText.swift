import StreamingJSON

/// The path of a request from its segments.
///
/// A value stays in its segment: everything but unreserved characters is encoded, and a segment that a server would read as another place
/// is refused.
struct PathText {
    let values: RequestValues

    /// Returns the path, with a slash before each segment.
    ///
    /// - Throws: ``RequestFault``.
    func text(_ segments: [PathSegment]) throws(RequestFault) -> String {
        var path = ""
        for segment in segments { path += "/" + (try text(segment)) }
        return path
    }

    private func text(_ segment: PathSegment) throws(RequestFault) -> String {
        var text = ""
        var last: Slot?
        for piece in segment.pieces {
            switch piece {
            case .text(let constant): text += constant
            case .slot(let slot):
                guard let value = values.value(of: slot) else {
                    throw RequestFault(slot, "is missing.", "値がありません。")
                }
                text += try self.text(value, slot)
                last = slot
            }
        }
        guard let last else { return text }
        // Pieces may be harmless alone and not together, such as "." and ".".
        for part in text.split(separator: "/", omittingEmptySubsequences: false) { try check(part, last) }
        return text
    }

    private func check(_ segment: Substring, _ slot: Slot) throws(RequestFault) {
        guard !segment.isEmpty, segment != ".", segment != ".." else {
            throw RequestFault(slot, "must not be empty, '.' or '..'.", "空文字、「.」、「..」は使えません。")
        }
    }

    private func text(_ value: JSONValue, _ slot: Slot) throws(RequestFault) -> String {
        let style = slot.style ?? .simple
        let explodes = slot.explode ?? false
        let name = if case .argument(let name) = slot.source { PercentEncoding.unreserved.encode(name) } else { "" }
        switch value {
        case .array(let items):
            var texts: [String] = []
            for item in items { texts.append(try encoded(item, slot)) }
            switch style {
            case .label: return "." + texts.joined(separator: explodes ? "." : ",")
            case .matrix where explodes: return texts.map { ";\(name)=\($0)" }.joined()
            case .matrix: return ";\(name)=" + texts.joined(separator: ",")
            default: return texts.joined(separator: ",")
            }
        case .object(let members):
            var texts: [(String, String)] = []
            for (name, member) in members where member != .null {
                texts.append((try encoded(.string(name), slot), try encoded(member, slot)))
            }
            let pairs = texts.map { "\($0.0)=\($0.1)" }
            let list = texts.map { "\($0.0),\($0.1)" }
            switch style {
            case .label: return "." + (explodes ? pairs.joined(separator: ".") : list.joined(separator: ","))
            case .matrix where explodes: return pairs.map { ";\($0)" }.joined()
            case .matrix: return ";\(name)=" + list.joined(separator: ",")
            default: return (explodes ? pairs : list).joined(separator: ",")
            }
        default:
            let text = try encoded(value, slot)
            return switch style {
            case .label: "." + text
            case .matrix: ";\(name)=" + text
            default: text
            }
        }
    }

    private func encoded(_ value: JSONValue, _ slot: Slot) throws(RequestFault) -> String {
        guard let text = value.scalarText else { throw RequestFault(nested: slot) }
        guard !text.utf8.contains(0) else {
            throw RequestFault(slot, "must not contain the character U+0000.", "文字 U+0000 は使えません。")
        }
        switch slot.slash {
        case .encode: return PercentEncoding.unreserved.encode(text)
        case .segments:
            guard !text.utf8.contains(UInt8(ascii: "\\")) else { throw slashFault(slot) }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            for part in parts { try check(part, slot) }
            return parts.map { PercentEncoding.unreserved.encode(String($0)) }.joined(separator: "/")
        case .refuse:
            guard !text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
                throw slashFault(slot)
            }
            return PercentEncoding.unreserved.encode(text)
        }
    }

    private func slashFault(_ slot: Slot) -> RequestFault {
        guard slot.slash == .refuse else { return RequestFault(slot, "must not contain '\\'.", "「\\」は使えません。") }
        return RequestFault(
            slot,
            "must not contain '/' or '\\'. (A value with slashes needs 'slash: segments' under 'path' in the tool's file.)",
            "「/」と「\\」は使えません。（スラッシュを含む値には、ツールのファイルの 'path' に 'slash: segments' が必要です。）"
        )
    }
}
