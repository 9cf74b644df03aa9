// Matches calls of different processes: a message's send with its receive, and the same collective call of
// all members.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "record/recorded_call.hpp"

namespace ebb::inline record {

/// The position of a call on its channel. A channel is what MPI matches by: sender, receiver, tag and
/// communicator; or a communicator, separately for its blocking and its nonblocking collective calls.
struct CallPlace {
  std::uint32_t channel = 0;
  std::uint32_t place = 0;  ///< index on its channel, from 0
};

class CallOrder {
 public:
  explicit CallOrder(const std::vector<ProcessLog>& logs);

  /// Returns the place of a send, a completed receive or a collective call.
  const CallPlace& of(std::uint32_t process, std::size_t call) const { return places_[process][call]; }
  std::size_t channels() const { return channels_.size(); }

 private:
  using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;
  std::uint32_t number_of(const Channel& channel);
  void order(std::uint32_t process, const std::vector<RecordedCall>& calls);

  std::map<Channel, std::uint32_t> channels_;
  std::vector<std::vector<CallPlace>> places_;
};

}  // namespace ebb::inline record
