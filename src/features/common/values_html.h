// What pages share: where things are, times, people and proposals as values of templates. A value
// has all its keys, since a template looks for one that is not there further out.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/finding.h"
#include "base/instant.h"
#include "features/common/remedy_html.h"
#include "features/common/route.h"
#include "proposal/proposal_ref.h"
#include "render/json_value.h"

namespace milepost {

// "/keps/board", "../board.html"
std::string page_href(const Visit& visit, std::string_view path);
std::string proposal_href(const Visit& visit, const Card& card);
// Of one that is called by its number, or else by its path.
std::string proposal_href(const Visit& visit, const ProposalRef& proposal);
// The page of a person; they are named without an @.
std::string person_href(const Visit& visit, std::string_view handle);
// The list of what a query finds.
std::string query_href(const Visit& visit, std::string_view query);

// Notes worth a reader's time: how the process was recognised is for the command line.
Json page_notes(const Visit& visit, std::span<const std::string> notes);

// {iso, utc, day, ago}: "12 Feb" with its year where that is another, "9 days ago", "in 6 days".
Json time_json(Instant time, Instant now);
Json day_json(const Date& day, Instant now);
// "3 days", "8 months", "3 years"
std::string span_text(int days);

// "error", "warning", "remark": what pages call a finding of it
std::string_view severity_word(Severity severity);

// [{text, href}], the last one marked: "@jane" with the page about them.
Json people_json(const Visit& visit, std::span<const std::string> people);

// {key, href, number, name, title, group, group_href, status, stage, release, authors, note}
Json proposal_json(const Visit& visit, const Card& card);
// {key, href, number, name, title, note}
Json proposal_json(const Visit& visit, const ProposalRef& proposal);

// The query by which the next page says what was recorded and what was not, sealed by the session:
// a link that somebody else made up says nothing.
std::string outcome_query(const Visit& visit, const std::string& done, const std::string& refused);
// What such a query says: {done, refused}.
Json outcome_json(const http::Request& request, const Visit& visit);

}  // namespace milepost
