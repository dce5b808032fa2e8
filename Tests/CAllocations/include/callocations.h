#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/// How often the calling thread has asked the C library for memory so far.
unsigned long callocations_count(void);

#endif
