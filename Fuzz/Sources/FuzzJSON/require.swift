/// Ends the process with a message if a property does not hold; unlike `precondition`, it prints it in a release build too.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
