// libyaml, which Swift can import as it is.
#pragma once
#include <yaml.h>
