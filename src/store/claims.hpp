// Processes on one or many machines share work through a common folder: the first process to create the file
// of a claim owns it. Nothing here needs file locks, which shared file systems often lack.
//
// A claim is a symbolic link ID.0 whose target names its process: creating one is atomic on every file
// system, including its content. A process shows that it is alive by touching its heartbeat file every few
// seconds. The claim of a dead process is taken over by creating ID.1, then ID.2. Nothing is deleted or
// replaced while other processes may look, so of two that try at once only one succeeds. An age is the
// difference of two file times of the same file server, so the machines' clocks do not matter. A jump of the
// file server's clock does no harm either: a process counts as dead only if its heartbeat also stood still
// while we watched.
//
// Clearing the claims takes an exclusive lock: a process that clears first claims "closing", then looks for
// other processes. A process that starts first writes its heartbeat file, then looks for that claim and
// waits. So at least one of the two sees the other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "store/process_name.hpp"

namespace ebb::inline store {

enum class Claim : std::uint8_t {
  fresh,       ///< ours; no process had it before
  taken_over,  ///< ours now; its former holder may have done the work
  held         ///< by a live process
};

/// When a process on another machine counts as dead. A live one touches its heartbeat file every 5 s.
struct Silence {
  double age_seconds = 60;      ///< its heartbeat file is older than ours by this much,
  double watched_seconds = 12;  ///< and has not changed for this long while we watched;
  double alone_seconds = 120;   ///< or it has not changed for this long, whatever the file server's clock
};

class Claims {
 public:
  /// Announces this process in `folder`, which is created if missing; a symbolic link is not followed. Waits
  /// while another process clears the claims. Clears the claims of dead processes.
  static Result<Claims> open(const std::string& folder, const Silence& silence = {});
  /// Removes this process's heartbeat file, so that others need not wait for a timeout.
  ~Claims();
  Claims(Claims&& other) noexcept;
  Claims& operator=(Claims&&) = delete;

  Result<Claim> take(const std::string& id);
  /// As take(), for a claim that is not work. It is released when this object is destroyed.
  Result<Claim> borrow(const std::string& id);
  /// Returns the live process that holds the claim; empty when there is none.
  std::string holder(const std::string& id) const;
  /// Touches the heartbeat file. Call it every few seconds.
  void still_here() const;
  /// Other live processes.
  std::vector<std::string> others() const;
  /// Removes all claims that are not borrowed, unless other processes are live. Files that ebb did not make
  /// stay.
  void clear_if_alone();

  const std::string& self() const { return self_; }

 private:
  Claims(std::string folder, std::string self, const Silence& silence)
      : folder_(std::move(folder)), self_(std::move(self)), silence_(silence) {}
  struct Taken {
    Claim claim = Claim::held;
    int generation = 0;  ///< of our link: the number of dead holders before us
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
    std::int64_t sign_ns = 0;  ///< modification time of the heartbeat file
    double since = 0;          ///< on our monotonic clock
  };
  mutable std::map<std::string, Seen> seen_;
};

}  // namespace ebb::inline store
