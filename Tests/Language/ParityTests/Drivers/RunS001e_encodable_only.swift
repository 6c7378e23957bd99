@main
struct Driver {
    static func main() { print(s001e()) }
}
