#include "study/sweep/point_group.hpp"

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "experiment/run/program.hpp"
#include "report/document/render.hpp"
#include "store/claims.hpp"
#include "study/record/run_record.hpp"

namespace ebb::inline study {
namespace {

double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string run_point(const std::string& path, const SweepPoint& point, std::uint64_t memory) {
  try {
    const double began = clock_seconds();
    auto run = run_to_record(path, point.root, memory);
    if (!run) return to_text(run.problems());
    run->wall_s = clock_seconds() - began;
    return json_text(to_json(*run));
  } catch (const std::exception& e) {
    return e.what();
  }
}

StoredRun failed(const std::string& path, const SweepPoint& point, const std::string& why) {
  StoredRun record;
  record.file = path, record.config = point.config, record.version = program_version();
  record.verdict = failed_verdict, record.why = record.summary = why, record.seed = point.seed;
  record.finished_utc = utc_now(), record.machine = machine_name();
  return record;
}

}  // namespace

std::string run_points(const std::string& path, const std::vector<const SweepPoint*>& points,
                       std::uint64_t memory) {
  std::vector<std::string> texts(points.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < points.size(); ++i)
      threads.emplace_back([&, i] { texts[i] = run_point(path, *points[i], memory); });
    texts.front() = run_point(path, *points.front(), memory);
  }
  return nlohmann::ordered_json(texts).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<StoredRun> records_of(const std::string& path, const std::vector<const SweepPoint*>& points,
                                  const ChildProcess::Ended& how) {
  const auto texts = nlohmann::ordered_json::parse(how.well ? how.output : "", nullptr, false);
  const bool whole = texts.is_array() && texts.size() == points.size();
  std::vector<StoredRun> records;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string text = whole ? texts[i].get<std::string>() : how.why;
    const auto run = whole ? run_from_json(text) : std::nullopt;
    StoredRun& record = records.emplace_back(run ? *run : failed(path, *points[i], text));
    record.id = points[i]->id;
    record.parameters = points[i]->parameters;
    if (!run) record.wall_s = how.wall_seconds;
    record.cpu_s = how.cpu_seconds / static_cast<double>(points.size());
    record.peak_memory_bytes = how.peak_memory_bytes;
  }
  return records;
}

}  // namespace ebb::inline study
