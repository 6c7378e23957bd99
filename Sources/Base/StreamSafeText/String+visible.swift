extension Unicode.Scalar {
    /// Whether a person does not see the scalar, although programs may read it or the text around it may turn because of it.
    ///
    /// These are the control characters (tabs and line ends among them), all of Unicode's property
    /// Default_Ignorable_Code_Point (direction marks, zero-width spaces, variation selectors and tag letters among it),
    /// and letters that are drawn as nothing. Spaces of any width are visible.
    public var isUnseen: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC: false
        case 0x00...0x1F, 0x7F...0x9F: true
        // Kana, ideographs and Hangul syllables, which make up most of some texts.
        case 0x3000...0x3163, 0x3400...0x9FFF, 0xAC00...0xD7A3: false
        case 0x2028, 0x2029, 0x2800, 0xFFF9...0xFFFB, 0x16FE4, 0x1D159: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether the scalar is a picture: a variation selector may follow it, and a joiner may connect it with another.
    fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }

    /// Whether joiners change the letter shapes of its script: Arabic and related scripts, the scripts of India,
    /// Mongolian.
    fileprivate var isOfJoiningScript: Bool {
        switch value {
        case 0x0600...0x0DFF, 0x1000...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF,
            0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
            !isUnseen
        default: false
        }
    }

    fileprivate var isMongolianLetter: Bool { (0x1820...0x18AA).contains(value) }

    /// Whether the scalar selects a shape of the Mongolian letter before it.
    fileprivate var isMongolianSelector: Bool { (0x180B...0x180D).contains(value) || value == 0x180F }
}

extension StringProtocol {
    /// Whether the text has nothing but white space.
    ///
    /// It looks at scalars, because one `Character` may be the whole text: a space with a million marks.
    public var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension String {
    /// The text without its invisible scalars, in the Stream-Safe Text Format; line and paragraph separators become
    /// line feeds.
    ///
    /// Invisible scalars that scripts and pictures need are kept, one at a time: joiners after letters of joining
    /// scripts and between pictures, a variation selector after a picture or in a keycap, the variation selectors and
    /// the vowel separator in a Mongolian word.
    public var visible: String {
        guard utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }) else { return self }
        var visible = UnicodeScalarView()
        let scalars = unicodeScalars
        var index = scalars.startIndex
        // The last scalar that was kept.
        var last: Unicode.Scalar?
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            let kept: Unicode.Scalar?
            switch scalar.value {
            case 0x09, 0x0A: kept = scalar
            case 0x2028, 0x2029: kept = "\n"
            // The Braille space.
            case 0x2800: kept = " "
            default:
                let next = index < scalars.endIndex ? scalars[index] : nil
                kept = !scalar.isUnseen || Self.isNeeded(scalar, after: last, before: next) ? scalar : nil
            }
            guard let kept else { continue }
            visible.append(kept)
            last = kept
        }
        // With the scalars between them removed, two runs of marks may have become one.
        return String(visible).streamSafe
    }

    /// Returns whether an invisible scalar changes how its neighbors are drawn.
    private static func isNeeded(
        _ scalar: Unicode.Scalar,
        after last: Unicode.Scalar?,
        before next: Unicode.Scalar?
    ) -> Bool {
        guard let last else { return false }
        switch scalar.value {
        case 0x200C: return last.isOfJoiningScript
        case 0x200D:
            return last.isOfJoiningScript
                || (last.isPicture || last.value == 0xFE0F) && next.map(\.isPicture) ?? false
        // Digits count as pictures only in a keycap.
        case 0xFE0E, 0xFE0F: return last.isPicture || last.properties.isEmoji && (!last.isASCII || next == "\u{20E3}")
        case _ where scalar.isMongolianSelector: return last.isMongolianLetter
        case 0x180E:
            return (last.isMongolianLetter || last.isMongolianSelector) && next.map(\.isMongolianLetter) ?? false
        default: return false
        }
    }
}

extension String {
    /// Whether the text has control characters other than tabs and line breaks.
    package var hasControlCharacters: Bool {
        utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
            || unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
    }
}
