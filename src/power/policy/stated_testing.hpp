// For tests: numbers that a device states.
#pragma once

#include "power/device/sourced.hpp"

namespace ebb::inline power {

template <class T>
Sourced<T> stated(T value) {
  return {value, Source::measured, "this test", true};
}

}  // namespace ebb::inline power
