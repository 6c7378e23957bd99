#define _GNU_SOURCE
#include "call_counts.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// The names by which glibc lets a program reach the functions that it replaces.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool is_counting;
static atomic_long allocations;
static atomic_long statement_steps;

static void count(atomic_long *counter) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

void call_counts_start(void) {
    atomic_store(&allocations, 0);
    atomic_store(&statement_steps, 0);
    atomic_store(&is_counting, true);
}

struct call_counts call_counts_stop(void) {
    atomic_store(&is_counting, false);
    return (struct call_counts){.allocations = atomic_load(&allocations), .statement_steps = atomic_load(&statement_steps)};
}

void *malloc(size_t size) {
    count(&allocations);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(&allocations);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count(&allocations);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(&allocations);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count(&allocations);
    void *found = __libc_memalign(alignment, size);
    if (found == NULL) return ENOMEM;
    *memory = found;
    return 0;
}

// The program refers to SQLite by its shared library, so this one is found first.
int sqlite3_step(void *statement) {
    static _Atomic(void *) found;
    void *next = atomic_load_explicit(&found, memory_order_relaxed);
    if (next == NULL) {
        next = dlsym(RTLD_NEXT, "sqlite3_step");
        if (next == NULL) abort();
        atomic_store_explicit(&found, next, memory_order_relaxed);
    }
    count(&statement_steps);
    return ((int (*)(void *))next)(statement);
}
