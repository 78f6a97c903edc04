import type { CallId, DataAnswerEvent, DataCommand, LegId } from '@alo/call-core';

import { inTurn } from '../kernel/in-turn.ts';
import { type Clock, pause } from './clock.ts';
import type { RunnerLog } from './log.ts';

type Asked = Extract<DataCommand, { type: 'ask' }>['question'];
type Kept = Extract<DataCommand, { type: 'keep' }>['keeping'];

/** The data of companies that calls read and write: voicemail boxes and their messages, settings that people dial. */
export interface CompanyData {
  ask(tenantId: string, question: Asked): Promise<DataAnswerEvent['told']>;
  keep(tenantId: string, keeping: Kept): Promise<void>;
}

/** The data of an installation without a database of companies: there is none. */
export const noCompanyData: CompanyData = {
  ask: async (_, question) => nobodySays(question),
  keep: async () => undefined,
};

function nobodySays(asked: Asked): DataAnswerEvent['told'] {
  const { kind } = asked;
  switch (kind) {
    case 'prove':
      return { kind: 'proof', is: 'unknown' };
    case 'open-box':
      return { kind: 'box-shut', why: 'closed' };
    case 'owner':
      return { kind, extension: null };
    case 'refuses':
      return { kind, then: 'call' };
    case 'customer':
      return { kind, condition: asked.condition, row: null, because: 'không đọc được dữ liệu khách' };
    case 'code':
      return {
        kind,
        question: asked.question,
        says: { is: 'nothing', because: 'không hỏi được hệ thống của công ty' },
      };
    default:
      return kind satisfies never;
  }
}

export interface DataCommandOptions {
  readonly companyData: CompanyData;
  readonly tenantId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: RunnerLog;
  /** Takes the answer to a question as an event of the call. */
  readonly tell: (event: DataAnswerEvent) => void;
}

/** Runs the data commands of call control. Writes run in their order, each until the database takes it. */
export function dataCommandRunner({ companyData, tenantId, clock, signal, log, tell }: DataCommandOptions) {
  const turns = inTurn();

  async function ask(call: CallId, leg: LegId, question: Asked): Promise<void> {
    const told = await companyData.ask(tenantId, question).catch((error: unknown) => {
      log.error({ err: error, tenant: tenantId, kind: question.kind }, 'The office does not answer');
      return nobodySays(question);
    });
    tell({ type: 'told', call, leg, told, at: clock.now() });
  }

  async function keep(keeping: Kept): Promise<void> {
    for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
      try {
        return await companyData.keep(tenantId, keeping);
      } catch (error) {
        log.error({ err: error, tenant: tenantId, kind: keeping.kind }, 'What somebody set by phone is not kept yet');
        await pause(clock, pauseMs, signal);
      }
    }
  }

  return (order: DataCommand): Promise<void> =>
    order.type === 'ask'
      ? ask(order.call, order.leg, order.question)
      : // One person's word comes after their last.
        turns('keep', () => keep(order.keeping));
}
