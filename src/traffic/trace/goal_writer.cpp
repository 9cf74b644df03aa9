#include <fmt/format.h>

#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/trace/goal_text.hpp"

namespace ebb::inline traffic {
namespace {

/// Computations are c, sends s and receives r, each with the number of its operation.
class GoalWriter {
 public:
  explicit GoalWriter(const Job& job) : job_(job), before_(job.size()), arriving_(job.hosts()) {
    for (std::uint32_t i = 0; i < job.size(); ++i) {
      for (const std::uint32_t follower : job.followers(i)) before_[follower].push_back(i);
      if (!job[i].is_step()) arriving_[job[i].destination].push_back(i);
    }
  }

  std::string write() {
    text_ = fmt::format("num_ranks {}\n", job_.hosts());
    for (HostId host = 0; host < job_.hosts(); ++host) {
      line("rank {} {{", host);
      for (const std::uint32_t i : arriving_[host])
        line("r{}: recv {}b from {} tag {}", i, job_[i].size.v, job_[i].host, i);
      for (std::uint32_t i = job_.first(host); i < job_.first(host + 1); ++i) write(i);
      line("}}");
    }
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  static std::int64_t nanoseconds(Picoseconds time) { return (time.v + 500) / 1'000; }
  std::int64_t work_of(std::uint32_t i) const {
    return nanoseconds(before_[i].empty() ? job_[i].begin : job_[i].computing);
  }

  void write(std::uint32_t i) {
    const Operation& o = job_[i];
    const bool computes = o.is_step() || work_of(i) > 0;
    if (computes) line("c{}: calc {}", i, work_of(i));
    if (!o.is_step()) line("s{}: send {}b to {} tag {}", i, o.size.v, o.destination, i);
    if (computes && !o.is_step()) line("s{} requires c{}", i, i);
    for (const std::uint32_t before : before_[i]) {
      const Operation& b = job_[before];
      line("{}{} requires {}{}", computes ? 'c' : 's', i,
           b.is_step()        ? 'c'
           : b.host == o.host ? 's'
                              : 'r',
           before);
    }
  }

  const Job& job_;
  std::vector<std::vector<std::uint32_t>> before_, arriving_;
  std::string text_;
};

}  // namespace

std::string goal_text(const Job& job) { return GoalWriter(job).write(); }

}  // namespace ebb::inline traffic
