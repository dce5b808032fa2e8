// libseccomp, and what of it Swift cannot import: function-like macros.
#pragma once
#include <seccomp.h>
#include <stdint.h>

// Flags that the C library's headers declare only under a feature macro.
enum {
    CSECCOMP_AT_EMPTY_PATH = 0x1000,
    CSECCOMP_CLONE_THREAD = 0x00010000,
};

// The action that makes a system call fail with an errno value instead of carrying it out.
static inline uint32_t cseccomp_fail_with(int code) { return SCMP_ACT_ERRNO(code); }

// Compares an argument of a system call with a value, under a mask.
static inline struct scmp_arg_cmp cseccomp_masked(unsigned argument, uint64_t mask, uint64_t value) {
    return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, value);
}
static inline struct scmp_arg_cmp cseccomp_equal(unsigned argument, uint64_t value) {
    return SCMP_CMP64(argument, SCMP_CMP_EQ, value);
}
