// Explains the synchronization of a contended Swift `Mutex` to ThreadSanitizer.
//
// The fast path of a `Mutex` is compiled into the code that uses it, where ThreadSanitizer sees its atomics. The slow path is in
// the Synchronization library, which is not instrumented, and ends in the kernel: without this file the sanitizer sees two
// threads in the same critical section whenever one had to wait for the other, and reports a false race. The two functions of
// the slow path are therefore wrapped, and each reports what it did. Only these two facts are added; no report is suppressed.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(), in Swift's calling convention. Definitions in the program
// have precedence over the library's, which are found by name.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT_SELF __attribute__((swift_context))

typedef __attribute__((swiftcall)) void (*lock_function)(uint32_t thread, SWIFT_SELF void *handle);
typedef __attribute__((swiftcall)) void (*unlock_function)(SWIFT_SELF void *handle);

__attribute__((swiftcall)) void mutex_lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void mutex_unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

static lock_function library_lock;
static unlock_function library_unlock;

// Runs before main, while there is only one thread.
__attribute__((constructor)) static void find_library_functions(void) {
    library_lock = (lock_function)dlsym(RTLD_NEXT, LOCK_SLOW);
    library_unlock = (unlock_function)dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (!library_lock || !library_unlock) abort();
}

__attribute__((swiftcall)) void mutex_lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
    library_lock(thread, handle);
    __tsan_acquire(handle);
}

__attribute__((swiftcall)) void mutex_unlock_slow(SWIFT_SELF void *handle) {
    __tsan_release(handle);
    library_unlock(handle);
}

#endif
#endif
