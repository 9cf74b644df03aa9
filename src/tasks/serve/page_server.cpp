#include "tasks/serve/page_server.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <variant>

#include "base/parsed_number.hpp"
#include "base/problem.hpp"
#include "config/data_files.hpp"
#include "http/access_token.hpp"
#include "http/page_access.hpp"
#include "report/document/chart.hpp"
#include "report/document/render.hpp"
#include "report/page/html_page.hpp"
#include "report/page/json_reader.hpp"
#include "tasks/live/live_list.hpp"
#include "tasks/serve/page_responses.hpp"
#include "tasks/serve/run_chart.hpp"
#include "tasks/serve/run_list.hpp"
#include "tasks/serve/run_views.hpp"

namespace ebb::inline tasks {
namespace {

/// Bytes of a run file that the form may send; those that ship with ebb have at most 10,000.
constexpr std::size_t longest_file = 256 * 1024;

PageJson state_json(const Snapshot& snapshot) {
  PageJson json{{"revision", snapshot.revision},
                {"runs", snapshot.each.size()},
                {"sources", PageJson::array()},
                {"problems", snapshot.problems}};
  for (const ServedSource& source : snapshot.sources) json["sources"].push_back(source.path);
  return json;
}

PageJson started_json(const StartedRuns& runs) {
  auto json = PageJson::array();
  for (const StartedRuns::Run& run : runs.list())
    json.push_back({{"number", run.number}, {"state", run.state}, {"said", run.said}, {"live", run.live}});
  return json;
}

/// Live pages of runs, studies and agents that this page did not start.
PageJson elsewhere_json(const std::optional<StartedRuns>& own) {
  const auto started = own ? own->list() : std::vector<StartedRuns::Run>{};
  auto json = PageJson::array();
  for (const LiveEntry& page : listed_live_pages())
    if (std::none_of(started.begin(), started.end(), [&](const auto& r) { return r.live == page.address; }))
      json.push_back({{"title", page.title},
                      {"live", page.address},
                      {"folder", page.folder},
                      {"started_utc", page.started_utc}});
  return json;
}

/// A small network, whose run takes seconds.
std::string example_file() {
  const std::ifstream file(data_file("examples/run-halve-double.toml"));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

HttpResponse chart_response(const Snapshot& snapshot, const HttpRequest& request) {
  const auto chart = run_chart(snapshot, RunChartQuery::of(request));
  return chart ? json_response(chart_json(*chart)) : problem_response(chart.problems());
}

HttpResponse comparison_response(const Snapshot& snapshot, const HttpRequest& request) {
  const auto table = comparison_view(snapshot, request.parameter("a"), request.parameter("b"));
  return table ? json_response(table_json(*table)) : problem_response(table.problems());
}

HttpResponse page_response(const Snapshot& snapshot, const HttpRequest& request) {
  auto page = run_page_of(snapshot, request.parameter("id"));
  if (!page) return problem_response(page.problems());
  return {.type = "text/html; charset=utf-8", .body = std::move(*page)};
}

HttpResponse stop_response(StartedRuns& runs, const std::string& typed) {
  if (runs.stop(parsed_number<int>(typed).value_or(0))) return {.status = 204};
  return problem_response({{"run " + typed, "neither waits nor runs", "it may have just ended"}});
}

}  // namespace

PageServer::PageServer(const std::vector<std::string>& paths, const std::string& program)
    : token_(new_token()),
      page_(browse_page("Results")),
      store_(program.empty() ? "" : store_among(paths)),
      runs_(paths, store_) {
  if (!program.empty()) started_.emplace(program, store_);
}

PageServer::~PageServer() {
  if (started_) started_->end();  // so that no worker waits for a file that is being checked
}

Result<std::unique_ptr<PageServer>> PageServer::start(const ServeOptions& options) {
  Problems problems;
  std::error_code error;
  for (const std::string& path : options.paths)
    if (!std::filesystem::exists(path, error))
      problems.push_back(
          {path, "is not there",
           "name a store of `ebb sweep` or `ebb run --store`, or a folder that holds results"});
  if (!problems.empty()) return problems;
  const auto paths = options.paths.empty() ? std::vector<std::string>{"."} : options.paths;
  std::unique_ptr<PageServer> page(new PageServer(paths, options.program));
  auto server = HttpServer::start({.option = "--port",
                                   .port = options.port,
                                   .respond =
                                       [self = page.get()](const HttpRequest& request) {
                                         HttpResponse response = self->respond(request);
                                         add_page_headers(response);
                                         return response;
                                       },
                                   .limits = {.body = longest_file}});
  if (!server) return server.problems();
  page->server_ = std::move(*server);
  return page;
}

std::string PageServer::address() const { return page_address(server_->port(), token_); }

HttpResponse PageServer::respond(const HttpRequest& request) {
  if (!admits(request, token_)) return refusal();
  if (request.method == "GET" || request.method == "HEAD") return get(request);
  if (request.method == "POST" && started_) return post(request);
  return {.status = 404};
}

HttpResponse PageServer::state() const {
  PageJson json = state_json(*runs_.now());
  json["elsewhere"] = elsewhere_json(started_);
  if (started_) json["store"] = store_, json["started"] = started_json(*started_);
  return json_response(json);
}

HttpResponse PageServer::get(const HttpRequest& request) const {
  if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  if (request.path == "/api/state") return state();
  if (request.path == "/api/example") return text_response(200, example_file());
  const auto snapshot = runs_.now();
  if (request.path == "/api/names") return json_response(run_names_json(*snapshot));
  if (request.path == "/api/runs") return response_of(run_list_json(*snapshot, RunQuery::of(request)));
  if (request.path == "/api/chart") return chart_response(*snapshot, request);
  if (request.path == "/api/run") return response_of(run_view(*snapshot, request.parameter("id")));
  if (request.path == "/api/compare") return comparison_response(*snapshot, request);
  if (request.path == "/page") return page_response(*snapshot, request);
  return {.status = 404};
}

HttpResponse PageServer::post(const HttpRequest& request) {
  if (request.path == "/api/stop") return stop_response(*started_, request.parameter("number"));
  if (request.path != "/api/start") return {.status = 404};
  const auto outcome = started_->add(request.body);
  if (const auto* refused = std::get_if<StartedRuns::Refused>(&outcome))
    return text_response(400, refused->text);
  return json_response({{"number", std::get<int>(outcome)}});
}

}  // namespace ebb::inline tasks
