/// The table of escape sequences of keys: those of xterm and VT220, which all terminals send, and the extended ones of kitty and xterm
/// for Enter with a modifier.
enum KeySequence {
    /// Returns the key of a control sequence, or `nil` for an unknown one.
    ///
    /// - Parameter bytes: The bytes after `ESC [`, with the final one.
    static func key(control bytes: [UInt8]) -> Key? {
        guard let final = bytes.last,
            bytes.dropLast().allSatisfy({
                $0 == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            })
        else { return nil }
        let parts = bytes.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        // More digits than any parameter has are no number.
        let numbers = parts.map { part in part.count <= 5 ? Int(String(decoding: part, as: UTF8.self)) : nil }
        let first = numbers.first ?? nil
        let second = numbers.count > 1 ? numbers[1] : nil
        let hasModifier = (second ?? 1) > 1
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return hasModifier ? .wordRight : .right
        case UInt8(ascii: "D"): return hasModifier ? .wordLeft : .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "R"): return second.map(Key.cursorColumn)
        case UInt8(ascii: "u"): return key(code: first, modifier: second)
        case UInt8(ascii: "~"):
            if first == 27 { return key(code: numbers.count > 2 ? numbers[2] : nil, modifier: second) }
            return key(number: first)
        default: return nil
        }
    }

    /// Returns the key after `ESC O`.
    static func key(singleShift byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        default: nil
        }
    }

    private static func key(number: Int?) -> Key? {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    /// Returns the key of a character code with a modifier, as kitty and xterm's `modifyOtherKeys` send them.
    ///
    /// - Parameter modifier: One more than the sum of 1 for Shift, 2 for Alt and 4 for Ctrl.
    private static func key(code: Int?, modifier: Int?) -> Key? {
        let modifiers = (modifier ?? 1) - 1
        switch code {
        case 13: return modifiers == 0 ? .enter : .newLine
        case 9: return modifiers & 1 == 1 ? .backTab : .tab
        case 27: return .escape
        case 127: return modifiers & 2 == 2 ? .altBackspace : .backspace
        case let code? where (97...122).contains(code) && modifiers & 4 == 4:
            return .control(Character(Unicode.Scalar(UInt8(code))))
        default: return nil
        }
    }
}
