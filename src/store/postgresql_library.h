// The functions of libpq that are used, opened when first needed.
#pragma once

#include <postgresql/libpq-fe.h>

#include "base/result.h"

namespace milepost {

#define MILEPOST_LIBPQ_FUNCTIONS(USE) \
  USE(PQclear)                        \
  USE(PQcmdStatus)                    \
  USE(PQconnectdbParams)              \
  USE(PQconsumeInput)                 \
  USE(PQenterPipelineMode)            \
  USE(PQerrorMessage)                 \
  USE(PQexitPipelineMode)             \
  USE(PQfinish)                       \
  USE(PQflush)                        \
  USE(PQftype)                        \
  USE(PQgetResult)                    \
  USE(PQgetlength)                    \
  USE(PQgetvalue)                     \
  USE(PQisBusy)                       \
  USE(PQnfields)                      \
  USE(PQntuples)                      \
  USE(PQpipelineSync)                 \
  USE(PQresultErrorField)             \
  USE(PQresultErrorMessage)           \
  USE(PQresultStatus)                 \
  USE(PQsendPrepare)                  \
  USE(PQsendQuery)                    \
  USE(PQsendQueryParams)              \
  USE(PQsendQueryPrepared)            \
  USE(PQsetNoticeProcessor)           \
  USE(PQsetnonblocking)               \
  USE(PQsocket)                       \
  USE(PQstatus)

struct PostgresqlLibrary {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name cannot be in parentheses
#define MILEPOST_DECLARE(name) decltype(&::name) name = nullptr;
  MILEPOST_LIBPQ_FUNCTIONS(MILEPOST_DECLARE)
#undef MILEPOST_DECLARE
};

// The same for every thread and for as long as the program runs.
Result<const PostgresqlLibrary*> postgresql_library();

}  // namespace milepost
