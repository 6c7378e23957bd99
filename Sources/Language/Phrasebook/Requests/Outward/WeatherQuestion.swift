/// Whether each word of an English sentence has a role in a question about the weather at a place.
///
/// A word without a role is a sign of another meaning: "How could anyone live in Oslo with that weather?", "Forget the
/// rain in Osaka". The model has no list of place names, so a word with a capital letter, one after a preposition of
/// place, and one single word of a short message count as such.
struct WeatherQuestion {
    let isWhole: Bool

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        guard !tokens.contains(where: { $0.kind == .character }) else {
            isWhole = true
            return
        }
        var leftovers = 0
        var words = 0
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let token = tokens[index]
            if token.isSkippable || token.isNumber || token.quotation != nil {
                index += 1
                continue
            }
            words += 1
            if let filler = LanguageData.english.fillers.longest(at: index, in: tokens), filler.count > 1 {
                index += filler.count
                continue
            }
            if let found = Self.parts.longest(at: index, in: tokens) {
                index += found.count
                // "in new york", "for rio de janeiro"
                guard found.count == 1, Self.places.contains(token.key) else { continue }
                index = Self.end(ofPlaceAt: index, in: tokens)
            } else {
                let isName =
                    index > tokens.startIndex && token.kind == .word
                    && utterance.text.characters[token.range.lowerBound].isUppercase
                leftovers += isName ? 0 : 1
                index += 1
            }
        }
        // "oslo weather", "weather new york tomorrow", "Lisbon forecast"
        isWhole = leftovers == 0 || leftovers <= 2 && words <= leftovers + 3 && !Self.hasVerb(tokens)
    }

    /// Returns the end of a name of up to four words.
    private static func end(ofPlaceAt start: Int, in tokens: ArraySlice<Token>) -> Int {
        var index = start
        while index < tokens.endIndex, index < start + 4, tokens[index].kind == .word,
            parts.longest(at: index, in: tokens) == nil || index == start && tokens[index].key == "the"
        {
            index += 1
        }
        return index
    }

    private static func hasVerb(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.contains { verbs.contains($0.key) }
    }

    private static let places: WordSet = ["in", "for", "at", "near", "around", "to", "from", "between", "of"]
    private static let verbs = WordSet(words: "WeatherQuestion", "verbs")

    /// The words of such questions.
    private static let parts = TokenSequences([
        "what", "what's", "whats", "is", "it", "it's", "isn't", "how", "how's", "hows", "the", "a", "an", "are", "be",
        "been", "being",
        "weather", "forecast", "forecasts", "temperature", "temperatures", "temp", "temps", "humidity", "wind", "winds",
        "windy",
        "rain", "raining", "rainy", "rains", "rainfall", "snow", "snowing", "snowy", "snows", "sunny", "sun",
        "sunshine", "cloudy",
        "clouds", "hot", "cold", "warm", "cool", "chilly", "freezing", "mild", "humid", "storm", "storms", "stormy",
        "fog", "foggy",
        "dry", "wet", "nice", "good", "bad", "clear", "bright", "degrees", "celsius", "fahrenheit", "conditions",
        "outlook", "climate",
        "thunderstorm", "thunderstorms", "typhoon", "hail", "heat", "frost", "uv", "index", "pressure", "precipitation",
        "shower",
        "showers", "drizzle", "wet", "minimum", "maximum", "min", "max", "high", "low", "highs", "lows", "average",
        "going to", "gonna", "will", "would", "there", "any", "some", "chance", "chances", "of", "like", "look",
        "looking", "looks",
        "do", "does", "i", "we", "you", "i'm", "we're", "i'll", "we'll", "me", "us", "my", "our", "need", "an umbrella",
        "umbrella",
        "umbrellas", "coat", "jacket", "sunscreen", "raincoat", "boots", "sunglasses", "should", "bring", "take",
        "wear", "pack",
        "carry", "can", "could", "tell", "show", "give", "get", "check", "find", "see", "know", "want", "have", "let",
        "please", "pls",
        "plz", "quick", "quickly", "hey", "hi", "hello", "ok", "okay", "so", "now", "currently", "right now",
        "at the moment", "today",
        "today's", "tomorrow", "tomorrow's", "tonight", "tonight's", "later", "soon", "this", "next", "coming",
        "upcoming", "over",
        "during", "week", "week's", "weekend", "weekend's", "weeks", "day", "days", "morning", "afternoon", "evening",
        "night", "noon",
        "midday", "after", "before", "until", "through", "till", "hour", "hours", "hourly", "daily", "weekly", "few",
        "couple", "rest",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
        "april", "may",
        "june", "july", "august", "september", "october", "november", "december", "mon", "tue", "wed", "thu", "fri",
        "sat", "sun",
        "first", "second", "third", "one", "two", "three", "four", "five", "six", "seven", "ten", "st", "nd", "rd",
        "th",
        "and", "or", "but", "vs", "versus", "compared", "compare", "comparison", "with", "than", "both", "also", "too",
        "warmer",
        "colder", "hotter", "cooler", "wetter", "drier", "sunnier", "better", "worse", "nicer", "difference", "same",
        "more", "less",
        "which", "where", "when", "who", "if", "whether", "that", "about", "up", "on", "in", "for", "at", "near",
        "around", "to", "from",
        "between", "by", "out", "outside", "here", "as well", "report", "update", "current", "currently", "expected",
        "expect",
        "predicted", "planning", "plan", "heading", "flying", "going", "travelling", "traveling", "driving", "visiting",
        "visit",
        "go", "fly", "travel", "trip", "picnic", "walk", "hike", "run", "there", "then", "just", "really", "still",
        "stay", "get",
        "much", "many", "long", "city", "town", "area", "local", "place", "against", "hold", "enough", "picnic",
        "beach", "outdoors",
        "'s", "mind", "able", "telling", "giving", "showing", "checking", "feel", "feels", "windier", "coldest",
        "hottest",
        "warmest", "wettest",
        "driest", "sunniest", "windiest", "cloudier", "rainier", "snowier", "milder", "coolest", "nicest", "best",
        "all", "each",
        "yesterday", "yesterday's", "last", "past", "previous", "ago", "month", "month's", "months", "year", "year's",
        "years", "was",
        "were", "did", "other",
        // Other things that one sentence may ask for.
        "list", "inventory", "stock", "items", "everything", "calendar", "event", "events", "meeting", "meetings",
        "appointment",
        "appointments", "schedule", "agenda", "contacts", "birthday", "search", "web", "news", "also show", "add",
        "then",
        "fine", "cool", "latest", "full", "detailed", "short", "summary", "details", "info", "information", "help",
        "thanks", "thank you",
    ])
}
