import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { callFilters } from './calls.ts';

/**
 * What calls come to. Each call counts once, transfers included: in the row of a person where they placed it, took it or talked in it
 * otherwise, and in that of a place where any of its people did.
 */
export const callCounts = z.object({
  total: z.number().int(),
  inbound: z.number().int(),
  outbound: z.number().int(),
  internal: z.number().int(),
  /** Somebody answered, whichever way the call went. */
  answered: z.number().int(),
  /** Calls from outside that nobody answered until they had rung everywhere. */
  missed: z.number().int(),
  /** Percent of the calls from outside that have ended and were not blocked; null where there are none. */
  answer_rate: z.number().nullable(),
  /** Of somebody what they talked themselves, of a place what its people did; of calls as such, how long these were talked in. */
  talk_seconds: z.number().int(),
  /** By `answered`. */
  talk_average: z.number().nullable(),
  /** Of calls from outside that were answered. */
  wait_average: z.number().nullable(),
});
export type CallCounts = z.output<typeof callCounts>;

const {
  refused: _refused,
  broken: _broken,
  quality: _quality,
  network_said: _said,
  trunk_id: _trunk,
  carrier: _carrier,
  ...told
} = callFilters;
// Of these there are no sums.
const {
  outcome: _outcome,
  without_outcome: _without,
  tag_id: _tag,
  campaign_id: _campaign,
  project_id: _project,
  service_number_id: _number,
  account_id: _account,
  queue_wait: _wait,
  hour: _hour,
  weekday: _weekday,
  transferred: _transferred,
  transferred_to: _receiver,
  measured: _measured,
  recording_refused: _recordingRefused,
  ivr_path: _path,
  survey_score: _score,
  said: _words,
  ...counted
} = told;

/** What all calls of a list come to, so that its page can say it above them. */
export const callTotals = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/histories-call/totals',
  staleAfter: { events: ['call-changed'], everyMs: 2000 },
  access: 'call-history.view',
  summary: 'What the calls of the history come to: how many, how long',
  query: z.object(counted),
  result: callCounts,
});
