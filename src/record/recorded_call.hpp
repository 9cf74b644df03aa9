// What a process of an MPI program did, call by call, with the time between the calls. Ranks are those of all
// processes; a communicator has a number that its members agree on.
#pragma once

#include <cstdint>
#include <vector>

namespace ebb::inline record {

enum class Call : std::uint32_t {
  send,      ///< handed over, whether the call waits for it or not
  post,      ///< a receive begins; `request` names it
  complete,  ///< a receive has ended: `peer`, `tag` and `bytes` are those of its message
  barrier,
  broadcast,  ///< `bytes` from `peer` to all
  reduce,     ///< `bytes` from each to `peer`
  all_reduce,
  all_gather,      ///< `bytes` from each to all
  gather,          ///< `bytes` from this process to `peer`
  scatter,         ///< `bytes` from `peer` to this process
  all_to_all,      ///< `bytes` from each to each
  all_to_all_v,    ///< from this process to each one, as many bytes as `more` says
  reduce_scatter,  ///< `bytes` arrive at each
  scan,            ///< `bytes` from each to the next
  ended            ///< a collective call that did not wait has ended: `request` names it
};

struct RecordedCall {
  std::int64_t computed_ns = 0;  ///< since the call before
  std::int64_t bytes = 0;
  Call call = Call::send;
  std::uint32_t peer = 0, tag = 0, request = 0;
  std::uint64_t group = 0;   ///< the communicator
  std::uint32_t first = 0;   ///< of all_to_all_v: where its sizes begin in `more`
  std::uint32_t begins = 0;  ///< 1: a collective call that does not wait; `request` names it
};

struct ProcessLog {
  std::vector<RecordedCall> calls;
  std::vector<std::int64_t> more;
};

/// The members of a communicator, by its number.
struct Group {
  std::uint64_t number = 0;
  std::vector<std::uint32_t> members;
};

}  // namespace ebb::inline record
