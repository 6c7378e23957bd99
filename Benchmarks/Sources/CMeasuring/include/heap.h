// What Swift's Glibc module leaves out.

#ifndef TORII_CMEASURING_HEAP_H
#define TORII_CMEASURING_HEAP_H

#include <stddef.h>

// Bytes of the C heap in use, in all arenas and in mappings of their own; 0 under a sanitizer, which has a heap of its own.
size_t measuring_heap_bytes(void);

#endif
