import Signals
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChangeSignalTests {
    @Test func aSignalWithoutAWaiterIsKept() async {
        let signal = ChangeSignal()
        signal.raise()
        signal.raise()
        await signal.wait()
        // Both signals were one: the next wait ends only by its cancellation.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signal.wait() }
            group.cancelAll()
        }
    }

    @Test func aCancelledWaitLeavesTheSignalForTheNextOne() async {
        let signal = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signal.wait() }
            group.cancelAll()
        }
        signal.raise()
        await signal.wait()
    }

    @Test func aWaitingTaskIsWoken() async {
        let signal = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signal.wait() }
            signal.raise()
        }
    }

    @Test func anObserverIsCalledAtEachSignal() {
        let signal = ChangeSignal()
        let count = Mutex(0)
        signal.observe { count.withLock { $0 += 1 } }
        signal.raise()
        signal.raise()
        #expect(count.withLock { $0 } == 2)
    }
}
