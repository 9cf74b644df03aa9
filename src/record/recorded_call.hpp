// What a process of an MPI program did, call by call, with the time between the calls. Ranks are those of
// MPI_COMM_WORLD; a communicator has a number that its members agree on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ebb::inline record {

enum class Call : std::uint32_t {
  send,      ///< sent, by a blocking or a nonblocking call
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
  all_to_all_v,    ///< from this process to each one; the sizes are in `more`
  reduce_scatter,  ///< `bytes` arrive at each
  scan,            ///< `bytes` from each to the next
  ended            ///< a nonblocking collective call has ended: `request` names it
};

constexpr std::string_view name_of(Call call) {
  constexpr std::array<std::string_view, 17> names{
      "send",       "post",         "complete",       "barrier",  "broadcast", "reduce",
      "all_reduce", "all_gather",   "gather",         "gather_v", "scatter",   "scatter_v",
      "all_to_all", "all_to_all_v", "reduce_scatter", "scan",     "ended"};
  return names[static_cast<std::size_t>(call)];
}

struct RecordedCall {
  std::int64_t computed_ns = 0;  ///< since the previous call
  std::int64_t bytes = 0;
  Call call = Call::send;
  std::uint32_t peer = 0, tag = 0;
  /// Of `complete` and `ended`: the number of the receive or collective call. Of all others: their own
  /// number, which grows in the order in which the threads of a process made them.
  std::uint32_t request = 0;
  std::uint64_t group = 0;   ///< the communicator
  std::uint32_t first = 0;   ///< of all_to_all_v: index of its first size in `more`
  std::uint32_t begins = 0;  ///< 1: a nonblocking collective call; `request` names it
};

/// The calls of one thread among those of its process: from `first` to before `end`.
struct ThreadCalls {
  std::size_t first = 0, end = 0;
  /// The thread begins when the process's first thread has made `fork_after` calls, and ends before that one
  /// makes the call `join_before`. The first thread has zeros.
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
