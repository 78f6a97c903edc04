import { z } from 'zod';
import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { id, timestamp } from '../lib/values.ts';
import { updateActivityStatus } from '../people/identity.ts';
import { presence } from '../people/presence.ts';
import { callRequest, requested } from './call-control.ts';
import { badSound } from './poor-sound.ts';

/** A department, a team or a queue by its name. */
const named = z.object({ id, name: z.string() });

/** What somebody does, for whoever watches: finer than `presence`, and never other than it. */
export const agentState = z.enum([...presence.shape.state.options, 'held']);
export type AgentState = z.output<typeof agentState>;

/** In which way somebody is in a conversation that is not theirs. */
export const supervisionMode = z.enum(['listen', 'whisper', 'barge']);

const supervisor = z.object({ extension: z.string(), name: z.string(), mode: supervisionMode });

export const watchedAgent = z.object({
  extension: z.string(),
  name: z.string(),
  department: named.nullable(),
  team: named.nullable(),
  state: agentState,
  /** Why they are on a break, or what else keeps calls from them; '' where nothing does. */
  note: z.string(),
  /** When that began; null where nobody knows. */
  since: timestamp.nullable(),
  /** When the wrap-up ends by itself. */
  until: timestamp.nullable(),
  /** The queues of which they are members. */
  queue_ids: z.array(id),
  /** The conversation that they are in, or that rings for them. */
  call: z
    .object({
      id,
      direction: z.enum(['inbound', 'outbound', 'internal']),
      /** Whom they talk with: '' where nobody knows the name, or nobody is there. */
      name: z.string(),
      number: z.string(),
      hotline: z.string(),
      /** They are there as a supervisor. */
      supervising: z.boolean(),
    })
    .nullable(),
  /** Who is with them unseen, or joined them. */
  supervisors: z.array(supervisor),
});
export type WatchedAgent = z.output<typeof watchedAgent>;

export const watchedCall = z.object({
  id,
  direction: z.enum(['inbound', 'outbound', 'internal']),
  stage: z.enum(['waiting', 'ringing', 'talking', 'held']),
  /** What the caller does, in words. */
  doing: z.string(),
  /** When the stage began. */
  since: timestamp,
  started_at: timestamp,
  /** The customer, or the colleague who called. */
  name: z.string(),
  number: z.string(),
  /** What they dialled: a number of the company, an extension; of a call out the number that the customer was shown. */
  dialled: z.string(),
  dialled_name: z.string(),
  /** Somebody waits in it, in a queue or a parking place, who can be led elsewhere. */
  waits: z.boolean().default(false),
  /** In which they wait, or by which they came. */
  queue: named.nullable(),
  /** Our people who talk in it, or whose phones ring. */
  agents: z.array(z.object({ extension: z.string(), name: z.string(), state: z.enum(['ringing', 'talking', 'held']) })),
  /** Of those of the board, over whose lines it goes: as the history's filter `carrier` has it. */
  carriers: z.array(z.string()).default([]),
  /** Who sounds poor at the moment: one of ours by their extension, whoever is outside with ''. */
  poor_sound: z.array(badSound.omit({ level: true }).extend({ extension: z.string(), name: z.string() })).default([]),
});
export type WatchedCall = z.output<typeof watchedCall>;

/**
 * What came of calls in queues that began today and that one sees, as `GET /report/calls-by-queue` counts them: in time ÷ (answered +
 * abandoned − abandoned soon) is the service level.
 */
export const queueDay = z.object({
  answered: z.number().int(),
  in_time: z.number().int(),
  abandoned: z.number().int(),
  /** Of these, before the queue counts them as lost. */
  abandoned_soon: z.number().int(),
});
export type QueueDay = z.output<typeof queueDay>;

export const watchedQueue = queueDay.extend({
  id,
  name: z.string(),
  /** Callers who hear music, and places of those who will be called back. */
  waiting: z.number().int(),
  callbacks: z.number().int(),
  /** Since when whoever waits longest has waited. */
  longest_since: timestamp.nullable(),
  /** Its members: who can be rung, who has a call or finishes one, who takes none at the moment. */
  ready: z.number().int(),
  busy: z.number().int(),
  away: z.number().int(),
  /** What counts as in time. */
  level_seconds: z.number().int(),
});
export type WatchedQueue = z.output<typeof watchedQueue>;

/** What happens at this moment within somebody's reach. */
export const watchedBoard = z.object({
  /** Times are told by this clock. */
  at: timestamp,
  /** How much of the callers should be answered in time. */
  level_percent: z.number().int(),
  /** The networks of the company's numbers, its trunks by name, and whose name stands in one of these or in a trunk's host. */
  carriers: z.array(z.string()).default([]),
  agents: z.array(watchedAgent),
  calls: z.array(watchedCall),
  queues: z.array(watchedQueue),
  /** Of all queues together, those among them that are there no more. */
  today: queueDay,
});
export type WatchedBoard = z.output<typeof watchedBoard>;

/** What has become of a board: rows that are new, or other than they were, and those that are gone, by extension and id. */
export const boardChanges = z.object({
  agents: z.array(watchedAgent),
  calls: z.array(watchedCall),
  queues: z.array(watchedQueue),
  /** Null where it is as it was. */
  today: queueDay.nullable(),
  gone: z.object({ agents: z.array(z.string()), calls: z.array(id), queues: z.array(id) }),
});
export type BoardChanges = z.output<typeof boardChanges>;

/** Who looks at the board: the same for the screen and for what it is told. */
export const monitorAccess = all('monitor.view', licensed('supervision'));

export const monitor = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/monitor',
  access: monitorAccess,
  summary:
    'What happens at this moment: people, calls and queues within the own reach; the topic `monitor` of the live socket tells the same, and then what becomes of it',
  rowsOf: ['accounts', 'departments', 'teams', 'queue', 'subscribers', 'trunks', 'numbers'],
  result: watchedBoard,
});

/** Somebody on the board, by their extension. */
const agent = z.object({ extension: z.string().regex(/^\d{1,20}$/, 'Máy nhánh không hợp lệ') });

export const setAgentStatus = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/monitor/agents/:extension/status',
  access: all('monitor.status', licensed('supervision')),
  summary: "Change somebody's activity status; they are told by whom. 1 also ends their wrap-up",
  params: agent,
  body: updateActivityStatus.body,
  result: updateActivityStatus.result,
});

export const signOutAgent = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/monitor/agents/:extension/sign-out',
  access: all('monitor.sign-out', licensed('supervision')),
  summary: 'End every session of somebody: their screens and the phones in them stop within seconds, and say by whom',
  params: agent,
  result: z.object({ ended: z.number().int() }),
});

export const moveCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/monitor/calls/:id/move',
  access: all('monitor.move', licensed('supervision')),
  summary:
    'Send on whoever somebody of ours talks with, or who waits in a queue or a parking place: to a person, a queue or a number. Nobody takes it: it comes back to whose conversation it was, or to who moved it',
  params: z.object({ id }),
  body: callRequest.extend({
    /** Whose conversation it is; null for who waits. */
    agent: z.string().min(1, messages.required).max(20).nullable().default(null),
    /** An extension, an internal number or a number outside that is rung, or a queue. */
    to: z.union(
      [z.object({ number: z.string().trim().min(1, messages.required).max(40) }), z.object({ queue: z.uuid() })],
      { error: 'Chọn nơi chuyển tới: một người, một số hoặc một hàng đợi' },
    ),
  }),
  result: requested,
});
