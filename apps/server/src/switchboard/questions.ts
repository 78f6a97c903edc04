import type { Board, RequestedAction } from '@alo/call-core';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Bus } from '../bus/bus.ts';
import type { Links } from '../bus/link-client.ts';
import type { AnswerByLink } from '../bus/link-server.ts';
import type { InTenant } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';
import type { Telephony } from '../telephony/telephony.ts';
import { outsideNumberOn, ownCallsOn, ownQueuesOn, parkedOn, phoneOn, traceOn } from './calls-on-board.ts';
import { goingOnSince, tellGoingOn } from './going-on-since.ts';
import { goingOnOn } from './ongoing-calls.ts';

/** What a process that runs no calls of a tenant asks of the one that does. */
const question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phones'), extensions: z.array(z.string()) }),
  z.object({ kind: z.literal('going-on') }),
  z.object({ kind: z.literal('own-calls'), extension: z.string() }),
  z.object({ kind: z.literal('own-queues'), extension: z.string() }),
  z.object({ kind: z.literal('parked') }),
  z.object({ kind: z.literal('outside-number'), call: z.string(), extension: z.string() }),
  z.object({ kind: z.literal('trace'), call: z.string() }),
  z.object({
    kind: z.literal('request'),
    id: z.string(),
    by: z.string().nullable(),
    // One of our own processes made it of a request that the contract had parsed.
    what: z.custom<RequestedAction>((value) => z.looseObject({ kind: z.string() }).safeParse(value).success),
  }),
]);
export type Question = z.input<typeof question>;

/** Who asks waits no longer for an answer. */
const patienceMs = 3_000;
/** A question whose asker has died is swept away by the next one. */
const keptFor = '1 minute';

/** What was asked came to, and which way. */
interface Answered {
  readonly by: 'link' | 'row';
  readonly value: unknown;
}

/**
 * Asks over a link, or else over the database: there a question is a row, the bus says that there is one and that it is answered. Refuses
 * with `unavailable` where nobody answers. Over a link `overLink` may be asked instead.
 */
export function questionsOverBus({
  bus,
  inTenant,
  links,
}: {
  bus: Bus;
  inTenant: InTenant;
  /** Machines that are asked without a database in between; what none of them answers is a row. */
  links?: Links | undefined;
}) {
  const waiting = new Map<string, () => void>();
  bus.subscribe('question-answered', (_, ids) => {
    for (const id of ids) waiting.get(id)?.();
  });

  return async function ask(tenantId: string, asked: Question, overLink: unknown = asked): Promise<Answered> {
    // One patience for both ways.
    const patience = new AbortController();
    const impatience = setTimeout(() => patience.abort(), patienceMs);
    try {
      const direct = await links?.ask(tenantId, overLink, patience.signal);
      if (direct !== undefined) return { by: 'link', value: direct.value };
      if (patience.signal.aborted) throw Problem.unavailable();
      return { by: 'row', value: await askByRow(tenantId, asked, patience.signal) };
    } finally {
      clearTimeout(impatience);
    }
  };

  async function askByRow(tenantId: string, asked: Question, until: AbortSignal): Promise<unknown> {
    const id = newId();
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    waiting.set(id, resolve);
    const giveUp = () => resolve();
    until.addEventListener('abort', giveUp);
    try {
      await inTenant(tenantId, async (trx) => {
        await sql`delete from telephony_question where created_at < now() - ${keptFor}::interval`.execute(trx);
        await trx
          .insertInto('telephony_question')
          .values({ id, question: JSON.stringify(asked) })
          .execute();
      });
      bus.publish('question-asked', tenantId, [id]);
      await answered;
      const row = await inTenant(tenantId, (trx) =>
        trx.deleteFrom('telephony_question').where('id', '=', id).returning('answer').executeTakeFirst(),
      );
      const outcome = answer.safeParse(row?.answer);
      if (!outcome.success) throw Problem.unavailable();
      return outcome.data.value;
    } finally {
      until.removeEventListener('abort', giveUp);
      waiting.delete(id);
    }
  }
}

const answer = z.object({ value: z.unknown() });

/** Answers what other processes ask about the calls that run here. */
export function answerQuestions({
  bus,
  inTenant,
  telephony,
  onError,
}: {
  bus: Bus;
  inTenant: InTenant;
  telephony: Pick<Telephony, 'boardOf' | 'request'>;
  onError: (error: unknown) => void;
}): void {
  bus.subscribe('question-asked', (tenantId, ids, from) => {
    if (from === 'elsewhere') answerAll(tenantId, ids).catch(onError);
  });

  async function answerAll(tenantId: string, ids: readonly string[]): Promise<void> {
    if (telephony.boardOf(tenantId) === undefined) return;
    const rows = await inTenant(tenantId, (trx) =>
      trx
        .selectFrom('telephony_question')
        .where('id', 'in', [...ids])
        .where('answer', 'is', null)
        .select(['id', 'question'])
        .execute(),
    );
    // One that takes its time keeps none of the others waiting.
    await Promise.all(
      rows.map(async ({ id, question: asked }) => {
        const board = telephony.boardOf(tenantId);
        if (board === undefined) return;
        const value = await answerTo(telephony, tenantId, board, question.parse(asked));
        await inTenant(tenantId, (trx) =>
          trx
            .updateTable('telephony_question')
            .set({ answer: JSON.stringify({ value: value ?? null }) })
            .where('id', '=', id)
            .execute(),
        );
        bus.publish('question-answered', tenantId, [id]);
      }),
    );
  }
}

/** The same for one process over its link, which is told only what has changed where it asks again what goes on. */
export function answersByLink(telephony: Pick<Telephony, 'boardOf' | 'request'>): AnswerByLink {
  const tell = tellGoingOn();
  return async (tenantId, asked) => {
    const board = telephony.boardOf(tenantId);
    if (board === undefined) return undefined;
    const again = goingOnSince.safeParse(asked);
    if (again.success) return { value: tell(tenantId, board, again.data.after) };
    return { value: (await answerTo(telephony, tenantId, board, question.parse(asked))) ?? null };
  };
}

async function answerTo(
  { request }: Pick<Telephony, 'request'>,
  tenantId: string,
  board: Board,
  asked: z.output<typeof question>,
): Promise<unknown> {
  switch (asked.kind) {
    case 'phones':
      return Object.fromEntries(asked.extensions.map((extension) => [extension, phoneOn(board, extension)]));
    case 'going-on':
      return goingOnOn(board, Date.now());
    case 'own-calls':
      return ownCallsOn(board, asked.extension);
    case 'own-queues':
      return ownQueuesOn(board, asked.extension, Date.now());
    case 'parked':
      return parkedOn(board);
    case 'outside-number':
      return outsideNumberOn(board, asked);
    case 'trace':
      return traceOn(board, asked.call);
    case 'request':
      return request(tenantId, { id: asked.id, by: asked.by, what: asked.what });
    default:
      return asked satisfies never;
  }
}
