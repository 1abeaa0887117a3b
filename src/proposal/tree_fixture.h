#pragma once

#include "base/tree_fixture.h"
