// What of the system Swift's Glibc module leaves out: the kind of file system a file is on, and whether others may read the process.

#ifndef TORII_CFILESYSTEM_SHIM_H
#define TORII_CFILESYSTEM_SHIM_H

#include <sys/prctl.h>
#include <sys/vfs.h>

// Keeps other processes of the same user from reading this one: its memory, its environment and its files in /proc.
static inline void cfilesystem_close_to_others(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Whether other processes of the same user may read this one.
static inline int cfilesystem_is_open_to_others(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1; }

// Whether room that was allocated there stays allocated: a block, once given to a file, is written in place (ext4, XFS, tmpfs; the
// numbers are those of statfs(2)). Where blocks are copied when they are written, a disk can still be full then.
static inline int cfilesystem_writes_in_place(int descriptor) {
    struct statfs information;
    if (fstatfs(descriptor, &information) != 0) return 0;
    switch ((unsigned long)information.f_type) {
    case 0xEF53UL:
    case 0x58465342UL:
    case 0x01021994UL:
        return 1;
    default:
        return 0;
    }
}

#endif
