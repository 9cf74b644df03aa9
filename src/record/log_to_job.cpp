#include "record/log_to_job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "record/collectives.hpp"

namespace ebb::inline record {
namespace {

/// Who sends to whom with which tag in which communicator: what MPI matches by.
using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;

class Reader {
 public:
  Reader(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job)
      : logs_(logs), job_(job), at_(logs.size(), 0), place_of_(logs.size()) {
    for (const Group& group : groups) members_.emplace(group.number, group.members);
    for (std::uint32_t p = 0; p < logs.size(); ++p) order_receives(p);
  }

  /// Lets each process go on until it waits for what another one has not done yet.
  std::string read() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t p = 0; p < logs_.size(); ++p)
        while (at_[p] < logs_[p].calls.size() && step(p)) moved = true;
    }
    for (std::uint32_t p = 0; p < logs_.size(); ++p)
      if (at_[p] < logs_[p].calls.size())
        return fmt::format("process {} waits in its call {} of {} for something that nobody has done", p,
                           at_[p], logs_[p].calls.size());
    return "";
  }

 private:
  /// Receives are matched in the order in which they were posted, whenever they complete.
  void order_receives(std::uint32_t p) {
    std::unordered_map<std::uint32_t, std::size_t> posted;     // by request: when
    std::vector<std::pair<std::size_t, std::size_t>> by_post;  // when, and which call completes it
    const auto& calls = logs_[p].calls;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].call == Call::post) posted[calls[i].request] = i;
      if (calls[i].call == Call::complete) by_post.emplace_back(posted[calls[i].request], i);
    }
    std::sort(by_post.begin(), by_post.end());
    std::map<Channel, std::uint32_t> count;
    for (const auto& [post, complete] : by_post) {
      const RecordedCall& c = calls[complete];
      place_of_[p][complete] = count[{c.peer, p, c.tag, c.group}]++;
    }
  }

  bool step(std::uint32_t p) {
    const RecordedCall& c = logs_[p].calls[at_[p]];
    if (c.call == Call::post) return done(p, c);
    if (c.begins) return begin(p, c);
    if (c.call == Call::ended) return end(p, c);
    if (c.call == Call::send) {
      done(p, c);
      if (c.peer == p) return true;  // to itself: it never meets the network
      sent_[{p, c.peer, c.tag, c.group}].push_back(
          job_.send(p, c.peer, {std::max<std::int64_t>(1, c.bytes)}));
      return true;
    }
    if (c.call == Call::complete) {
      if (c.peer == p) return done(p, c);  // from itself: it never meets the network
      const std::vector<std::uint32_t>& sent = sent_[{c.peer, p, c.tag, c.group}];
      const std::uint32_t place = place_of_[p][at_[p]];
      if (place >= sent.size()) return false;
      done(p, c);
      job_.receive(p, sent[place]);
      return true;
    }
    return step_together(c.group);
  }

  /// Takes the call off the process's log; the time before it is spent.
  bool done(std::uint32_t p, const RecordedCall& c) {
    job_.compute(p, {c.computed_ns * 1'000});
    ++at_[p];
    return true;
  }

  /// A collective call is made when all members of the communicator have come to it.
  bool step_together(std::uint64_t group) {
    const auto found = members_.find(group);
    if (found == members_.end()) return false;
    const std::vector<std::uint32_t>& members = found->second;
    std::vector<const RecordedCall*> calls;
    for (const std::uint32_t p : members) {
      if (at_[p] >= logs_[p].calls.size()) return false;
      calls.push_back(&logs_[p].calls[at_[p]]);
      if (calls.back()->group != group || calls.back()->call != calls.front()->call) return false;
    }
    for (std::size_t i = 0; i < members.size(); ++i) done(members[i], *calls[i]);
    make(members, members, calls);
    return true;
  }

  /// A collective call that does not wait goes on beside the process. Its messages are made when all members
  /// have begun it; of one communicator, the first of a process belongs to the first of each other.
  bool begin(std::uint32_t p, const RecordedCall& c) {
    const auto found = members_.find(c.group);
    if (found == members_.end()) return false;
    const std::vector<std::uint32_t>& members = found->second;
    const auto place =
        static_cast<std::size_t>(std::find(members.begin(), members.end(), p) - members.begin());
    if (place == members.size()) return false;
    done(p, c);
    const std::size_t number = begun_by_[{p, c.group}]++;
    Begun& begun = begun_[{c.group, number}];
    begun.calls.resize(members.size()), begun.sides.resize(members.size());
    begun.calls[place] = &c, begun.sides[place] = job_.fork(p);
    going_on_[{p, c.request}] = {&begun, begun.sides[place]};
    if (++begun.arrived == members.size()) make(members, begun.sides, begun.calls);
    return true;
  }
  bool end(std::uint32_t p, const RecordedCall& c) {
    const auto found = going_on_.find({p, c.request});
    if (found == going_on_.end()) return false;
    const auto [begun, side] = found->second;
    if (begun->arrived < begun->sides.size()) return false;
    done(p, c);
    job_.join(p, side);
    going_on_.erase(found);
    return true;
  }

  /// `actors` send and receive: the members themselves, or what goes on beside them.
  void make(Members members, Members actors, const std::vector<const RecordedCall*>& calls) {
    const RecordedCall& c = *calls.front();
    const Bytes size{c.bytes};
    const auto root =
        static_cast<std::uint32_t>(std::find(members.begin(), members.end(), c.peer) - members.begin());
    const SizeOf own = [&](std::uint32_t from, std::uint32_t) { return calls[from]->bytes; };
    switch (c.call) {
      case Call::barrier:
        return make_barrier(job_, actors);
      case Call::broadcast:
        return make_broadcast(job_, actors, root, size);
      case Call::reduce:
        return make_reduce(job_, actors, root, size);
      case Call::all_reduce:
        return make_all_reduce(job_, actors, size);
      case Call::all_gather:
        return make_all_gather(job_, actors, size);
      case Call::gather:
        return make_gather(job_, actors, root, own);
      case Call::scatter:
        return make_scatter(job_, actors, root,
                            [&](std::uint32_t, std::uint32_t to) { return calls[to]->bytes; });
      case Call::all_to_all:
      case Call::reduce_scatter:
        return make_all_to_all(job_, actors, own);
      case Call::all_to_all_v:
        return make_all_to_all(job_, actors, [&](std::uint32_t from, std::uint32_t to) {
          return logs_[members[from]].more[calls[from]->first + to];
        });
      case Call::scan:
        return make_scan(job_, actors, size);
      case Call::send:
      case Call::post:
      case Call::complete:
      case Call::ended:
        break;
    }
  }

  const std::vector<ProcessLog>& logs_;
  JobMaker& job_;
  std::vector<std::size_t> at_;  ///< the call that each process has come to
  std::vector<std::unordered_map<std::size_t, std::uint32_t>> place_of_;  ///< of each receive, on its channel
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> members_;
  std::map<Channel, std::vector<std::uint32_t>> sent_;

  /// A collective call that does not wait, on its way.
  struct Begun {
    std::vector<const RecordedCall*> calls;  ///< by the members' places
    std::vector<std::uint32_t> sides;
    std::size_t arrived = 0;
  };
  std::map<std::pair<std::uint64_t, std::size_t>, Begun> begun_;             ///< by communicator and number
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> begun_by_;  ///< a process, in a communicator
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Begun*, ProcessId>> going_on_;  ///< by request
};

}  // namespace

std::string log_to_job(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job) {
  return Reader(logs, groups, job).read();
}

}  // namespace ebb::inline record
