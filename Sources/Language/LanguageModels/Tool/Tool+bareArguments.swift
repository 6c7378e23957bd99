public import FoundationEssentials

// Every provider requires an object as a call's arguments, so a bare value has no default parameters. A tool that
// defines its parameters itself may have bare arguments.

extension Tool where Arguments == String {
    /// The schema of a bare value, which no provider accepts as parameters.
    @available(*, unavailable, message: "A tool's arguments are an object, not a String. Use a @Generable structure.")
    public var parameters: GenerationSchema { String.generationSchema }
}

extension Tool where Arguments == Int {
    /// The schema of a bare value, which no provider accepts as parameters.
    @available(*, unavailable, message: "A tool's arguments are an object, not an Int. Use a @Generable structure.")
    public var parameters: GenerationSchema { Int.generationSchema }
}

extension Tool where Arguments == Double {
    /// The schema of a bare value, which no provider accepts as parameters.
    @available(*, unavailable, message: "A tool's arguments are an object, not a Double. Use a @Generable structure.")
    public var parameters: GenerationSchema { Double.generationSchema }
}

extension Tool where Arguments == Float {
    /// The schema of a bare value, which no provider accepts as parameters.
    @available(*, unavailable, message: "A tool's arguments are an object, not a Float. Use a @Generable structure.")
    public var parameters: GenerationSchema { Float.generationSchema }
}

extension Tool where Arguments == Decimal {
    /// The schema of a bare value, which no provider accepts as parameters.
    @available(*, unavailable, message: "A tool's arguments are an object, not a Decimal. Use a @Generable structure.")
    public var parameters: GenerationSchema { Decimal.generationSchema }
}

extension Tool where Arguments == Bool {
    /// The schema of a bare value, which no provider accepts as parameters.
    @available(*, unavailable, message: "A tool's arguments are an object, not a Bool. Use a @Generable structure.")
    public var parameters: GenerationSchema { Bool.generationSchema }
}
