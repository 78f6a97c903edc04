import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { day, id, timestamp } from '../lib/values.ts';
import { campaignMode } from './campaign-modes.ts';

/** So many people, or calls at once, are tried at most. */
export const rehearsedPeopleAtMost = 200;

const people = `Từ 1 đến ${rehearsedPeopleAtMost}`;
const seed = 'Từ 1 đến 1.000.000';
const moment = timestamp.nullable();
const share = z.number().nullable();

/** A campaign lived ahead on its own list, by the rules that call: nothing is dialled, and nothing changes. */
export const rehearseCampaign = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/campaign/:id/rehearsal',
  access: all('campaign.view', 'customer.view', licensed('campaign')),
  rowsOf: ['campaign', 'customer', 'queue', 'accounts', 'call-outcomes', 'list-of-blocked-out-numbers'],
  summary:
    'Live a campaign ahead on its own list by the rules that call: when it ends, calls by day, who is never called and why, who finds nobody, and how many people would end it by a day',
  params: z.object({ id }),
  body: z.object({
    /** How many people, or calls at once of a message, would end it on this day. */
    by: day.nullable().default(null),
    /** So many people, or calls at once of a message, in place of those who are there. */
    people: z.int(people).min(1, people).max(rehearsedPeopleAtMost, people).nullable().default(null),
    /** The same seed is the same answer, as long as nothing else has changed. */
    seed: z.int(seed).min(1, seed).max(1_000_000, seed).default(1),
  }),
  result: z.object({
    campaign: z.object({ id, name: z.string(), mode: campaignMode }),
    /** Ways that it may go; each has its own chances. */
    runs: z.int(),
    /** Those that come to an end within the campaign's days, and within the half-year that is looked at. */
    ended: z.int(),
    contacts: z.int(),
    /** Of whom something is left to do that may be done. */
    callable: z.int(),
    begins_at: moment,
    /** Half of the ways end before, one in ten before the early, nine in ten before the late one. */
    ends_at: moment,
    ends_early: moment,
    ends_late: moment,
    /** With whom it is not done by its last day; of the way in the middle, as what follows. */
    left: z.int(),
    calls: z.int(),
    reached: z.int(),
    /** Of a hundred who pick up so many find nobody; null where nobody of ours is called for. */
    abandoned_percent: share,
    /** Of a hundred seconds of people who are there so many go to calls and what is written up; null where nobody of ours is called for. */
    used_percent: share,
    days: z.array(z.object({ day: z.iso.date(), calls: z.int(), reached: z.int(), abandoned: z.int() })),
    /** So many people are there for it, or calls at once of a message. */
    people: z.int(),
    /** Customers who are not called, or not at once, by the rule in their way. */
    kept_out: z.array(z.object({ why: z.string(), customers: z.int(), later: z.boolean() })),
    /** What it takes for granted, where each comes from, and what is no more than a guess. */
    taken: z.array(z.object({ what: z.string(), words: z.string(), guessed: z.boolean() })),
    /** How many end it by the wished day: null where nobody wished, or no number of them does. */
    wished: z.object({ by: z.iso.date(), people: z.int().nullable() }).nullable(),
  }),
});
