// What a process of an MPI program did, call by call, with the time between the calls. Ranks are those of all
// processes; a communicator has a number that its members agree on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ebb::inline record {

enum class Call : std::uint32_t {
  send,      ///< handed over, whether the call waits for it or not
  post,      ///< a receive begins; `request` names it
  complete,  ///< a receive has ended: `peer`, `tag` and `bytes` are those of its message
  barrier,
  broadcast,  ///< `bytes` from `peer` to all
  reduce,     ///< `bytes` from each to `peer`, in elements of `tag` bytes
  all_reduce,
  all_gather,      ///< `bytes` from each to all
  gather,          ///< `bytes` from this process to `peer`
  gather_v,        ///< the same; processes may have different sizes
  scatter,         ///< `bytes` from `peer` to this process
  scatter_v,       ///< the same; processes may have different sizes
  all_to_all,      ///< `bytes` from each to each
  all_to_all_v,    ///< from this process to each one, as many bytes as `more` says
  reduce_scatter,  ///< `bytes` arrive at each
  scan,            ///< `bytes` from each to the next
  ended            ///< a collective call that did not wait has ended: `request` names it
};

constexpr std::string_view name_of(Call call) {
  constexpr std::array<std::string_view, 17> names{
      "send",       "post",         "complete",       "barrier",  "broadcast", "reduce",
      "all_reduce", "all_gather",   "gather",         "gather_v", "scatter",   "scatter_v",
      "all_to_all", "all_to_all_v", "reduce_scatter", "scan",     "ended"};
  return names[static_cast<std::size_t>(call)];
}

struct RecordedCall {
  std::int64_t computed_ns = 0;  ///< since the call before
  std::int64_t bytes = 0;
  Call call = Call::send;
  std::uint32_t peer = 0, tag = 0;
  /// Of `complete` and `ended`: which receive or collective call. Of all others their own number, which grows
  /// in the order in which the threads of a process made them: it tells which came first.
  std::uint32_t request = 0;
  std::uint64_t group = 0;   ///< the communicator
  std::uint32_t first = 0;   ///< of all_to_all_v: where its sizes begin in `more`
  std::uint32_t begins = 0;  ///< 1: a collective call that does not wait; `request` names it
};

/// The calls of one thread among those of its process, one after the other from `first` to before `end`.
struct ThreadCalls {
  std::size_t first = 0, end = 0;
  /// The thread begins when the process's first thread has made so many calls, and has ended before that one
  /// makes the call of this number. The first thread has zeros.
  std::size_t fork_after = 0, join_before = 0;
};

struct ProcessLog {
  std::vector<RecordedCall> calls;
  std::vector<std::int64_t> more;
  std::vector<ThreadCalls> threads = {};  ///< empty: all calls are those of one thread
};

/// The members of a communicator, by its number.
struct Group {
  std::uint64_t number = 0;
  std::vector<std::uint32_t> members;
};

}  // namespace ebb::inline record
