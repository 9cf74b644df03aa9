#include "tasks/agent/agent_journal.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/quantity.hpp"
#include "base/record_writer.hpp"
#include "fabric/agent/off/off_file.hpp"
#include "report/network/channel_names.hpp"

namespace ebb::inline tasks {
namespace {

constexpr std::size_t most_last = 20;
constexpr std::uint64_t most_decisions = 20'000'000;

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// Null for anything but a regular file: a link might lead to another user's file, and a pipe would block.
std::FILE* open_for_appending(const std::string& path) {
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
  struct stat found {};
  if (file < 0) return nullptr;
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode)) return fdopen(file, "a");
  ::close(file);
  return nullptr;
}

}  // namespace

AgentJournal::AgentJournal(AgentJournalFiles files, const AgentSession& session, EachAgentLine each, bool dry)
    : files_(std::move(files)), session_(session), each_(std::move(each)), dry_(dry) {
  if (!files_.log.empty()) log_ = open_for_appending(files_.log);
  if (files_.decisions.empty()) return;
  writer_ = std::make_unique<DecisionWriter>(files_.decisions, session.about, files_.decisions_of_others,
                                             Naming::at_once);
  writer_->keep({.decisions = {}, .reasons = {}, .simulated = {}, .partial = true, .digest = 0});
}

AgentJournal::~AgentJournal() {
  if (log_) (void)std::fclose(log_);
}

Problems AgentJournal::check() const {
  if (!files_.log.empty() && !log_)
    return {{files_.log, "cannot be opened for appending: it must be a regular file, and no link",
             "name another file with --log"}};
  Problems problems = writer_ ? writer_->check() : Problems{};
  for (Problem& p : problems) p.hint += ", or replace this one with --force";
  return problems;
}

std::string AgentJournal::line_of(const DecisionRecord& record) const {
  const auto rate = [&](std::uint8_t level) {
    const BitsPerSecond bits = session_.about.rate_at(record.channel, level);
    return bits.v == 0 ? std::string("off") : quantity_text(bits);
  };
  return fmt::format("{}{}: {} -> {}: {}", would(), channel_name(session_.about.channels[record.channel]),
                     rate(record.from), rate(record.to), record.why);
}

void AgentJournal::remember(const std::string& line) {
  last_.push_back(utc_now() + " " + line);
  if (last_.size() > most_last) last_.pop_front();
}

void AgentJournal::decided(const DecisionRecord& record) {
  remember(line_of(record));
  if (dry_ && each_) each_(last_.back());
  write_line({{"time", utc_now()},
              {"at_s", record.at.seconds()},
              {"channel", channel_name(session_.about.channels[record.channel])},
              {"from_bps", session_.about.rate_at(record.channel, record.from).v},
              {"to_bps", session_.about.rate_at(record.channel, record.to).v},
              {"why", std::string(record.why)},
              {"utilisation", record.utilisation},
              {"sent_bytes", record.sent.v}});
  if (!writer_) return;
  if (kept_.kept >= most_decisions) {
    ++kept_.beyond;
    return;
  }
  ++kept_.kept;
  writer_->add(std::span(&record, 1));
}

void AgentJournal::happened(Picoseconds at, const std::string& what) {
  remember(what);
  if (each_) each_(last_.back());
  write_line({{"time", utc_now()}, {"at_s", at.seconds()}, {"event", what}});
}

void AgentJournal::write_line(nlohmann::ordered_json json) {
  if (!log_) return;
  if (dry_) json["dry_run"] = true;
  fmt::print(log_, "{}\n", json.dump());
  (void)std::fflush(log_);
}

Problems AgentJournal::keep_off(const std::vector<PortId>& cables) {
  return dry_ ? Problems{} : write_off_file(files_.off, session_.network(), cables);
}

DecisionsEnd AgentJournal::end_of(const Agent& agent, bool partial) const {
  return {.decisions = kept_,
          .reasons = agent.reasons(),
          .simulated = agent.now(),
          .partial = partial,
          .digest = 0};
}

void AgentJournal::keep(const Agent& agent) {
  if (!writer_ || agent.now() < next_keeping_) return;
  next_keeping_ = agent.now() + kept_every;
  writer_->keep(end_of(agent, true));
}

Problems AgentJournal::finish(const Agent& agent) {
  return writer_ ? writer_->finish(end_of(agent, false)) : Problems{};
}

}  // namespace ebb::inline tasks
