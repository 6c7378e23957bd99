// A function that Swift's Glibc module omits.

#ifndef TORII_CMEASURING_HEAP_H
#define TORII_CMEASURING_HEAP_H

#include <stddef.h>

// The bytes of the C heap in use, in all arenas and separate mappings; 0 under a sanitizer, which has its own heap.
size_t measuring_heap_bytes(void);

#endif
