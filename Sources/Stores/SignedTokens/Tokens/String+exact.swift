extension String {
    /// Returns whether the two texts have the same bytes.
    ///
    /// Swift's `==` also accepts canonically equivalent texts, as K and the Kelvin sign are. Issuers, audiences and keys compare by bytes.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
    /// Returns whether one of the texts has the same bytes as `text`.
    func hasExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}
