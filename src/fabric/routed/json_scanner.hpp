// Reads JSON from its beginning to its end without building a tree. Counters of all ports are read several
// times a second, and a tree took 20 times as long.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ebb::inline fabric {

class JsonScanner {
 public:
  /// Text that is cut off or not what was expected.
  struct Damage {
    std::string what;
  };

  /// The text outlives this. The functions below read the next value. They throw Damage.
  explicit JsonScanner(std::string_view text) : text_(text) {}

  /// Calls each(key) for each member; it reads the value or skips it.
  template <class Each>
  void object(Each each) {
    if (!begins('{', '}')) return;
    do {
      const std::string_view key = string();
      expect(':');
      each(key);
    } while (goes_on('}'));
  }
  /// Calls each() for each element; it reads the value or skips it.
  template <class Each>
  void array(Each each) {
    if (!begins('[', ']')) return;
    do each();
    while (goes_on(']'));
  }
  /// As it is written: one with an escaped character is damage.
  std::string_view string();
  std::uint64_t count();
  /// Any value. What it contains is not looked at.
  void skip();
  void expect_end();

 private:
  char next();
  void expect(char wanted);
  bool begins(char open, char close);
  bool goes_on(char close);
  void skip_string();
  [[noreturn]] void fail(std::string_view wanted) const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace ebb::inline fabric
