#include "workspace/plan.h"

namespace milepost {

WorkspaceOptions workspace_options(const CheckRequest& request) {
  WorkspaceOptions options;
  options.directory = request.directory;
  options.process = request.process;
  options.judging = {request.template_path, request.kind, request.stage, request.select,
                     request.ignore};
  options.jobs = request.jobs;
  return options;
}

Result<Workspace::Pointer> open_workspace(const CheckRequest& request) {
  const Instant now = start_of(request.today.value_or(today_utc()));
  auto opened = Workspace::open_for(request.paths, workspace_options(request), now);
  if (!opened || !request.before) return opened;
  auto then = (*opened)->at(*request.before);
  if (!then) return then;
  return (*then)->at_moment(now);
}

Result<Plan> make_plan(const CheckRequest& request) {
  const auto opened = open_workspace(request);
  if (!opened) return tl::unexpected(opened.error());
  return (*opened)->select({request.paths, request.whole, request.touched, false});
}

Result<Plan> plan_one(const CheckRequest& request) {
  const auto opened = open_workspace(request);
  if (!opened) return tl::unexpected(opened.error());
  return (*opened)->select_one(request.paths.front());
}

Result<Plan> plan_documents(const CheckRequest& request) {
  const auto opened = open_workspace(request);
  if (!opened) return tl::unexpected(opened.error());
  return (*opened)->select({request.paths, request.whole, request.touched, true});
}

}  // namespace milepost
