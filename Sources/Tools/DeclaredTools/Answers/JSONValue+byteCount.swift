import StreamingJSON

extension JSONValue {
    /// Returns about the number of bytes of the value as JSON; `nil` as soon as there are more than a limit.
    func byteCount(upTo limit: Int) -> Int? {
        var left = limit
        return take(from: &left) ? limit - left : nil
    }

    /// Subtracts the value's bytes from those that are left; false if there are not enough.
    private func take(from left: inout Int) -> Bool {
        switch self {
        case .string(let text): left -= text.utf8.count + 3
        case .array(let elements):
            left -= 2
            for element in elements { guard left >= 0, element.take(from: &left) else { return false } }
        case .object(let members):
            left -= 2
            for member in members {
                left -= member.key.utf8.count + 4
                guard left >= 0, member.value.take(from: &left) else { return false }
            }
        default: left -= 8
        }
        return left >= 0
    }
}
