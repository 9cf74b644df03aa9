// How processes, on one machine or many, share work through a folder that all of them see: whoever makes the
// file of a claim first has it. Nothing here needs file locks, which shared file systems often lack.
//
// A claim is a symbolic link ID.0 whose target names its process: making one is atomic everywhere, with its
// content. A process shows that it lives by a file that it touches every few seconds. The claim of a dead
// process is taken over by making ID.1, then ID.2: nothing is ever deleted or replaced while others look, so
// two that try at once cannot both have it. Ages compare two files' times as the same file server noted them;
// the machines' clocks do not matter, and a file server's that jumps does not either: a process is dead only
// when it has also kept still while we watched.
//
// Claims are removed only behind a closed door: whoever wants to clear them claims "closing", then looks for
// others; whoever comes shows that it lives, then looks for that claim and waits. One of the two sees the
// other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "store/process_name.hpp"

namespace ebb::inline store {

enum class Claim : std::uint8_t {
  fresh,       ///< ours, and nobody had it before
  taken_over,  ///< ours now; it may have been done by the one who had it
  held         ///< by a living process
};

/// When a process on another machine is taken for dead; a living one is heard of every 5 s.
struct Silence {
  double age_seconds = 60;      ///< its sign is older than ours by this much,
  double watched_seconds = 12;  ///< and has not changed for this long while we looked on;
  double alone_seconds = 120;  ///< or it has not changed for this long, whatever the file server's clock says
};

class Claims {
 public:
  /// Announces this process in `folder`, which is made when it is not there; a link is not followed. Waits
  /// while another process clears the claims, and clears those that dead ones have left.
  static Result<Claims> open(const std::string& folder, const Silence& silence = {});
  /// Says that this process is gone, so that others need not wait to see it.
  ~Claims();
  Claims(Claims&& other) noexcept;
  Claims& operator=(Claims&&) = delete;

  Result<Claim> take(const std::string& id);
  /// As take(), for something that is no work and can be given back: it is, at the end.
  Result<Claim> borrow(const std::string& id);
  /// Who has it and lives; empty when nobody does.
  std::string holder(const std::string& id) const;
  /// To be called every few seconds.
  void still_here() const;
  /// Others that live.
  std::vector<std::string> others() const;
  /// Removes all claims that are not borrowed, unless there are others. What is not ebb's stays.
  void clear_if_alone();

  const std::string& self() const { return self_; }

 private:
  Claims(std::string folder, std::string self, const Silence& silence)
      : folder_(std::move(folder)), self_(std::move(self)), silence_(silence) {}
  struct Taken {
    Claim claim = Claim::held;
    int generation = 0;  ///< of the link that says so: one more than those before us that died
  };
  Result<Taken> try_take(const std::string& id);
  Problems announce();
  bool lives(const std::string& process) const;
  bool is_silent(const std::string& process, std::int64_t seen_ns) const;
  std::string sign_of(const std::string& process) const;
  std::string link_of(const std::string& id, int generation) const;
  void remove_claims() const;
  void open_door(int top) const;

  std::string folder_, self_;
  Silence silence_;
  std::vector<std::string> borrowed_;
  struct Seen {
    std::int64_t sign_ns = 0;  ///< the sign's time
    double since = 0;          ///< on our clock, which never jumps
  };
  mutable std::map<std::string, Seen> seen_;
};

}  // namespace ebb::inline store
