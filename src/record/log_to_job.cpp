#include "record/log_to_job.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "record/call_order.hpp"

namespace ebb::inline record {
namespace {

using Members = std::vector<std::uint32_t>;
constexpr std::uint32_t not_yet = ~0u;

void count(AlgorithmUse& use, std::int64_t bytes) {
  ++use.calls;
  use.least = std::min(use.least, bytes), use.most = std::max(use.most, bytes);
}

/// A thread of a process, and its position in its calls.
struct Thread {
  std::uint32_t process = 0;
  ThreadCalls calls;
  std::size_t at = 0;   ///< its current call, among those of its process
  ProcessId actor = 0;  ///< in the job: the process, or an actor forked from it
  bool begun = true, joined = false;
  bool has_computed = false;  ///< the computing time before the current call is added to the job

  bool has_ended() const { return at == calls.end; }
};

class Reader {
 public:
  Reader(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job,
         CollectiveRules rules, AlgorithmUses* used)
      : logs_(logs), job_(job), rules_(rules), used_(used), order_(logs), sent_(order_.channels()) {
    for (const Group& group : groups) members_.emplace(group.number, group.members);
    for (std::uint32_t p = 0; p < logs.size(); ++p) add_threads(p);
  }

  /// Advances each thread until it waits for something that another one has not done yet.
  std::string read() {
    for (bool moved = true; moved;) {
      moved = false;
      for (Thread& t : threads_)
        while (!t.has_ended() && may_go_on(t) && step(t)) moved = true;
    }
    for (const Thread& t : threads_)
      if (!t.has_ended())
        return fmt::format("process {} waits in its call {} of {} for something that no process has done",
                           t.process, t.at - t.calls.first, t.calls.end - t.calls.first);
    return "";
  }

 private:
  void add_threads(std::uint32_t p) {
    first_thread_.push_back(threads_.size());
    const ProcessLog& log = logs_[p];
    if (log.threads.empty()) threads_.push_back({p, {0, log.calls.size(), 0, 0}, 0, p});
    for (const ThreadCalls& calls : log.threads)
      threads_.push_back({p, calls, calls.first, p, threads_.size() == first_thread_[p]});
  }
  std::size_t past_threads_of(std::uint32_t p) const {
    return p + 1 < first_thread_.size() ? first_thread_[p + 1] : threads_.size();
  }

  /// A process's first thread waits for threads that ended before its next call. The others begin when the
  /// first one has reached their fork.
  bool may_go_on(Thread& t) {
    const std::size_t first = first_thread_[t.process];
    Thread& main = threads_[first];
    if (&t != &main) {
      begin_if_due(t, main);
      return t.begun;
    }
    for (std::size_t i = first + 1; i < past_threads_of(t.process); ++i) begin_if_due(threads_[i], main);
    for (std::size_t i = first + 1; i < past_threads_of(t.process); ++i) {
      Thread& other = threads_[i];
      if (other.joined || main.at < other.calls.join_before) continue;
      if (!other.has_ended()) return false;
      // It ran while the first thread computed, or waited for it.
      spend(main, logs_[t.process].calls[main.at]);
      if (other.begun) job_.join(main.actor, other.actor);
      other.joined = true;
    }
    return true;
  }
  void begin_if_due(Thread& t, const Thread& main) {
    if (t.begun || main.at < t.calls.fork_after) return;
    t.actor = job_.fork(main.actor), t.begun = true;
  }

  bool step(Thread& t) {
    const std::uint32_t p = t.process;
    const RecordedCall& c = logs_[p].calls[t.at];
    if (c.call == Call::post) return done(t, c);
    if (c.begins) return begin(t, c);
    if (c.call == Call::ended) return end(t, c);
    if (c.call != Call::send && c.call != Call::complete) return step_together(t, c);
    if (c.peer == p) return done(t, c);  // to itself: it never uses the network
    const CallPlace& place = order_.of(p, t.at);
    std::vector<std::uint32_t>& sent = sent_[place.channel];
    if (c.call == Call::send) {
      done(t, c);
      if (place.place >= sent.size()) sent.resize(place.place + std::size_t{1}, not_yet);
      sent[place.place] = job_.send(t.actor, c.peer, {std::max<std::int64_t>(1, c.bytes)});
      return true;
    }
    if (place.place >= sent.size() || sent[place.place] == not_yet) return false;
    done(t, c);
    job_.receive(t.actor, sent[place.place]);
    return true;
  }

