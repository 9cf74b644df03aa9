#include "experiment/read/notices.hpp"

#include <utility>

namespace ebb::inline experiment {
namespace {

NoticeListener& the_listener() {
  static NoticeListener listener;
  return listener;
}

}  // namespace

void listen_to_notices(NoticeListener listener) { the_listener() = std::move(listener); }

void pass_on_notice(const std::string& notice) {
  if (the_listener()) the_listener()(notice);
}

}  // namespace ebb::inline experiment
