import Foundation
import Synchronization

extension RunActions {
    /// The calls on devices, those that are over among them.
    var deviceCalls: [DeviceCall] {
        open.compactMap { open in
            if case .device(let call)? = open.answer { return call }
            return open.device
        }
            + past.values.compactMap { answer in
                if case .device(let call) = answer { return call }
                return nil
            }
    }

    /// Returns the call with an id.
    func deviceCall(_ id: String) -> DeviceCall? { deviceCalls.first { $0.id == id } }
}

extension LiveRun {
    /// Changes a call on a device that the run waits for.
    ///
    /// The caller then calls ``finishAnswering()`` once the run has resumed or cannot resume yet.
    ///
    /// - Returns: Whether all calls are over, so that the run can resume.
    /// - Throws: ``DeviceCall/Refusal`` if the call does not permit the change.
    func changeDeviceCall(
        _ id: String,
        at time: Date,
        _ change: (inout DeviceCall, Date) throws(DeviceCall.Refusal) -> Void
    ) throws(DeviceCall.Refusal) -> Bool {
        let result: Result<Bool, DeviceCall.Refusal> = state.withLock { state in
            do throws(DeviceCall.Refusal) {
                if let index = state.actions.open.firstIndex(where: { $0.device?.id == id }), !state.actions.isClosed {
                    // A run that was stopped does not resume, and its calls are withdrawn.
                    guard state.machine.isWaiting else { throw .over }
                    let before = state.actions.open[index].device
                    try state.actions.open[index].changeDevice { call throws(DeviceCall.Refusal) in
                        try change(&call, time)
                    }
                    if state.actions.open[index].device != before {
                        state.revision += 1
                        state.noteAnswers()
                    }
                } else if var call = state.actions.deviceCall(id) {
                    // It is over: only a repeated request is accepted.
                    call.cancel()
                    try change(&call, time)
                } else {
                    throw .over
                }
                state.answererCount += 1
                return .success(state.machine.isWaiting && state.actions.isComplete)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
