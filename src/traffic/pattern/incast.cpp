#include "traffic/pattern/incast.hpp"

#include "base/random.hpp"
#include "traffic/pattern/random_choice.hpp"

namespace ebb::inline traffic {

Problems Incast::check() const {
  Problems problems;
  if (receiver < 0)
    problems.push_back(
        {"receiver", fmt::format("is {}, but hosts are numbered from 0", receiver), "for example: 0"});
  if (senders < 0)
    problems.push_back({"senders", fmt::format("is {}, but must not be negative", senders),
                        "0 stands for all hosts but the receiver"});
  return problems;
}

Problems Incast::bind(const Network& network, std::uint64_t seed) {
  Problems problems = require_two_hosts(network);
  if (receiver >= network.hosts)
    problems.push_back({"receiver", fmt::format("is host {}, which the network does not have", receiver),
                        fmt::format("hosts are numbered from 0 to {}", network.hosts - 1)});
  if (senders >= network.hosts)
    problems.push_back(
        {"senders",
         fmt::format("is {}, but there are only {} hosts beside the receiver", senders, network.hosts - 1),
         "0 stands for all of them"});
  if (!problems.empty()) return problems;
  const auto to = static_cast<HostId>(receiver);
  sends_.assign(network.hosts, senders == 0);
  Random random = choice_stream(seed);
  std::int64_t left = senders;
  if (left > 0)
    for (HostId h : shuffled_hosts(network.hosts, random))
      if (h != to && left > 0) sends_[h] = 1, --left;
  sends_[to] = 0;
  return {};
}

}  // namespace ebb::inline traffic
