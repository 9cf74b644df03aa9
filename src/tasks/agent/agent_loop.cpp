#include "tasks/agent/agent_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <thread>

#include "base/counted.hpp"
#include "base/units.hpp"
#include "fabric/agent/off/off_file.hpp"
#include "network/network.hpp"
#include "tasks/agent/agent_energy.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::chrono::seconds finish_limit{120};    ///< to switch everything on
constexpr std::chrono::seconds unanswered_limit{8};  ///< the same while no switch answers

void call(const std::function<void()>& hook) {
  if (hook) hook();
}

}  // namespace

AgentLoop::AgentLoop(const Work& work)
    : work_(work),
      agent_({work.session.network(), work.switches.ports(), work.switches.routes(),
              work.session.stages.get(), work.journal},
             *work.session.control, work.session.settings),
      give_up_(Clock::now() + finish_limit),
      give_up_unanswered_(Clock::now() + unanswered_limit) {}

Problems AgentLoop::run() {
  const Clock::time_point start = Clock::now();
  const std::chrono::nanoseconds poll(work_.session.settings.poll.v / 1000);
  stopping_ = work_.options.all_on;
  if (stopping_) agent_.finish();
  for (Clock::time_point next = start;;) {
    step(start);
    if (next == start) call(work_.hooks.started);
    energy_.add(agent_, work_.session);
    work_.status.update(agent_, work_.session, work_.journal, energy_);
    sample();
    call(work_.hooks.stepped);
    const bool over = (work_.options.most_time && agent_.now() >= *work_.options.most_time) ||
                      !agent_.policy_fault().empty();
    if (may_end()) break;
    next = std::max(next + poll, Clock::now());
    const bool stop = wait(next);
    if ((stop || over) && !stopping_) {
      stopped_early_ = stop;
      begin_to_stop();
    }
  }
  work_.switches.stop();
  return ended();
}

Document AgentLoop::report() const {
  const auto& last = work_.journal.last();
  Document document = series_.document(agent_, work_.session, energy_, {last.begin(), last.end()});
  if (energy_.known()) document.add(energy_by_domain(energy_, {}, work_.journal.dry()));
  return document;
}

void AgentLoop::step(Clock::time_point start) {
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
  keep_to_schedule();
  if (!agent_.changes_tables()) work_.switches.number_ports();
  agent_.step(Picoseconds{std::max<std::int64_t>(since, 1) * 1000});
  work_.recording.add(agent_);
  work_.journal.keep(agent_);
}

void AgentLoop::sample() {
  if (!work_.options.keeps_series || !series_.add(agent_, work_.session) || !work_.hooks.sampled) return;
  const auto& last = work_.journal.last();
  work_.hooks.sampled({.now = agent_.now(),
                       .policy = work_.session.about.policy,
                       .last = last.empty() ? "" : last.back(),
                       .report = [&] { return report(); }});
}

bool AgentLoop::wait(Clock::time_point until) const {
  if (work_.hooks.wait) return work_.hooks.wait(until);
  std::this_thread::sleep_until(until);
  return false;
}

void AgentLoop::begin_to_stop() {
  stopping_ = true;
  give_up_ = Clock::now() + finish_limit;
  give_up_unanswered_ = Clock::now() + unanswered_limit;
  call(work_.hooks.stopping);
  agent_.finish();
}

bool AgentLoop::may_end() {
  if (any_switch_answers()) give_up_unanswered_ = Clock::now() + unanswered_limit;
  return stopping_ && (agent_.finished() || Clock::now() > std::min(give_up_, give_up_unanswered_));
}

bool AgentLoop::any_switch_answers() const {
  for (SwitchId s = 0; s < work_.session.network().switches(); ++s)
    if (!agent_.is_silent(s)) return true;
  return false;
}

/// By the wall clock, or by a simulated day of the given length.
std::size_t AgentLoop::hour_now() const {
  if (work_.options.day)
    return static_cast<std::size_t>(agent_.now().v / std::max<std::int64_t>(1, work_.options.day->v / 24)) %
           24;
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return static_cast<std::size_t>(local.tm_hour);
}

void AgentLoop::keep_to_schedule() {
  if (!schedule_ || hour_now() == hour_) return;
  hour_ = hour_now();
  agent_.schedule(schedule_->on[hour_]);
}

Problems AgentLoop::bring_back() {
  const std::string file = work_.options.off_file();
  const auto off = read_off_file(file, work_.session.network());
  if (!off) return off.problems();
  if (off->unchecked)
    work_.journal.happened(
        {}, file + " is of an earlier release, without checksums: damage to it is not detected");
  if (off->cables.empty()) return {};
  work_.journal.did({}, fmt::format("{} left off by an earlier agent: they come on first",
                                    counted(off->cables.size(), "cable")));
  agent_.left_off(off->cables);
  return {};
}

/// With `all_on`, everything that is not on is a failure. Otherwise, only what the agent itself left off or
/// slow.
Problems AgentLoop::ended() {
  Problems problems;
  const bool own = !agent_.cables_off().empty() || !agent_.all_at_full_rate();
  if (!agent_.finished() || own)
    problems.push_back(
        {"ebb agent", "could not bring everything on before it ended",
         "`ebb agent FILE -i INVENTORY --all-on` tries again; the switches hold tables for what is on"});
  for (const Problem& p : agent_.not_on())
    if (work_.options.all_on || !problems.empty())
      problems.push_back(p);
    else
      work_.journal.happened(agent_.now(), p.where + ": " + p.what);
  for (const Problem& p : work_.journal.keep_off(agent_.cables_off())) problems.push_back(p);
  for (Problem& p : agent_.policy_fault()) problems.push_back(std::move(p));
  return problems;
}

}  // namespace ebb::inline tasks
