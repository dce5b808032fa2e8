// libseat: seatd, logind or a process of its own behind one interface.
#pragma once
#include <libseat.h>
