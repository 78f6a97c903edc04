import type { CallId, DataAnswerEvent, DataCommand, LegId } from '@alo/call-core';

import { inTurn } from '../kernel/in-turn.ts';
import { type Clock, pause } from './clock.ts';
import type { RunnerLog } from './log.ts';

type Asked = Extract<DataCommand, { type: 'ask' }>['question'];
type Kept = Extract<DataCommand, { type: 'keep' }>['keeping'];

/** What calls have found out and kept that is not theirs: boxes and their messages, what people set by their phones. */
export interface Office {
  ask(tenantId: string, question: Asked): Promise<DataAnswerEvent['told']>;
  keep(tenantId: string, keeping: Kept): Promise<void>;
}

/** Nobody has anything in an installation without one. */
export const noOffice: Office = {
  ask: async (_, question) => nobodySays(question),
  keep: async () => undefined,
};

function nobodySays({ kind }: Asked): DataAnswerEvent['told'] {
  switch (kind) {
    case 'prove':
      return { kind: 'proof', is: 'unknown' };
    case 'open-box':
      return { kind: 'box-shut', why: 'closed' };
    case 'owner':
      return { kind, extension: null };
    case 'refuses':
      return { kind, then: 'call' };
    default:
      return kind satisfies never;
  }
}

export interface OfficeErrands {
  readonly office: Office;
  readonly tenantId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: RunnerLog;
  /** Tells whoever asked. */
  readonly tell: (event: DataAnswerEvent) => void;
}

/** Does what call control wants of the office. What is kept is kept in its order, and tried until the database takes it. */
export function officeErrands({ office, tenantId, clock, signal, log, tell }: OfficeErrands) {
  const turns = inTurn();

  async function ask(call: CallId, leg: LegId, question: Asked): Promise<void> {
    const told = await office.ask(tenantId, question).catch((error: unknown) => {
      log.error({ err: error, tenant: tenantId, kind: question.kind }, 'The office does not answer');
      return nobodySays(question);
    });
    tell({ type: 'told', call, leg, told, at: clock.now() });
  }

  async function keep(keeping: Kept): Promise<void> {
    for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
      try {
        return await office.keep(tenantId, keeping);
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
