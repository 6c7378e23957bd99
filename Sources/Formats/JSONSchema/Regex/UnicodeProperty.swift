/// A property of characters, as named by `\p{…}`.
enum UnicodeProperty: Sendable {
    case category(Set<Unicode.GeneralCategory>)
    case script([ClosedRange<UInt32>])
    case binary(@Sendable (Unicode.Scalar) -> Bool)

    /// Makes the property with a name such as `Letter`, `Lu`, `General_Category=Lu`, `Script=Han` or `Alphabetic`.
    init?(_ name: String) {
        let parts = name.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        switch (parts.count, parts[0]) {
        case (1, _):
            if let categories = Self.categories[name] {
                self = .category(categories)
            } else if let test = Self.binaries[name] {
                self = .binary(test)
            } else {
                return nil
            }
        case (2, "General_Category"), (2, "gc"):
            guard let categories = Self.categories[parts[1]] else { return nil }
            self = .category(categories)
        case (2, "Script"), (2, "sc"):
            guard let ranges = ScriptRanges.ranges(of: parts[1]) else { return nil }
            self = .script(ranges)
        default:
            return nil
        }
    }

    /// Returns whether a character has the property.
    func holds(for scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .category(let categories): categories.contains(scalar.properties.generalCategory)
        case .script(let ranges): ranges.contains { $0.contains(scalar.value) }
        case .binary(let test): test(scalar)
        }
    }
}

// MARK: - Names

