import type { Reply, RequestedAction } from '@alo/call-core';
import { badSound, myCalls, myQueues, parkedCalls } from '@alo/contract';
import { z } from 'zod';

import { Problem } from '../kernel/problem.ts';
import type { PhoneState } from './presence.ts';

/** What one of our people does on the phone, customers' numbers in full: who shows it hides what has to be hidden. */
export const ownCalls = myCalls.result;
export type OwnCalls = z.input<typeof ownCalls>;
export type OwnCall = OwnCalls['data'][number];

export const ownQueues = myQueues.result;
export type OwnQueues = z.input<typeof ownQueues>;

export const parked = parkedCalls.result.shape.data;
export type ParkedOnScreen = z.input<typeof parked>;

const moment = z.number();
const party = z.object({ outside: z.boolean(), name: z.string(), number: z.string() });
const phone = z.enum(['idle', 'ringing', 'talking']);

/** A process that is older does not say it. */
export const lacks = myCalls.result.shape.lacks;

/** All that goes on in a company at a moment, numbers in full and times in milliseconds since 1970. */
export const goingOn = z.object({
  /** Everybody at an extension of whom anything was heard. */
  people: z.array(
    z.object({
      extension: z.string(),
      contacts: z.number(),
      state: phone,
      holds: z.boolean(),
      /** Since when nothing rings and nobody is talked to, or what they do in a call has gone on; 0 is never. */
      since: moment,
      wrapUpUntil: moment.nullable(),
      /** Since when queues call them no more, and why. A process that is older does not say it. */
      paused: z.object({ since: moment, words: z.string() }).nullable().default(null),
      lacks,
      /** What they do in a call that is no talk, or keeps calls from them. */
      note: z.string(),
      queues: z.array(z.string()),
      call: z
        .object({
          id: z.string(),
          direction: z.enum(['inbound', 'outbound', 'internal']),
          hotline: z.string(),
          with: party.nullable(),
          supervising: z.boolean(),
        })
        .nullable(),
      supervisors: z.array(z.object({ extension: z.string(), mode: z.enum(['listen', 'whisper', 'barge']) })),
    }),
  ),
  calls: z.array(
    z.object({
      id: z.string(),
      direction: z.enum(['inbound', 'outbound', 'internal']),
      stage: z.enum(['waiting', 'ringing', 'talking', 'held']),
      doing: z.string(),
      since: moment,
      startedAt: moment,
      who: party,
      dialled: z.string(),
      dialledName: z.string(),
      waits: z.boolean().default(false),
      /** The trunk that whoever is outside is on, and the number of ours that they called or were shown; a process that is older does not say it. */
      trunk: z.string().default(''),
      serviceNumber: z.string().default(''),
      /** A bot is in the place of the customer. */
      isTest: z.boolean().default(false),
      queue: z.string().nullable(),
      agents: z.array(z.object({ extension: z.string(), state: z.enum(['ringing', 'talking', 'held']) })),
      /** Who sounds poor; '' is whoever is outside. */
      poorSound: z.array(badSound.omit({ level: true }).extend({ extension: z.string() })).default([]),
    }),
  ),
  queues: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      members: z.array(z.string()),
      waiting: z.number(),
      callbacks: z.number(),
      longestSince: moment.nullable(),
      ready: z.number(),
      busy: z.number(),
      away: z.number(),
      levelSeconds: z.number(),
    }),
  ),
});
export type GoingOn = z.output<typeof goingOn>;

/** The same by its names, and which of them are new, other or gone since it was told the last time. */
export type CallsByName = {
  readonly [List in keyof GoingOn]: ReadonlyMap<string, GoingOn[List][number]>;
} & { readonly changed: { readonly [List in keyof GoingOn]: ReadonlySet<string> } | 'everything' };

/** All of it, as if nothing of it had been told before. */
export const newlyFollowed = ({ people, calls, queues }: GoingOn): CallsByName => ({
  people: new Map(people.map((one) => [one.extension, one])),
  calls: new Map(calls.map((one) => [one.id, one])),
  queues: new Map(queues.map((one) => [one.id, one])),
  changed: 'everything',
});

/**
 * What the switchboard knows at this moment, and what can be asked of it. The calls of a tenant may run in another process, so
 * every answer is waited for. Refuses with `unavailable` where nobody has them, except that then no phone is known.
 */
export interface CallsNow {
  /** What the phones of these extensions do; who has none is not in it. */
  phones(tenantId: string, extensions: readonly string[]): Promise<ReadonlyMap<string, PhoneState>>;
  /** Everything at once, for whoever watches. */
  goingOn(tenantId: string): Promise<GoingOn>;
  /** The same for whoever asks again and again, and what became of it since. */
  followed(tenantId: string): () => Promise<CallsByName>;
  /** The conversations that the person at an extension is in, and what their phones do. */
  ownCalls(tenantId: string, extension: string): Promise<OwnCalls>;
  /** Who waits in a parking place. */
  parked(tenantId: string): Promise<ParkedOnScreen>;
  /** The queues of the person at an extension, and what keeps their calls from them. */
  ownQueues(tenantId: string, extension: string): Promise<OwnQueues>;
  /**
   * The number outside of a conversation that an extension has or had a part in, from its first moment to some minutes after its
   * end; undefined where there is no such conversation, or nobody outside in it.
   */
  outsideNumber(
    tenantId: string,
    of: { readonly call: string; readonly extension: string },
  ): Promise<string | undefined>;
  /** How a call was routed so far; undefined where there is no such call going on. */
  trace(tenantId: string, callId: string): Promise<unknown>;
  /** The same id twice is one request. */
  request(tenantId: string, request: CallRequest): Promise<Reply>;
}

/** As long as nobody runs the calls, what is stored of them is all that is known. */
export function unlessAway(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
}

export interface CallRequest {
  readonly id: string;
  /** The extension of whoever asks; null is the company itself. */
  readonly by: string | null;
  readonly what: RequestedAction;
}
