import LanguageModels

/// A trip that is extracted from a note.
@Generable
struct Trip {
    @Guide(description: "The city that is visited")
    var city: String

    @Guide(description: "The number of days there", .range(1...60))
    var days: Int
}
