// Responses of a served page: JSON for its script, texts for its user.
#pragma once

#include <string>
#include <utility>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "http/http_message.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline tasks {

/// Bytes that are no UTF-8 are replaced: names of files may hold any.
inline HttpResponse json_response(const PageJson& json) {
  return {.type = "application/json", .body = json.dump(-1, ' ', false, PageJson::error_handler_t::replace)};
}

inline HttpResponse text_response(int status, std::string text) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(text)};
}

/// The problems are for the user, so they are a text.
inline HttpResponse problem_response(const Problems& problems) {
  return text_response(400, to_text(problems));
}

inline HttpResponse response_of(const Result<PageJson>& json) {
  return json ? json_response(*json) : problem_response(json.problems());
}

}  // namespace ebb::inline tasks
