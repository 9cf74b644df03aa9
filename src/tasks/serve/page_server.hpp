// The page of `ebb serve`, on this machine only: runs of stores and folders to list, filter, plot and
// compare. Stores are only read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "http/http_message.hpp"
#include "http/http_server.hpp"
#include "tasks/serve/served_runs.hpp"

namespace ebb::inline tasks {

struct ServeOptions {
  std::vector<std::string> paths;  ///< stores, folders of runs, or folders that hold such; none: this folder
  int port = 0;                    ///< 0: any free one
};

/// Serves from start() until it is destroyed, on its own threads.
class PageServer {
 public:
  /// Refuses paths that are not there. Fails where ebb was built without cpp-httplib.
  static Result<std::unique_ptr<PageServer>> start(const ServeOptions& options);
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  /// The address of the page, with its token.
  std::string address() const;
  const ServedRuns& runs() const { return runs_; }

 private:
  explicit PageServer(const ServeOptions& options);
  HttpResponse respond(const HttpRequest& request) const;
  HttpResponse get(const HttpRequest& request) const;

  const std::string token_, page_;
  ServedRuns runs_;
  std::unique_ptr<HttpServer> server_;  ///< last: it stops before what its responses are made of
};

}  // namespace ebb::inline tasks
