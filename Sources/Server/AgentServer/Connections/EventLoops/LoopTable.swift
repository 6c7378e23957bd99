import NIOCore
import Synchronization

/// One object for each event loop, created on first use.
final class LoopTable<Object: AnyObject & Sendable>: Sendable {
    private let objects = Mutex<[ObjectIdentifier: Object]>([:])
    private let make: @Sendable (any EventLoop) -> Object

    /// Creates an empty table.
    init(_ make: @escaping @Sendable (any EventLoop) -> Object) { self.make = make }

    /// The object of an event loop; always the same one.
    subscript(eventLoop: any EventLoop) -> Object {
        objects.withLock { objects in
            if let object = objects[ObjectIdentifier(eventLoop)] { return object }
            let object = make(eventLoop)
            objects[ObjectIdentifier(eventLoop)] = object
            return object
        }
    }
}
