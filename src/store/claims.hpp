// How processes, on one machine or many, share work through a folder that all of them see: whoever makes the
// file of a claim first has it. Nothing here needs file locks, which shared file systems often lack.
//
// A claim is a symbolic link ID.0 whose target names its process: making one is atomic everywhere, with its
// content. A process shows that it lives by a file that it touches every few seconds. The claim of a dead
// process is taken over by making ID.1, then ID.2: nothing is ever deleted or replaced while others look, so
// two that try at once cannot both have it. Ages compare two files' times as the same file server noted them;
// the machines' clocks do not matter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace ebb::inline store {

enum class Claim : std::uint8_t {
  fresh,       ///< ours, and nobody had it before
  taken_over,  ///< ours now; it may have been done by the one who had it
  held         ///< by a living process
};

class Claims {
 public:
  /// Announces this process in `folder`, which is made when it is not there.
  static Result<Claims> open(const std::string& folder);
  /// Says that this process is gone, so that others need not wait to see it.
  ~Claims();
  Claims(Claims&& other) noexcept;
  Claims& operator=(Claims&&) = delete;

  Result<Claim> take(const std::string& id);
  /// Who has it and lives; empty when nobody does.
  std::string holder(const std::string& id) const;
  /// To be called every few seconds.
  void still_here() const;
  /// Others that live.
  std::vector<std::string> others() const;
  /// Removes all claims; only when everything is done and there are no others.
  void clear() const;

  const std::string& self() const { return self_; }

  /// A process on another machine that has not been heard of for so long is dead.
  static constexpr std::int64_t silence_seconds = 60;

 private:
  Claims(std::string folder, std::string self) : folder_(std::move(folder)), self_(std::move(self)) {}
  bool lives(const std::string& process) const;
  std::string sign_of(const std::string& process) const;

  std::string folder_, self_;
};

/// The machine's name, made safe for file names.
std::string machine_name();

}  // namespace ebb::inline store