extension UnicodeProperty {
    /// The general categories, single ones and groups, by their short and their long names.
    private static let categories: [String: Set<Unicode.GeneralCategory>] = {
        let groups: [(names: [String], members: [(names: [String], category: Unicode.GeneralCategory)])] = [
            (
                ["L", "Letter"],
                [
                    (["Lu", "Uppercase_Letter"], .uppercaseLetter), (["Ll", "Lowercase_Letter"], .lowercaseLetter),
                    (["Lt", "Titlecase_Letter"], .titlecaseLetter), (["Lm", "Modifier_Letter"], .modifierLetter),
                    (["Lo", "Other_Letter"], .otherLetter),
                ]
            ),
            (
                ["M", "Mark", "Combining_Mark"],
                [
                    (["Mn", "Nonspacing_Mark"], .nonspacingMark), (["Mc", "Spacing_Mark"], .spacingMark),
                    (["Me", "Enclosing_Mark"], .enclosingMark),
                ]
            ),
            (
                ["N", "Number"],
                [
                    (["Nd", "Decimal_Number", "digit"], .decimalNumber), (["Nl", "Letter_Number"], .letterNumber),
                    (["No", "Other_Number"], .otherNumber),
                ]
            ),
            (
                ["P", "Punctuation", "punct"],
                [
                    (["Pc", "Connector_Punctuation"], .connectorPunctuation),
                    (["Pd", "Dash_Punctuation"], .dashPunctuation), (["Ps", "Open_Punctuation"], .openPunctuation),
                    (["Pe", "Close_Punctuation"], .closePunctuation),
                    (["Pi", "Initial_Punctuation"], .initialPunctuation),
                    (["Pf", "Final_Punctuation"], .finalPunctuation), (["Po", "Other_Punctuation"], .otherPunctuation),
                ]
            ),
            (
                ["S", "Symbol"],
                [
                    (["Sm", "Math_Symbol"], .mathSymbol), (["Sc", "Currency_Symbol"], .currencySymbol),
                    (["Sk", "Modifier_Symbol"], .modifierSymbol), (["So", "Other_Symbol"], .otherSymbol),
                ]
            ),
            (
                ["Z", "Separator"],
                [
                    (["Zs", "Space_Separator"], .spaceSeparator), (["Zl", "Line_Separator"], .lineSeparator),
                    (["Zp", "Paragraph_Separator"], .paragraphSeparator),
                ]
            ),
            (
                ["C", "Other"],
                [
                    (["Cc", "Control", "cntrl"], .control), (["Cf", "Format"], .format),
                    (["Cs", "Surrogate"], .surrogate),
                    (["Co", "Private_Use"], .privateUse), (["Cn", "Unassigned"], .unassigned),
                ]
            ),
        ]
        var result: [String: Set<Unicode.GeneralCategory>] = [:]
        for group in groups {
            for name in group.names { result[name] = Set(group.members.map(\.category)) }
            for member in group.members { for name in member.names { result[name] = [member.category] } }
        }
        for name in ["LC", "Cased_Letter"] { result[name] = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter] }
        return result
    }()

    /// The binary properties, by their short and their long names.
    private static let binaries: [String: @Sendable (Unicode.Scalar) -> Bool] = {
        let tests: [(names: [String], test: @Sendable (Unicode.Scalar) -> Bool)] = [
            (["Any"], { _ in true }),
            (["ASCII"], { $0.isASCII }),
            (["Assigned"], { $0.properties.generalCategory != .unassigned }),
            (["ASCII_Hex_Digit", "AHex"], { $0.properties.isASCIIHexDigit }),
            (["Alphabetic", "Alpha"], { $0.properties.isAlphabetic }),
            (["Cased"], { $0.properties.isCased }),
            (["Case_Ignorable", "CI"], { $0.properties.isCaseIgnorable }),
            (["Dash"], { $0.properties.isDash }),
            (["Default_Ignorable_Code_Point", "DI"], { $0.properties.isDefaultIgnorableCodePoint }),
            (["Diacritic", "Dia"], { $0.properties.isDiacritic }),
            (["Emoji"], { $0.properties.isEmoji }),
            (["Emoji_Modifier", "EMod"], { $0.properties.isEmojiModifier }),
            (["Emoji_Modifier_Base", "EBase"], { $0.properties.isEmojiModifierBase }),
            (["Emoji_Presentation", "EPres"], { $0.properties.isEmojiPresentation }),
            (["Extender", "Ext"], { $0.properties.isExtender }),
            (["Grapheme_Base", "Gr_Base"], { $0.properties.isGraphemeBase }),
            (["Grapheme_Extend", "Gr_Ext"], { $0.properties.isGraphemeExtend }),
            (["Hex_Digit", "Hex"], { $0.properties.isHexDigit }),
            (["ID_Continue", "IDC"], { $0.properties.isIDContinue }),
            (["ID_Start", "IDS"], { $0.properties.isIDStart }),
            (["Ideographic", "Ideo"], { $0.properties.isIdeographic }),
            (["Join_Control", "Join_C"], { $0.properties.isJoinControl }),
            (["Lowercase", "Lower"], { $0.properties.isLowercase }),
            (["Math"], { $0.properties.isMath }),
            (["Noncharacter_Code_Point", "NChar"], { $0.properties.isNoncharacterCodePoint }),
            (["Pattern_White_Space", "Pat_WS"], { $0.properties.isPatternWhitespace }),
            (["Quotation_Mark", "QMark"], { $0.properties.isQuotationMark }),
            (["Radical"], { $0.properties.isRadical }),
            (["Sentence_Terminal", "STerm"], { $0.properties.isSentenceTerminal }),
            (["Soft_Dotted", "SD"], { $0.properties.isSoftDotted }),
            (["Unified_Ideograph", "UIdeo"], { $0.properties.isUnifiedIdeograph }),
            (["Uppercase", "Upper"], { $0.properties.isUppercase }),
            (["Variation_Selector", "VS"], { $0.properties.isVariationSelector }),
            (["White_Space", "space"], { $0.properties.isWhitespace }),
            (["XID_Continue", "XIDC"], { $0.properties.isXIDContinue }),
            (["XID_Start", "XIDS"], { $0.properties.isXIDStart }),
        ]
        var result: [String: @Sendable (Unicode.Scalar) -> Bool] = [:]
        for entry in tests { for name in entry.names { result[name] = entry.test } }
        return result
    }()
}
