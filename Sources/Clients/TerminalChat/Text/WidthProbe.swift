/// A measurement of a terminal's width rules: it prints three characters and asks for the cursor's column after each.
///
/// Terminals differ in these widths, depending on their age and their settings. One that does not reply keeps the defaults.
package struct WidthProbe: Sendable {
    /// The characters, in the order in which they are measured.
    private static let samples = ["─", "☀\u{FE0F}", "👩\u{200D}💻"]

    /// The number of the next reply.
    private var next = 0

    /// Makes a probe that has not been sent.
    package init() {}

    /// The bytes to write at the start of an empty line; they leave it empty.
    package var request: String {
        // CSI 6n asks for the cursor's place, CSI K erases the rest of the line.
        Self.samples.map { "\r\($0)\u{1B}[6n" }.joined() + "\r\u{1B}[K"
    }

    /// Accepts a reply, and changes the rules if it shows another width.
    ///
    /// - Parameter column: The cursor's column, counted from 1.
    package mutating func accept(column: Int, into rules: inout WidthRules) {
        guard next < Self.samples.count else { return }
        let width = column - 1
        switch next {
        case 0: rules.ambiguousColumns = width > 1 ? 2 : 1
        case 1: rules.selectorWidens = width > 1
        default: rules.joinsPictures = width <= 2
        }
        next += 1
    }
}
