#include "traffic/job/job_maker.hpp"

#include <algorithm>
#include <numeric>

#include "base/ensure.hpp"

namespace ebb::inline traffic {

JobMaker::JobMaker(std::uint32_t processes, std::uint32_t per_host, BitsPerSecond copy)
    : count_(processes), per_host_(per_host), copy_(copy), processes_(processes) {
  ENSURE(per_host > 0);
}

std::uint32_t JobMaker::add(HostId source, HostId destination, Bytes size, Waits waits) {
  std::sort(waits.after.begin(), waits.after.end());
  waits.after.erase(std::unique(waits.after.begin(), waits.after.end()), waits.after.end());
  while (waits.after.size() > most_waits) {  // one step replaces many dependencies
    const auto many = waits.after.begin() + most_waits;
    const std::uint32_t step = add(source, source, {0}, {{}, {waits.after.begin(), many}});
    waits.after.erase(waits.after.begin(), many);
    waits.after.push_back(step);
  }
  Picoseconds at{};
  for (const std::uint32_t before : waits.after) at = std::max(at, messages_[before].at);
  messages_.push_back({at + waits.computing, source, destination, size});
  waits_.push_back(std::move(waits));
  return static_cast<std::uint32_t>(messages_.size() - 1);
}

void JobMaker::compute(ProcessId process, Picoseconds time) {
  if (jitter_ > 0) {
    const double factor = 1 + jitter_ * (2 * random_.unit() - 1);
    time.v = static_cast<std::int64_t>(static_cast<double>(time.v) * factor);
  }
  processes_[process].computing += time;
}

Waits JobMaker::take(ProcessId process) {
  Process& p = processes_[process];
  Waits waits{p.computing, std::move(p.before)};
  p = {};
  return waits;
}

std::uint32_t JobMaker::send(ProcessId from, ProcessId to, Bytes size) {
  ENSURE(from != to && size.v > 0);
  const HostId source = host_of(from), destination = host_of(to);
  std::uint32_t number = 0;
  if (source == destination) {
    compute(from, wire_time(size, copy_));
    number = add(source, source, {0}, take(from));
  } else {
    compute(from, software_ * size.v);
    number = add(source, destination, size, take(from));
  }
  processes_[from].before.push_back(number);
  return number;
}

void JobMaker::receive(ProcessId process, std::uint32_t message) {
  ENSURE(messages_[message].destination == host_of(process));
  end_computing(process);
  processes_[process].before.push_back(message);
  if (!messages_[message].is_step()) compute(process, software_ * messages_[message].size.v);
}

void JobMaker::end_computing(ProcessId process) {
  if (processes_[process].computing.v > 0)
    processes_[process].before = {add(host_of(process), host_of(process), {0}, take(process))};
}

ProcessId JobMaker::fork(ProcessId process) {
  end_computing(process);
  side_hosts_.push_back(host_of(process));
  processes_.push_back(Process(processes_[process]));
  return static_cast<ProcessId>(processes_.size() - 1);
}

void JobMaker::join(ProcessId process, ProcessId side) {
  end_computing(process), end_computing(side);
  std::vector<std::uint32_t>& before = processes_[process].before;
  before.insert(before.end(), processes_[side].before.begin(), processes_[side].before.end());
  processes_[side] = {};
}

TraceBlock JobMaker::finish() {
  for (ProcessId p = 0; p < processes(); ++p)
    if (processes_[p].computing.v > 0 || !processes_[p].before.empty())
      add(host_of(p), host_of(p), {0}, take(p));
  // Dependencies come first: they are no later, and at equal times they have the smaller number.
  std::vector<std::uint32_t> order(messages_.size()), number(messages_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return messages_[a].at < messages_[b].at; });
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  TraceBlock all;
  for (const std::uint32_t i : order) {
    Waits waits = std::move(waits_[i]);
    for (std::uint32_t& before : waits.after) before = number[before];
    std::sort(waits.after.begin(), waits.after.end());
    all.messages.push_back(messages_[i]), all.waits.push_back(std::move(waits));
  }
  messages_.clear(), waits_.clear();
  return all;
}

Result<TraceTotals> JobMaker::write(TraceWriter& out) {
  TraceBlock all = finish();
  for (std::size_t i = 0; i < all.messages.size(); ++i) out.add(all.messages[i], std::move(all.waits[i]));
  return out.finish(hosts(), {});
}

}  // namespace ebb::inline traffic
