// Counters of the kernel for events of another process (perf_event_open).

#ifndef TORII_CMEASURING_EVENT_H
#define TORII_CMEASURING_EVENT_H

#include <stdint.h>

// Each function starts to count, for one thread and the threads and processes that it starts. It returns a descriptor, or a negated
// error number. read(2) returns the count in 8 bytes.

int measuring_count_context_switches(int thread);

// Instructions outside the kernel, if the machine has a counter for them.
int measuring_count_instructions(int thread);

// A tracepoint, by its number in tracefs.
int measuring_count_tracepoint(int thread, uint64_t number);

#endif
