import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@alo/call-core';
import type { EngineStatus } from '@alo/engine';
import { z } from 'zod';

import type { Bus } from '../bus/bus.ts';
import type { Links } from '../bus/link-client.ts';
import type { InTenant } from '../db/database.ts';
import { type CallsNow, goingOn, lacks, newlyFollowed, ownCalls, ownQueues, parked } from '../domain/calls-now.ts';
import { Problem } from '../kernel/problem.ts';
import { traced } from '../kernel/traced.ts';
import type { botCaller } from '../telephony/bot-caller.ts';
import type { Telephony } from '../telephony/telephony.ts';
import { outsideNumberOn, ownCallsOn, ownQueuesOn, parkedOn, phoneOn, traceOn } from './calls-on-board.ts';
import { heardGoingOn } from './going-on-since.ts';
import { followGoingOn, goingOnOn } from './ongoing-calls.ts';
import { type Question, questionsOverBus } from './questions.ts';

/** The calls as the web half reads them, asks of them, and tells them what was saved. */
export interface Switchboard
  extends CallsNow,
    Pick<Telephony, 'agentStatus' | 'configChanged' | 'devicesChanged' | 'secretsChanged'> {}

/** The engine as the web half reaches it. */
export interface EngineAccess {
  readonly status: () => EngineStatus;
  /** So long it has not been `up`, in milliseconds; 0 where it is. */
  readonly awayMs: () => number;
  /** It takes no new calls, because the server is about to end. */
  readonly isDraining: () => boolean;
  /** Another process runs the calls by this one's name. */
  readonly isFollowed: () => boolean;
  /** The operator drains this machine, and it has no company any more. */
  readonly isEmptied: () => boolean;
  /** Takes over the socket of a phone that wants SIP over WebSocket (RFC 7118). */
  readonly acceptSip: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Answers the id of the call. Rejects with `Problem.unavailable` while telephony is down. */
  readonly startBotCall: (order: BotCall & { readonly tenantId: string }) => Promise<string>;
  /** How many bots of a company are on the phone; nobody here knows where it is left out. */
  readonly botsOf?: ((tenantId: string) => number) | undefined;
}
type BotCall = Parameters<ReturnType<typeof botCaller>['start']>[0];

/**
 * The switchboard of every company. Calls that run in this process are asked directly; those of a company that another process
 * runs are asked over a link with its machine, or else over the bus.
 */
export function switchboardOver({
  bus,
  inTenant,
  links,
  local,
}: {
  bus: Bus;
  inTenant: InTenant;
  /** With the machines that run calls, where they have addresses for it. */
  links?: Links | undefined;
  /** Undefined where this process runs no calls. */
  local: Telephony | undefined;
}): Switchboard {
  const put = questionsOverBus({ bus, inTenant, links });
  const ask = async (tenantId: string, asked: Question) => (await put(tenantId, asked)).value;
  const here = (tenantId: string) => local?.boardOf(tenantId);
  return {
    async secretsChanged(tenantId, sessionIds) {
      bus.publish('secrets-changed', tenantId, sessionIds);
      await local?.secretsChanged(tenantId, sessionIds);
    },
    async devicesChanged(tenantId) {
      // Where they run elsewhere, that process hears what was saved by itself.
      await local?.devicesChanged(tenantId);
    },
    async configChanged(tenantId) {
      bus.publish('plan-changed', tenantId, []);
      await local?.configChanged(tenantId);
    },
    agentStatus(tenantId, activity) {
      bus.publish('activity-changed', tenantId, [activity.extension]);
      local?.agentStatus(tenantId, activity);
    },
    async phones(tenantId, extensions) {
      if (extensions.length === 0) return new Map();
      const board = here(tenantId);
      if (board !== undefined) return new Map(extensions.map((one) => [one, phoneOn(board, one)]));
      try {
        return new Map(
          Object.entries(phones.parse(await ask(tenantId, { kind: 'phones', extensions: [...extensions] }))),
        );
      } catch (error) {
        // While nobody runs the calls nobody's phone is there.
        if (error instanceof Problem && error.code === 'unavailable') return new Map();
        throw error;
      }
    },
    async goingOn(tenantId) {
      const board = here(tenantId);
      if (board !== undefined) return goingOnOn(board, Date.now());
      return goingOn.parse(await ask(tenantId, { kind: 'going-on' }));
    },
    followed(tenantId) {
      // What changed is told since the same way was gone the last time: whoever goes another one begins with all of it.
      let follow = followGoingOn();
      let byLink = heardGoingOn();
      let notBefore = 0;
      return async () => {
        const board = here(tenantId);
        if (board !== undefined) {
          byLink = heardGoingOn();
          return follow(board, Date.now());
        }
        follow = followGoingOn();
        await sleep(Math.max(0, notBefore - performance.now()));
        // All of it comes over the database each time.
        notBefore = performance.now() + askAgainMs;
        const { by, value } = await put(tenantId, { kind: 'going-on' }, byLink.question());
        if (by === 'row') {
          byLink = heardGoingOn();
          return newlyFollowed(goingOn.parse(value));
        }
        notBefore = 0;
        return byLink.hear(value);
      };
    },
    async ownCalls(tenantId, extension) {
      const board = here(tenantId);
      if (board !== undefined) return ownCallsOn(board, extension);
      return ownCalls.parse(await ask(tenantId, { kind: 'own-calls', extension }));
    },
    async ownQueues(tenantId, extension) {
      const board = here(tenantId);
      if (board !== undefined) return ownQueuesOn(board, extension, Date.now());
      return ownQueues.parse(await ask(tenantId, { kind: 'own-queues', extension }));
    },
    async parked(tenantId) {
      const board = here(tenantId);
      if (board !== undefined) return parkedOn(board);
      return parked.parse(await ask(tenantId, { kind: 'parked' }));
    },
    async outsideNumber(tenantId, of) {
      const board = here(tenantId);
      if (board !== undefined) return outsideNumberOn(board, of);
      return z
        .string()
        .optional()
        .parse((await ask(tenantId, { kind: 'outside-number', ...of })) ?? undefined);
    },
    async trace(tenantId, callId) {
      const board = here(tenantId);
      if (board !== undefined) return traceOn(board, callId);
      return (await ask(tenantId, { kind: 'trace', call: callId })) ?? undefined;
    },
    request: (tenantId, request) =>
      traced(`telephony ${request.what.kind}`, {}, async () => {
        // The request waits for the answer, which comes from the process that has the call.
        if (here(tenantId) !== undefined && local !== undefined) {
          return local.request(tenantId, request).catch((): never => {
            throw Problem.unavailable();
          });
        }
        return reply.parse(await ask(tenantId, { kind: 'request', ...request }));
      }),
  };
}

/** What goes on elsewhere is asked for over the database so often at most, in milliseconds. */
const askAgainMs = 500;

const phones = z.record(
  z.string(),
  z.object({
    contacts: z.number(),
    state: z.enum(['idle', 'ringing', 'talking']),
    // A process that is older does not say it.
    wrapUpUntil: z.number().nullable().default(null),
    paused: z.object({ since: z.number(), words: z.string() }).nullable().default(null),
    lacks,
  }),
);

// Ids and codes are what another process of ours has written.
const reply = z.custom<Reply>((value) => z.looseObject({ id: z.string(), ok: z.boolean() }).safeParse(value).success);
