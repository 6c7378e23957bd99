extension Unicode.Scalar {
    /// Whether a person does not see it, though it may carry something to a program or turn the text around it.
    ///
    /// Control characters, all of Unicode's property Default_Ignorable_Code_Point (among it the marks of direction, the spaces without
    /// width, the selectors of variants and the letters of tags), and letters that are drawn as nothing. Tabs and ends of lines are among
    /// them; spaces of all widths are not.
    public var isUnseen: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC: false
        case 0x00...0x1F, 0x7F...0x9F: true
        // Kana, ideographs and syllables of Hangul, which are the most of some texts.
        case 0x3000...0x3163, 0x3400...0x9FFF, 0xAC00...0xD7A3: false
        case 0x2028, 0x2029, 0x2800, 0xFFF9...0xFFFB, 0x16FE4, 0x1D159: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether pictures are made of it: it may be followed by a selector, and be joined to another.
    fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }

    /// Whether it is of a script whose letters change their shapes by joiners: Arabic and its kin, those of India, Mongolian.
    fileprivate var isOfJoiningScript: Bool {
        switch value {
        case 0x0600...0x0DFF, 0x1000...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF,
            0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
            !isUnseen
        default: false
        }
    }

    fileprivate var isMongolianLetter: Bool { (0x1820...0x18AA).contains(value) }

    /// Whether it chooses a shape of the Mongolian letter before it.
    fileprivate var isMongolianSelector: Bool { (0x180B...0x180D).contains(value) || value == 0x180F }
}

extension String {
    /// The text without what a person does not see, in the Stream-Safe Text Format; separators of lines and paragraphs become line feeds.
    ///
    /// What scripts and pictures need stays where they need it, one at a time: joiners after letters of the scripts that have them and
    /// between pictures, a selector after a picture or in a keycap, the selectors and the separator of vowels in a Mongolian word.
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
            // The space of Braille.
            case 0x2800: kept = " "
            default:
                let next = index < scalars.endIndex ? scalars[index] : nil
                kept = !scalar.isUnseen || Self.isNeeded(scalar, after: last, before: next) ? scalar : nil
            }
            guard let kept else { continue }
            visible.append(kept)
            last = kept
        }
        // Without what was between them, two runs of marks may have become one.
        return String(visible).streamSafe
    }

    /// Whether a scalar that is not seen changes how the ones beside it are drawn.
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
        // Digits are pictures in a keycap only.
        case 0xFE0E, 0xFE0F: return last.isPicture || last.properties.isEmoji && (!last.isASCII || next == "\u{20E3}")
        case _ where scalar.isMongolianSelector: return last.isMongolianLetter
        case 0x180E:
            return (last.isMongolianLetter || last.isMongolianSelector) && next.map(\.isMongolianLetter) ?? false
        default: return false
        }
    }
}
