// Lets several threads use an accelerator together: what they want to run at the same time runs in one
// launch.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace ebb::inline engine {

/// Collects the requests of several threads. One of these threads launches the requests that wait, for a
/// slice of time. A request that is not done by then waits for the next launch, behind the others.
///
/// `Launcher::plan(waiting)` returns how many of the requests fit into the next launch, from the first one
/// on. `Launcher::launch(those)` runs them, and returns after the slice. Only one thread at a time calls
/// these. `Request::is_done()` says after a launch whether anything is left.
template <class Launcher, class Request>
class SharedLaunches {
 public:
  SharedLaunches() = default;
  explicit SharedLaunches(Launcher launcher) : launcher_(std::move(launcher)) {}

  /// Returns when the request is done. Throws what its launch threw.
  void run(Request& request) {
    Waiting one{&request, false, {}};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&one);
    while (!one.done)
      if (launching_)
        changed_.wait(lock);
      else
        launch(lock);
    if (one.failure) std::rethrow_exception(one.failure);
  }

 private:
  struct Waiting {
    Request* request;
    bool done = false;
    std::exception_ptr failure;
  };

  void launch(std::unique_lock<std::mutex>& lock) {
    std::vector<Request*> requests;
    for (const Waiting* one : waiting_) requests.push_back(one->request);
    std::vector<Waiting*> together;
    std::exception_ptr failure;
    launching_ = true;
    lock.unlock();
    try {
      const std::size_t fitting = std::clamp<std::size_t>(launcher_.plan(requests), 1, requests.size());
      requests.resize(fitting);
      launcher_.launch(requests);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    launching_ = false;
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(requests.size());
    together.assign(waiting_.begin(), end);
    waiting_.erase(waiting_.begin(), end);
    for (Waiting* one : together) {
      one->failure = failure, one->done = failure || one->request->is_done();
      if (!one->done) waiting_.push_back(one);
    }
    changed_.notify_all();
  }

  Launcher launcher_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting*> waiting_;  ///< those of a launch stay in front while it runs
  bool launching_ = false;
};

}  // namespace ebb::inline engine
