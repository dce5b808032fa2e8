// libgbm (Mesa's buffer allocator), and what Swift cannot import of it.
#pragma once
#include <gbm.h>
