extension StyledText {
    /// Appends the text as bytes for a terminal, with escape sequences for its styles; its end has the default style.
    func append(to bytes: inout [UInt8], _ profile: TerminalProfile) {
        for run in runs {
            let parameters = profile.hasAttributes ? run.style.parameters(hasColor: profile.hasColor) : []
            if !parameters.isEmpty {
                bytes += "\u{1B}[\(parameters.map(String.init).joined(separator: ";"))m".utf8
            }
            for scalar in run.text.unicodeScalars {
                switch scalar.value {
                // Lines have neither tabs nor line breaks; a last one that is left must not move the cursor.
                case ..<0x20: bytes.append(UInt8(ascii: " "))
                case 0x7F...0x9F: break
                default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
                }
            }
            if !parameters.isEmpty { bytes += "\u{1B}[m".utf8 }
        }
    }
}
