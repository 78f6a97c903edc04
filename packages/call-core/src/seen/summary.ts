import { brokenWords } from '../activity/broken-part.ts';
import type { Call, CallStatus, Doer, Party } from '../board/call.ts';
import { sharesOf } from '../board/talk-shares.ts';
import type { Cause, Instant } from '../board/vocabulary.ts';
import { namePrefixIn } from '../routing/rule-settings.ts';
import type { Stage } from '../turn/turn.ts';

/** The figures of a conversation's row in the history; `status`, `cause` and `endedBy` are null while it is going on. */
export type CallSummary = {
  readonly stage: Stage | 'ended';
  readonly status: CallStatus | null;
  readonly cause: Cause | null;
  readonly endedBy: Doer | null;
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
  /** The extension that answered first; while nobody has answered, the one that was rung last, or else that it was for. */
  readonly toExtension: string | null;
  /** Who placed it, or else answered it: none of ours has to do with it where it is null. */
  readonly agentExtension: string | null;
  /** How long each of ours talked in it, by extension. */
  readonly shares: ReadonlyMap<string, number>;
  /** What does not work in the configuration, where the call met such a thing; else ''. */
  readonly broken: string;
  /** Before the customer's name, as the inbound rule has it; else ''. */
  readonly namePrefix: string;
  /** The inbound rules that have led it. */
  readonly ledBy: readonly string[];
  /** By what of the block list the caller was turned away; else ''. */
  readonly blocked: string;
};

/** Boils a conversation down to its row. While it goes on, times are those that are settled. */
export function summaryOf(call: Call): CallSummary {
  const { outcome, answer } = call;
  const caller = call.legs.find((leg) => leg.id === call.caller)?.party;
  const fromExtension = extensionOf(caller);
  const rung = call.legs.findLast((leg) => leg.side === 'dialled' && leg.party.kind === 'extension')?.party;
  // A transfer rings others, too, and an answer outside is no answer of whom it rang before. Who is busy is not rung, and it was for them.
  const toExtension = answer === null ? (extensionOf(rung) ?? call.sought ?? null) : answer.extension;
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
    // Of a call that the product placed whoever spoke with the customer first.
    agentExtension: fromExtension ?? answer?.extension ?? call.segments[0]?.extension ?? null,
    shares: sharesOf(call),
    broken: call.trace.find(({ kind }) => kind === 'broken')?.text.replace(brokenWords, '') ?? '',
    namePrefix: namePrefixIn(call),
    ledBy: call.ledBy ?? [],
    blocked: call.blocked ?? '',
  };
}

function stageOf({ stage, clock }: Call): CallSummary['stage'] {
  if (stage !== 'open') return 'ended';
  switch (clock.counts) {
    case 'talking':
    case 'held':
      return 'talking';
    case 'ringing':
      return 'ringing';
    case 'nothing':
      return 'waiting';
    default:
      return clock.counts satisfies never;
  }
}

function extensionOf(party: Party | undefined): string | null {
  return party?.kind === 'extension' ? party.extension : null;
}
