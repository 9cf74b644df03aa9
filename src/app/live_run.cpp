#include "app/live_run.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/status_line.hpp"
#include "report/page/run_charts.hpp"
#include "report/series_json.hpp"

namespace ebb::inline app {
LiveRun::LiveRun(std::unique_ptr<LiveServer> server, const PreparedRun& prepared, std::string name)
    : server_(std::move(server)), prepared_(prepared), name_(std::move(name)) {
  if (prepared.network.channels() <= most_channels) network_ = news_text(network_json(prepared.network));
}

void LiveRun::progress(const Progress& p) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  const double share = static_cast<double>(p.now.v) / static_cast<double>(prepared_.settings.most_time.v);
  const double left = share > 0 ? seconds * (1 / share - 1) : 0;
  server_->tell(
      "progress",
      news_text(
          {{"text",
            fmt::format("{:.1f} us simulated; {} passed, at most {} more", static_cast<double>(p.now.v) / 1e6,
                        duration_text(seconds), duration_text(left))},
           {"share", share},
           {"figures",
            fmt::format("{} packets delivered, {:.2f} M packet-hops per CPU second", p.packets,
                        p.cpu_seconds > 0 ? static_cast<double>(p.hops) / p.cpu_seconds / 1e6 : 0.0)}}));
}

void LiveRun::course(const RunCourse& course, const ChannelHistory& history) {
  RunResult result;
  result.course = course;
  ChannelKindResult all;
  all.channels = prepared_.network.channels();
  result.channels.push_back(all);
  const RateLadder& ladder = prepared_.control->ladder;
  if (prepared_.control->policy)
    for (std::size_t i = 0; i < ladder.size(); ++i) result.rates.push_back({ladder[i], 0, 0});
  RunSource source;
  source.name = name_;
  source.course = course_json(result);
  PageJson charts = PageJson::array();
  for (const Chart& chart : run_charts({source})) charts.push_back(chart_json(chart));
  server_->tell("charts", news_text(charts));
  if (network_.empty() || history.spans == 0) return;
  server_->tell("network",
                fmt::format("{{\"name\":{},\"rates_bits_per_s\":{},\"network\":{},\"history\":{}}}",
                            news_text(name_), news_text(source.course["rates_bits_per_s"]), network_,
                            news_text(history_json(history, nullptr))));
}

void LiveRun::end(const std::string& verdict) { server_->end(verdict); }

}  // namespace ebb::inline app
