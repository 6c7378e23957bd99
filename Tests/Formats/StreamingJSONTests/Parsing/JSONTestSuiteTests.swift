import StreamingJSON
import Testing

private let parsingFiles = PublicSuite("json-test-suite").files(in: "test_parsing")

/// The public JSONTestSuite: the texts that every parser must accept (`y_`) or refuse (`n_`), and those it may treat
/// either way (`i_`).
@Suite(.enabled(if: !parsingFiles.isEmpty, "the folder ../shared/suites/json-test-suite is not there"))
struct JSONTestSuiteTests {
    /// The `i_` files that are accepted; all others are refused.
    private static let accepted: Set = [
        // A number nearer to 0 than the smallest double is 0.
        "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json",
        // Integers beyond 64 bits are the nearest double.
        "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
    ]

    /// The `i_` files that are refused, by reason.
    private static let refused: [String: JSONParseError.Code] = [
        // No double is as large.
        "i_number_huge_exp.json": .badNumber,
        "i_number_neg_int_huge_exp.json": .badNumber,
        "i_number_pos_double_huge_exp.json": .badNumber,
        "i_number_real_neg_overflow.json": .badNumber,
        "i_number_real_pos_overflow.json": .badNumber,
        // Half a surrogate pair is no character.
        "i_object_key_lone_2nd_surrogate.json": .badString,
        "i_string_1st_surrogate_but_2nd_missing.json": .badString,
        "i_string_1st_valid_surrogate_2nd_invalid.json": .badString,
        "i_string_incomplete_surrogate_and_escape_valid.json": .badString,
        "i_string_incomplete_surrogate_pair.json": .badString,
        "i_string_incomplete_surrogates_escape_valid.json": .badString,
        "i_string_invalid_lonely_surrogate.json": .badString,
        "i_string_invalid_surrogate.json": .badString,
        "i_string_inverted_surrogates_U+1D11E.json": .badString,
        "i_string_lone_second_surrogate.json": .badString,
        // A JSON text is UTF-8 (RFC 8259 §8.1).
        "i_string_UTF-8_invalid_sequence.json": .badString,
        "i_string_UTF8_surrogate_U+D800.json": .badString,
        "i_string_invalid_utf-8.json": .badString,
        "i_string_iso_latin_1.json": .badString,
        "i_string_lone_utf8_continuation_byte.json": .badString,
        "i_string_not_in_unicode_range.json": .badString,
        "i_string_overlong_sequence_2_bytes.json": .badString,
        "i_string_overlong_sequence_6_bytes.json": .badString,
        "i_string_overlong_sequence_6_bytes_null.json": .badString,
        "i_string_truncated-utf-8.json": .badString,
        "i_string_UTF-16LE_with_BOM.json": .unexpectedByte,
        "i_string_utf16BE_no_BOM.json": .unexpectedByte,
        "i_string_utf16LE_no_BOM.json": .unexpectedByte,
        // No byte order mark (RFC 8259 §8.1).
        "i_structure_UTF-8_BOM_empty_object.json": .unexpectedByte,
        // More than 256 levels.
        "i_structure_500_nested_arrays.json": .tooDeep,
    ]

    @Test(arguments: parsingFiles)
    func file(name: String, bytes: [UInt8]) throws {
        let whole = Outcome(whole: bytes)
        switch name.prefix(2) {
        case "y_":
            #expect(whole.error == nil)
        case "n_":
            #expect(whole.error != nil)
        default:
            if Self.accepted.contains(name) {
                #expect(whole.error == nil)
            } else {
                let code = try #require(Self.refused[name], "say above what is done with this file")
                #expect(whole.error?.code == code)
            }
        }
        // Read byte by byte, the result must be the same.
        #expect(Outcome(pieces: bytes.map { [$0] }) == whole)
    }

    @Test func theSuiteIsWhole() {
        let counts = Dictionary(grouping: parsingFiles.map { $0.name.prefix(2) }) { $0 }.mapValues(\.count)
        #expect(counts == ["y_": 95, "n_": 188, "i_": Self.accepted.count + Self.refused.count])
    }
}
