extension SchemaCatalog {
    /// Checks a registration by the rules that the macros check when an app is compiled, because a client may be written
    /// in any language.
    ///
    /// - Parameter strictGroups: Whether an incomplete group (Mail, Clock, Messages) is rejected; otherwise it is a warning.
    public func check(_ registration: ToolboxRegistration, strictGroups: Bool = false) -> RegistrationReport {
        var check = RegistrationCheck(registration, catalog: self)
        check.run(strictGroups: strictGroups)
        return check.report
    }
}
