// A few connections to one database, so that nobody who asks waits for another's question.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace milepost::search {

class Connections {
 public:
  using Open = std::function<Result<std::unique_ptr<Database>>()>;

  // The first is there already; others are opened when they are needed, `most` in all.
  Connections(std::unique_ptr<Database> first, Open open, std::size_t most);

  // One for whoever holds it, and for others afterwards.
  class Held {
   public:
    Held(Connections& from, std::unique_ptr<Database> database)
        : from_(&from), database_(std::move(database)) {}
    Held(Held&& other) noexcept = default;
    Held& operator=(Held&&) = delete;
    ~Held() {
      if (database_) from_->give_back(std::move(database_));
    }
    Database& operator*() const { return *database_; }
    Database* operator->() const { return database_.get(); }

   private:
    Connections* from_;
    std::unique_ptr<Database> database_;
  };
  Result<Held> take();

 private:
  void give_back(std::unique_ptr<Database> database);

  const Open open_;
  const std::size_t most_;
  std::mutex using_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Database>> free_;
  std::size_t opened_ = 1;
};

}  // namespace milepost::search