  /// Adds the computing time before a call to the job, once.
  void spend(Thread& t, const RecordedCall& c) {
    if (!t.has_computed) job_.compute(t.actor, {c.computed_ns * 1'000});
    t.has_computed = true;
  }
  /// Consumes the thread's current call, with the computing time before it.
  bool done(Thread& t, const RecordedCall& c) {
    spend(t, c);
    t.has_computed = false, ++t.at;
    return true;
  }

  /// Returns the thread of a process whose current call is the collective call at this place of its
  /// communicator.
  Thread* who_is_at(std::uint32_t p, std::uint64_t group, const CallPlace& place, Call call) {
    for (std::size_t i = first_thread_[p]; i < past_threads_of(p); ++i) {
      Thread& t = threads_[i];
      if (t.has_ended() || !may_go_on(t)) continue;
      const RecordedCall& c = logs_[p].calls[t.at];
      if (c.group != group || c.call != call || c.begins) continue;
      if (order_.of(p, t.at).place == place.place) return &t;
    }
    return nullptr;
  }

  /// A blocking collective call is made when all members of the communicator have reached it.
  bool step_together(const Thread& first, const RecordedCall& c) {
    const auto found = members_.find(c.group);
    if (found == members_.end()) return false;
    const Members& members = found->second;
    const CallPlace place = order_.of(first.process, first.at);
    together_.clear(), calls_.clear(), actors_.clear();
    for (const std::uint32_t p : members) {
      Thread* t = who_is_at(p, c.group, place, c.call);
      if (!t) return false;
      together_.push_back(t), calls_.push_back(&logs_[p].calls[t->at]), actors_.push_back(t->actor);
    }
    for (std::size_t i = 0; i < members.size(); ++i) done(*together_[i], *calls_[i]);
    make(members, actors_, calls_);
    return true;
  }

  /// A nonblocking collective call runs as an actor beside the thread. Its messages are made when all members
  /// have begun it. Calls on one communicator are matched by their order.
  bool begin(Thread& t, const RecordedCall& c) {
    const auto found = members_.find(c.group);
    if (found == members_.end()) return false;
    const Members& members = found->second;
    const auto place =
        static_cast<std::size_t>(std::find(members.begin(), members.end(), t.process) - members.begin());
    if (place == members.size()) return false;
    Begun& begun = begun_[{c.group, order_.of(t.process, t.at).place}];
    done(t, c);
    begun.calls.resize(members.size()), begun.sides.resize(members.size());
    begun.calls[place] = &c, begun.sides[place] = job_.fork(t.actor);
    going_on_[{t.process, c.request}] = {&begun, begun.sides[place]};
    if (++begun.arrived == members.size()) make(members, begun.sides, begun.calls);
    return true;
  }
  bool end(Thread& t, const RecordedCall& c) {
    const auto found = going_on_.find({t.process, c.request});
    if (found == going_on_.end()) return false;
    const auto [begun, side] = found->second;
    if (begun->arrived < begun->sides.size()) return false;
    done(t, c);
    job_.join(t.actor, side);
    going_on_.erase(found);
    return true;
  }

  /// `actors` send and receive: the members' threads, or the actors beside them.
  void make(const Members& members, const std::vector<ProcessId>& actors,
            const std::vector<const RecordedCall*>& calls) {
    if (members.size() < 2) return;
    const RecordedCall& c = *calls.front();
    CollectiveCall call{c.call, static_cast<std::uint32_t>(members.size()), 0, c.bytes, c.tag};
    const auto root = std::find(members.begin(), members.end(), c.peer);
    if (root != members.end()) call.root = static_cast<std::uint32_t>(root - members.begin());
    const SizeOf size = [&](std::uint32_t from, std::uint32_t to) {
      if (c.call == Call::all_to_all_v) return logs_[members[from]].more[calls[from]->first + to];
      const bool from_root = c.call == Call::scatter || c.call == Call::scatter_v;
      return calls[from_root ? to : from]->bytes;
    };
    const Algorithm how = choose(rules_, call);
    if (used_) count((*used_)[{c.call, how}], c.bytes);
    run_collective(call, how, rules_, size, [&](const Round& round) { add(round, actors); });
  }

  /// All send first, then all wait, so that no member blocks another.
  void add(const Round& round, const std::vector<ProcessId>& actors) {
    numbers_.clear();
    for (const RoundMessage& m : round)
      numbers_.push_back(m.size() > 0 ? job_.send(actors[m.from], actors[m.to], {m.size()}) : not_yet);
    for (std::size_t i = 0; i < round.size(); ++i)
      if (numbers_[i] != not_yet) job_.receive(actors[round[i].to], numbers_[i]);
  }

  const std::vector<ProcessLog>& logs_;
  JobMaker& job_;
  const CollectiveRules rules_;
  AlgorithmUses* const used_;
  const CallOrder order_;
  std::vector<std::vector<std::uint32_t>> sent_;  ///< messages of each channel, by place
  std::vector<Thread> threads_;                   ///< process by process, the first thread of each first
  std::vector<std::size_t> first_thread_;         ///< of each process
  std::unordered_map<std::uint64_t, Members> members_;

  /// A nonblocking collective call in progress.
  struct Begun {
    std::vector<const RecordedCall*> calls;  ///< by the members' places
    std::vector<ProcessId> sides;
    std::size_t arrived = 0;
  };
  std::map<std::pair<std::uint64_t, std::uint32_t>, Begun> begun_;  ///< by communicator and place
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Begun*, ProcessId>> going_on_;  ///< by request
  // Reused storage:
  std::vector<Thread*> together_;
  std::vector<const RecordedCall*> calls_;
  std::vector<ProcessId> actors_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace

std::string to_text(const AlgorithmUses& uses) {
  std::string text;
  for (const auto& [key, use] : uses) {
    std::string size = fmt::format(" of {} B", use.most);
    if (use.least < use.most) size = fmt::format(" of {} to {} B", use.least, use.most);
    if (use.most == 0) size.clear();
    text += fmt::format("{}{} by {}: {} calls\n", name_of(key.first), size, name_of(key.second), use.calls);
  }
  return text;
}

std::string log_to_job(const std::vector<ProcessLog>& logs, const std::vector<Group>& groups, JobMaker& job,
                       CollectiveRules rules, AlgorithmUses* used) {
  return Reader(logs, groups, job, rules, used).read();
}

}  // namespace ebb::inline record
