#define _GNU_SOURCE
#include "event.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static int count(int thread, struct perf_event_attr attributes) {
    attributes.size = sizeof attributes;
    attributes.inherit = 1;
    long descriptor = syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return descriptor < 0 ? -errno : (int)descriptor;
}

int measuring_count_context_switches(int thread) {
    return count(
        thread, (struct perf_event_attr){.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CONTEXT_SWITCHES}
    );
}

int measuring_count_instructions(int thread) {
    return count(
        thread,
        (struct perf_event_attr){.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS, .exclude_kernel = 1}
    );
}

int measuring_count_tracepoint(int thread, uint64_t number) {
    return count(thread, (struct perf_event_attr){.type = PERF_TYPE_TRACEPOINT, .config = number});
}
