import { setTimeout as sleep } from 'node:timers/promises';
import type { CallId, Reply } from '@alo/call-core';
import type { Screen } from '@alo/contract';
import { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { AppDeps } from '../compose/app.ts';
import type { InTenant } from '../db/database.ts';
import { goingOn, newlyFollowed, ownCalls, ownQueues } from '../domain/calls-now.ts';
import { gathered } from '../kernel/gathered.ts';
import { Problem } from '../kernel/problem.ts';
import { traced } from '../kernel/traced.ts';
import type { Saved } from '../telephony/routing-plan.ts';
import type { Telephony } from '../telephony/telephony.ts';
import { extensionsIn, outsideNumberOn, ownCallsOn, ownQueuesOn, phoneOn, traceOn } from './calls-on-board.ts';
import { followGoingOn, goingOnOn } from './ongoing-calls.ts';
import { answerQuestions, questionsOverBus } from './questions.ts';

/**
 * Telephony as the web side speaks to it. What runs in this process is told and waited for; a tenant's calls may run in
 * another one, so that is told, and asked, over the bus.
 */
export function linkToTelephony({
  bus,
  inTenant,
  local,
}: {
  bus: Bus;
  inTenant: InTenant;
  /** Undefined where this process runs no calls. */
  local: Telephony | undefined;
}): AppDeps['telephony'] {
  const ask = questionsOverBus({ bus, inTenant });
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
      const follow = followGoingOn();
      let askedAt = 0;
      return async () => {
        const board = here(tenantId);
        if (board !== undefined) return follow(board, Date.now());
        // All of it comes over the database each time.
        await sleep(Math.max(0, askedAt + askAgainMs - performance.now()));
        askedAt = performance.now();
        return newlyFollowed(goingOn.parse(await ask(tenantId, { kind: 'going-on' })));
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
        // Whoever asks waits for the answer, and it comes from the process that has the call.
        if (here(tenantId) !== undefined && local !== undefined) {
          return local.request(tenantId, request).catch((): never => {
            throw Problem.unavailable();
          });
        }
        return reply.parse(await ask(tenantId, { kind: 'request', ...request }));
      }),
  };
}

/** What goes on elsewhere is asked for so often at most, in milliseconds. */
const askAgainMs = 500;

const phones = z.record(
  z.string(),
  z.object({
    contacts: z.number(),
    state: z.enum(['idle', 'ringing', 'talking']),
    // A process that is older does not say it.
    wrapUpUntil: z.number().nullable().default(null),
    paused: z.object({ since: z.number(), words: z.string() }).nullable().default(null),
  }),
);

// Ids and codes are what another process of ours has written.
const reply = z.custom<Reply>((value) => z.looseObject({ id: z.string(), ok: z.boolean() }).safeParse(value).success);

/** Resources that routing and the engine are made of. Deleting what calls are led to may re-point whatever leads there. */
const routingSubjects: ReadonlyMap<string, Saved> = new Map<Screen, Saved>([
  ...[
    ...(['trunks', 'numbers', 'time-groups', 'conditions', 'notifications', 'greeting', 'music-on-holds'] as const),
    ...(['ringgroup', 'queue', 'ivr-details', 'last-calls', 'voicemail-boxes', 'subscribers', 'groups'] as const),
    ...(['feature-codes', 'system-prompts'] as const),
  ].map((screen) => [screen, 'anything'] as const),
  ['inbounds', 'rules'],
  ['outbound', 'rules'],
  ['list-of-blocked-incoming-numbers', 'block-lists'],
  ['list-of-blocked-out-numbers', 'block-lists'],
]);
/** Changes of people and roles that come this close together are one change of the plan. */
const rightsGatherMs = 50;

/** Does what web processes elsewhere tell, by what the database says, and answers them. */
export function followBus({
  bus,
  telephony,
  inTenant,
  tenants,
  onError,
}: {
  bus: Bus;
  telephony: Telephony;
  inTenant: InTenant;
  tenants: () => Promise<readonly { readonly id: string }[]>;
  onError: (error: unknown) => void;
}): void {
  answerQuestions({ bus, inTenant, telephony, onError });
  bus.subscribe('secrets-changed', (tenantId, sessionIds, from) => {
    if (from === 'elsewhere') telephony.secretsChanged(tenantId, sessionIds).catch(onError);
  });
  bus.subscribe('plan-changed', (tenantId, _, from) => {
    if (from === 'elsewhere') telephony.configChanged(tenantId).catch(onError);
  });
  // Wherever it was saved, by a form, an import or a job: who waits for it waits for the engine alone.
  bus.subscribe('resource-changed', (tenantId, [subject = '']) => {
    if (subject === 'devices') telephony.devicesChanged(tenantId).catch(onError);
    // What calls are led by.
    const saved = routingSubjects.get(subject);
    if (saved !== undefined) telephony.configChanged(tenantId, saved).catch(onError);
  });
  // Who has which extension and what they may do in a call is part of the plan; the database tells it, whoever changed it.
  const readPlan = gathered(rightsGatherMs, (tenantId) => void telephony.configChanged(tenantId).catch(onError));
  bus.subscribe('rights-changed', readPlan);
  bus.subscribe('activity-changed', (tenantId, extensions, from) => {
    if (from === 'elsewhere') readActivities(tenantId, extensions).catch(onError);
  });
  // What was not heard may have been any of these.
  bus.onGap(() => void catchUp().catch(onError));

  async function readActivities(tenantId: string, extensions: readonly string[]): Promise<void> {
    const people = await inTenant(tenantId, (trx) =>
      trx
        .selectFrom('account')
        .where('extension', 'in', [...extensions])
        .select(['extension', 'status_activity', 'status_reason'])
        .execute(),
    );
    for (const { extension, status_activity: activity, status_reason: reason } of people) {
      if (extension !== null)
        telephony.agentStatus(tenantId, { extension, activity, reason: reason === '' ? null : reason });
    }
  }

  async function catchUp(): Promise<void> {
    for (const { id } of await tenants()) {
      // Secrets are told with it.
      await telephony.configChanged(id);
    }
  }
}

/** Changes of calls that come this close together are told as one. */
const gatherMs = 50;
/** What telephony reports here, every process hears. */
export function tellOfCalls(telephony: Pick<Telephony, 'listen' | 'boardOf'>, bus: Bus): void {
  const due = new Map<string, Set<CallId>>();

  /** Those who are in a conversation: their call windows read it again. */
  function tellOwn(tenantId: string): void {
    const board = telephony.boardOf(tenantId);
    const extensions = board === undefined ? [] : extensionsIn(board, due.get(tenantId) ?? []);
    due.delete(tenantId);
    if (extensions.length > 0) bus.publish('my-calls-changed', tenantId, extensions);
  }

  telephony.listen({
    onWritten: (tenantId, callIds) => bus.publish('calls-written', tenantId, callIds),
    onMessagesLeft: (tenantId, callIds) => bus.publish('messages-left', tenantId, callIds),
    onChanged(tenantId, { people, calls, queues, standings }) {
      if (people.length + calls.length + queues.length > 0) bus.publish('board-changed', tenantId, []);
      if (people.length > 0) bus.publish('phones-changed', tenantId, people);
      if (standings.length > 0) bus.publish('my-queues-changed', tenantId, standings);
      if (calls.length === 0) return;
      const gathered = due.get(tenantId);
      for (const call of calls) gathered?.add(call);
      if (gathered !== undefined) return;
      due.set(tenantId, new Set(calls));
      setTimeout(() => tellOwn(tenantId), gatherMs).unref();
    },
  });
}
