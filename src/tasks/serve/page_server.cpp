#include "tasks/serve/page_server.hpp"

#include <filesystem>
#include <utility>

#include "base/problem.hpp"
#include "http/access_token.hpp"
#include "http/page_access.hpp"
#include "report/document/chart.hpp"
#include "report/document/render.hpp"
#include "report/page/html_page.hpp"
#include "report/page/json_reader.hpp"
#include "tasks/serve/run_chart.hpp"
#include "tasks/serve/run_list.hpp"
#include "tasks/serve/run_views.hpp"

namespace ebb::inline tasks {
namespace {

/// Bytes that are no UTF-8 are replaced: names of files may hold any.
HttpResponse json_response(const PageJson& json) {
  return {.type = "application/json", .body = json.dump(-1, ' ', false, PageJson::error_handler_t::replace)};
}

/// The problems are for the user, so they are a text.
HttpResponse problem_response(const Problems& problems) {
  return {.status = 400, .type = "text/plain; charset=utf-8", .body = to_text(problems)};
}

HttpResponse response_of(const Result<PageJson>& json) {
  return json ? json_response(*json) : problem_response(json.problems());
}

PageJson state_json(const Snapshot& snapshot) {
  PageJson json{{"revision", snapshot.revision},
                {"runs", snapshot.each.size()},
                {"sources", PageJson::array()},
                {"problems", snapshot.problems}};
  for (const ServedSource& source : snapshot.sources) json["sources"].push_back(source.path);
  return json;
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

}  // namespace

PageServer::PageServer(const ServeOptions& options)
    : token_(new_token()),
      page_(browse_page("Results")),
      runs_(options.paths.empty() ? std::vector<std::string>{"."} : options.paths) {}

Result<std::unique_ptr<PageServer>> PageServer::start(const ServeOptions& options) {
  Problems problems;
  std::error_code error;
  for (const std::string& path : options.paths)
    if (!std::filesystem::exists(path, error))
      problems.push_back(
          {path, "is not there",
           "name a store of `ebb sweep` or `ebb run --store`, or a folder that holds results"});
  if (!problems.empty()) return problems;
  std::unique_ptr<PageServer> page(new PageServer(options));
  auto server = HttpServer::start(
      {.option = "--port", .port = options.port, .respond = [self = page.get()](const HttpRequest& request) {
         HttpResponse response = self->respond(request);
         add_page_headers(response);
         return response;
       }});
  if (!server) return server.problems();
  page->server_ = std::move(*server);
  return page;
}

std::string PageServer::address() const { return page_address(server_->port(), token_); }

HttpResponse PageServer::respond(const HttpRequest& request) const {
  if (!admits(request, token_)) return refusal();
  if (request.method == "GET" || request.method == "HEAD") return get(request);
  return {.status = 404};
}

HttpResponse PageServer::get(const HttpRequest& request) const {
  if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  const auto snapshot = runs_.now();
  if (request.path == "/api/state") return json_response(state_json(*snapshot));
  if (request.path == "/api/names") return json_response(run_names_json(*snapshot));
  if (request.path == "/api/runs") return response_of(run_list_json(*snapshot, RunQuery::of(request)));
  if (request.path == "/api/chart") return chart_response(*snapshot, request);
  if (request.path == "/api/run") return response_of(run_view(*snapshot, request.parameter("id")));
  if (request.path == "/api/compare") return comparison_response(*snapshot, request);
  if (request.path == "/page") return page_response(*snapshot, request);
  return {.status = 404};
}

}  // namespace ebb::inline tasks
