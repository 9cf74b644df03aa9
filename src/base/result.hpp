// Either a value or the problems that prevented it.
#pragma once

#include <utility>
#include <variant>

#include "base/ensure.hpp"
#include "base/problem.hpp"

namespace ebb::inline base {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Problem problem) : state_(Problems{std::move(problem)}) {}
  Result(Problems problems) : state_(std::move(problems)) { ENSURE(!this->problems().empty()); }

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Problems& problems() const { return std::get<1>(state_); }

  const T& operator*() const& { return checked(); }
  T& operator*() & { return const_cast<T&>(checked()); }
  /// By value: `for (x : *f())` would go over what is gone already.
  T operator*() && { return std::move(const_cast<T&>(checked())); }
  const T* operator->() const { return &checked(); }
  T* operator->() { return const_cast<T*>(&checked()); }

 private:
  const T& checked() const {
    ENSURE(ok());
    return std::get<0>(state_);
  }
  std::variant<T, Problems> state_;
};

}  // namespace ebb::inline base
