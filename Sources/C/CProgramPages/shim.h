// The release of the pages of the program's file, whose headers Swift's Glibc module leaves out.

#ifndef TORII_CPROGRAMPAGES_SHIM_H
#define TORII_CPROGRAMPAGES_SHIM_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

// Takes the pages of the program's file that are mapped for reading alone out of the process, and returns how many bytes they span. The
// kernel maps a page again, mostly from its cache of files, when it is used. Segments that the program or the loader may write are left
// alone, because what was written would be lost; so is a program whose code the loader changes.
static inline size_t cprogrampages_release(void) {
    const ElfW(Phdr) *headers = (const ElfW(Phdr) *)(uintptr_t)getauxval(AT_PHDR);
    size_t count = getauxval(AT_PHNUM);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const ElfW(Phdr) *own = NULL, *dynamic = NULL;
    if (headers == NULL || page == 0) return 0;
    for (size_t i = 0; i < count; i++) {
        if (headers[i].p_type == PT_PHDR) own = &headers[i];
        if (headers[i].p_type == PT_DYNAMIC) dynamic = &headers[i];
    }
    if (own == NULL || dynamic == NULL) return 0;
    uintptr_t base = (uintptr_t)headers - own->p_vaddr;
    for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(base + dynamic->p_vaddr); entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 0;
    }
    size_t released = 0;
    for (size_t i = 0; i < count; i++) {
        if (headers[i].p_type != PT_LOAD || (headers[i].p_flags & PF_W)) continue;
        // Whole pages only, because the first and the last may hold the end of another segment.
        uintptr_t start = (base + headers[i].p_vaddr + page - 1) / page * page;
        uintptr_t end = (base + headers[i].p_vaddr + headers[i].p_filesz) / page * page;
        if (end > start && madvise((void *)start, end - start, MADV_DONTNEED) == 0) released += end - start;
    }
    return released;
}

#endif
