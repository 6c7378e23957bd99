// What the C library's allocator says of itself, which Swift's Glibc module leaves out.

#ifndef TORII_CMALLOC_SHIM_H
#define TORII_CMALLOC_SHIM_H

#include <malloc.h>
#include <stddef.h>

// How many bytes of the heap are in use, those in mappings of their own included; 0 where that cannot be told.
static inline size_t cmalloc_bytes_in_use(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

#endif
