import type { Call, CallStatus, Outcome, Party } from './call.ts';
import type { Cause, Instant } from './vocabulary.ts';

/** The figures of a conversation's row in the history; `status`, `cause` and `endedBy` are null while it is going on. */
export type CallSummary = {
  readonly stage: 'waiting' | 'ringing' | 'talking' | 'ended';
  readonly status: CallStatus | null;
  readonly cause: Cause | null;
  readonly endedBy: Outcome['endedBy'] | null;
  readonly startedAt: Instant;
  readonly answeredAt: Instant | null;
  readonly endedAt: Instant | null;
  /** From the start to the answer, or to the end when there was none. */
  readonly waitMs: number;
  readonly ringMs: number;
  readonly talkMs: number;
  readonly holdMs: number;
  /** The extension that called, when one did. */
  readonly fromExtension: string | null;
  /** The extension that answered, or the one that was rung last. */
  readonly toExtension: string | null;
  /** The person whose call it is in reports: who answered a customer, or called one. */
  readonly agentExtension: string | null;
};

/** Boils a conversation down to its row. While it goes on, times are those that are settled. */
export function summaryOf(call: Call): CallSummary {
  const { phase, answer } = call;
  const outcome = phase.state === 'closing' || phase.state === 'ended' ? phase.outcome : null;
  const caller = call.legs.find((leg) => leg.id === call.caller)?.party;
  const fromExtension = extensionOf(caller);
  const rung = call.legs.findLast((leg) => leg.side === 'dialled' && leg.party.kind === 'extension')?.party;
  const toExtension = answer?.extension ?? extensionOf(rung);
  return {
    stage: stageOf(call),
    status: outcome?.status ?? null,
    cause: outcome?.cause ?? null,
    endedBy: outcome?.endedBy ?? null,
    startedAt: call.startedAt,
    answeredAt: answer?.at ?? null,
    endedAt: outcome === null ? null : Math.max(outcome.at, call.startedAt),
    waitMs: Math.max(0, (answer?.at ?? outcome?.at ?? call.startedAt) - call.startedAt),
    ringMs: call.ringMs,
    talkMs: call.talkMs,
    holdMs: call.holdMs,
    fromExtension,
    toExtension,
    agentExtension: fromExtension ?? answer?.extension ?? null,
  };
}

function stageOf({ phase }: Call): CallSummary['stage'] {
  switch (phase.state) {
    case 'offering':
      return 'ringing';
    case 'talking':
      return 'talking';
    case 'closing':
    case 'ended':
      return 'ended';
    case 'routing':
    case 'announcing':
    case 'prompting':
    case 'taking-message':
      return 'waiting';
    default:
      return phase satisfies never;
  }
}

function extensionOf(party: Party | undefined): string | null {
  return party?.kind === 'extension' ? party.extension : null;
}
