#include "tasks/live/live_page.hpp"

#include <nlohmann/json.hpp>

#include "report/document/chart.hpp"

namespace ebb::inline tasks {

Problems LivePage::start(const std::string& title, std::function<void()> stop) {
  auto server = LiveServer::start(title, std::move(stop));
  if (!server) return server.problems();
  server_ = std::move(*server);
  listing_ = std::make_unique<LiveListing>(title, server_->address());
  return {};
}

void LivePage::progress(const std::string& text, double share, const std::string& figures) {
  if (server_)
    server_->tell("progress", update_text({{"text", text}, {"share", share}, {"figures", figures}}));
}

void LivePage::show(const Document& document) {
  if (!server_) return;
  auto charts = nlohmann::ordered_json::array();
  for (const Chart* chart : document.charts()) charts.push_back(chart_json(*chart));
  server_->tell("charts", update_text(charts));
  for (const Block& block : document.blocks) {
    const auto* view = std::get_if<NetworkView>(&block);
    if (!view) continue;
    if (view->network != network_) server_->tell("network", update_text(*view->network));
    network_ = view->network;
    server_->tell("history", update_text(*view->history));
  }
}

void LivePage::end(const std::string& text, bool whole, const std::function<bool()>& hurried) {
  listing_.reset();
  if (server_) server_->end(text, whole, hurried);
}

}  // namespace ebb::inline tasks
