// Counts calls of functions of libraries in this process, of all threads.
//
// This target defines the functions itself and passes each call on, so a program that links it counts in the libraries as well. It
// works with glibc and a shared SQLite, and not under a sanitizer, which replaces the same functions.

#ifndef TORII_CCALLCOUNTS_CALL_COUNTS_H
#define TORII_CCALLCOUNTS_CALL_COUNTS_H

struct call_counts {
    // Calls of malloc, calloc, realloc, posix_memalign and aligned_alloc.
    long allocations;
    // Calls of sqlite3_step: each SQL statement has one at least.
    long statement_steps;
};

// Starts to count at zero.
void call_counts_start(void);

// Stops, and returns the counts since the start.
struct call_counts call_counts_stop(void);

#endif
