// The page of `ebb serve`, on this machine only: runs of stores and folders to list, filter, plot and
// compare, and a form that starts more of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/data_files.hpp"
#include "http/http_message.hpp"
#include "http/http_server.hpp"
#include "tasks/serve/served_runs.hpp"
#include "tasks/serve/started_runs.hpp"

namespace ebb::inline tasks {

struct ServeOptions {
  std::vector<std::string> paths;  ///< stores, folders of runs, or folders that hold such; none: this folder
  int port = 0;                    ///< 0: any free one
  std::string program = program_path();  ///< ebb, to start runs with; empty: there is no form
};

/// Serves from start() until it is destroyed, on its own threads. Runs that were started end with it.
class PageServer {
 public:
  /// Refuses paths that are not there. Fails where ebb was built without cpp-httplib.
  static Result<std::unique_ptr<PageServer>> start(const ServeOptions& options);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  /// The address of the page, with its token.
  std::string address() const;
  const ServedRuns& runs() const { return runs_; }

 private:
  PageServer(const std::vector<std::string>& paths, const std::string& program);
  HttpResponse respond(const HttpRequest& request);
  HttpResponse get(const HttpRequest& request) const;
  HttpResponse post(const HttpRequest& request);
  HttpResponse state() const;

  const std::string token_, page_, store_;  ///< runs that are started go into the store
  ServedRuns runs_;
  std::optional<StartedRuns> started_;
  std::unique_ptr<HttpServer> server_;  ///< last: it stops before what its responses are made of
};

}  // namespace ebb::inline tasks
