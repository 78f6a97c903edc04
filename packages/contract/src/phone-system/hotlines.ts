import { z } from 'zod';
import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import type { Permission, Screen } from '../lib/permission.ts';
import { id, ids, idsInAddress, note, required, requiredId, timestamp } from '../lib/values.ts';
import { destination } from './destinations.ts';
import { inbounds } from './inbound-rules.ts';
import { numbers } from './numbers.ts';
import { holidayRule, timeOfDay } from './opening-hours.ts';

/** Everything that decides where a number’s calls go. */
const onTheWay: readonly Screen[] = [
  ...(['numbers', 'inbounds', 'subscribers', 'groups', 'ringgroup', 'queue', 'ivr-details'] as const),
  ...(['notifications', 'conditions', 'time-groups', 'voicemail-boxes', 'last-calls', 'setting'] as const),
];

const these = z.object({ ids: idsInAddress });

/** How a hotline stands by its configuration: where its calls go at this moment, and by which hours. */
export const hotlinesNow = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/hotlines/now',
  rowsOf: onTheWay,
  access: 'numbers.view',
  summary: 'Where calls to some of the numbers go at this moment, and until when',
  query: these,
  result: z.object({
    data: z.array(
      z.object({
        id,
        /** The rule that leads its calls; empty where none fits. */
        rule: z.string(),
        /** Where they end. */
        place: z.string(),
        /** The whole way there. */
        way: z.string(),
        /** The hours that were asked last on the way; null where none are. */
        hours: z
          .object({
            name: z.string(),
            inside: z.boolean(),
            /** Somebody has set it, and the clock is not asked. */
            by_hand: z.boolean(),
            /** Null where it does not change within a year. */
            until: timestamp.nullable(),
          })
          .nullable(),
      }),
    ),
  }),
});

/** How a hotline is used. */
export const hotlineCalls = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/hotlines/calls',
  staleAfter: { events: ['call-changed'], everyMs: 3000 },
  rowsOf: ['numbers'],
  access: 'numbers.view',
  summary:
    'Calls of today and of this moment, of some of the numbers; hours are counted as a whole, as everywhere by number',
  query: these,
  result: z.object({
    data: z.array(
      z.object({
        id,
        inbound_today: z.int(),
        inbound_answered_today: z.int(),
        outbound_today: z.int(),
        /** Conversations that use it at this moment, in and out together. */
        calls_now: z.int(),
      }),
    ),
  }),
});

export const hotlineGoals = {
  existing: 'Đến nơi đã có',
  group: 'Nhóm đổ chuông mới',
  queue: 'Hàng đợi mới',
} as const;

export const hotlineHours = {
  always: 'Nhận cả ngày đêm',
  existing: 'Theo nhóm thời gian đã có',
  new: 'Giờ làm việc mới',
} as const;

const { shape } = numbers.input;

const hotlineInput = z
  .object({
    number: shape.number,
    name: required,
    trunk_id: requiredId,
    carrier: shape.carrier,
    max_calls: shape.max_calls,
    goes: oneOf(hotlineGoals).default('existing'),
    destination: destination.nullable().default(null),
    /** What a new group or queue is called; like the hotline where it is empty. */
    team_name: z.string().trim().max(200).default(''),
    /** Extensions of the new group or queue, in the order in which they are tried. */
    member_ids: ids,
    /** Where callers go whom nobody of them answers: at once from a group, after five minutes from a queue. */
    unanswered: destination.nullable().default(null),
    hours: oneOf(hotlineHours).default('always'),
    time_group_id: id.nullable().default(null),
    from_time: timeOfDay.default('08:00'),
    to_time: timeOfDay.default('17:00'),
    /** 1 (Monday) to 7 (Sunday); none is every day. */
    weekdays: z.array(z.int().min(1).max(7)).max(7).default([1, 2, 3, 4, 5]),
    holidays: holidayRule.default('except'),
    /** Where calls go outside of the hours. */
    outside: destination.nullable().default(null),
    greeting_id: id.nullable().default(null),
    recording: inbounds.input.shape.recording,
    note,
  })
  .superRefine((input, { addIssue }) => {
    const missing = (path: string) => addIssue({ code: 'custom', path: [path], message: messages.required });
    if (input.goes === 'existing' && input.destination === null) missing('destination');
    if (input.goes !== 'existing' && input.member_ids.length === 0) missing('member_ids');
    if (input.hours === 'existing' && input.time_group_id === null) missing('time_group_id');
    if (input.hours !== 'always' && input.outside === null) missing('outside');
  });

export type HotlineInput = z.output<typeof hotlineInput>;

/** What making a hotline adds besides its number and its rule, and so asks for. */
export function hotlineNeeds({ goes, hours }: Pick<HotlineInput, 'goes' | 'hours'>): Permission[] {
  return [
    'numbers.create',
    'inbounds.create',
    ...(goes === 'group' ? (['ringgroup.create'] as const) : []),
    ...(goes === 'queue' ? (['queue.create'] as const) : []),
    ...(hours === 'new' ? (['time-groups.create'] as const) : []),
    ...(hours === 'always' ? [] : (['conditions.create'] as const)),
  ];
}

/** A number, its way in and all that the way needs, in one go: all of it is there afterwards, or none. */
export const createHotline = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/hotline',
  access: all('numbers.create', 'inbounds.create'),
  summary:
    'Make a hotline: its number, the rule that leads its calls, and the group, queue and hours that it is to have; takes the right to add each',
  body: hotlineInput,
  result: z.object({
    id,
    number: z.string(),
    /** All that was made, in its order: where it is looked after, and what it is called. */
    made: z.array(z.object({ screen: z.string(), id, name: z.string() })),
    /** Why no calls come by it as things stand; empty where they do. */
    warning: z.string(),
  }),
});
