// Counters of the kernel for another process's events (perf_event_open).

#ifndef TORII_CMEASURING_EVENT_H
#define TORII_CMEASURING_EVENT_H

#include <stdint.h>

// Each of these counts from now on, for one thread and the threads and processes that it starts. The result is a descriptor, or an
// error's number, negated. read(2) gives the count, 8 bytes.

int measuring_count_context_switches(int thread);

// Instructions outside the kernel, where the machine has a counter for them.
int measuring_count_instructions(int thread);

// A tracepoint, by the number that tracefs tells.
int measuring_count_tracepoint(int thread, uint64_t number);

#endif
