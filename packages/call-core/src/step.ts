import { arrive, beginCall } from './arrive.ts';
import { closeCall, endLeg, finishIfQuiet, giveUpOnLegs } from './ending.ts';
import type { Event } from './event.ts';
import { getFrom, setIn } from './persistent-map.ts';
import { announced, skipped } from './routing/msg.ts';
import { alerted, declined, rangOut } from './routing/offer.ts';
import { visit } from './routing/visit.ts';
import { keyInVoicemail, messageOver, prompted } from './routing/voicemail.ts';
import { forgetEnded, type Phone, phoneOf, type Switchboard, storeCall } from './switchboard.ts';
import { connect, hold, transfer } from './talking.ts';
import { amend, legOf, note, perform, type Turn } from './turn.ts';
import type { CallEvent, Cause, Command, ElapsedEvent, LegEvent, RecordedEvent } from './vocabulary.ts';

/**
 * Call control: what the switchboard is after an event, and what is to be done about it. A function of its arguments: real
 * calls, replays, simulations and tests run the same one. It never throws, takes events in any order, late and repeated
 * ones too, and its cost does not grow with the number of calls.
 */
export function step(board: Switchboard, event: Event): readonly [Switchboard, readonly Command[]] {
  switch (event.type) {
    case 'registered':
    case 'unregistered':
      return [withPhone(board, event.extension, { contacts: event.contacts }), []];
    case 'agent-status':
      return [withPhone(board, event.extension, { activity: event.activity }), []];
    case 'plan-changed':
      return [{ ...board, plan: event.plan }, []];
    case 'arrived':
    case 'ringing':
    case 'early-media':
    case 'answered':
    case 'digit':
    case 'played':
    case 'held':
    case 'transfer-requested':
    case 'quality':
    case 'ended':
    case 'recorded':
    case 'elapsed':
      return stepCall(board, event);
    default:
      return event satisfies never;
  }
}

function withPhone(board: Switchboard, extension: string, known: Partial<Phone>): Switchboard {
  return { ...board, phones: setIn(board.phones, extension, { ...phoneOf(board.phones, extension), ...known }) };
}

function stepCall(board: Switchboard, event: CallEvent): readonly [Switchboard, readonly Command[]] {
  const before = getFrom(board.calls, event.call);
  const call = before ?? (event.type === 'arrived' ? beginCall(board.plan, event) : undefined);
  if (call === undefined) return [board, []];
  const turn: Turn = { plan: board.plan, at: event.at, call, phones: board.phones, commands: [] };
  if (before === undefined && event.type === 'arrived') arrive(turn, event);
  else takeCallEvent(turn, event);
  if (turn.call === before) return [board, turn.commands];
  const after = storeCall({ ...board, phones: turn.phones }, before, turn.call, event.at);
  return [forgetEnded(after, event.at), turn.commands];
}

function takeCallEvent(turn: Turn, event: CallEvent): void {
  switch (event.type) {
    case 'recorded':
      return recorded(turn, event);
    case 'elapsed':
      return timedOut(turn, event);
    case 'arrived':
      // A repeated arrival changes nothing; a second caller in the same call would be an engine's mistake.
      if (legOf(turn.call, event.leg) === undefined)
        perform(turn, { type: 'hang-up', leg: event.leg, cause: 'failed' });
      return;
    case 'ringing':
    case 'early-media':
      return alerted(turn, event.leg);
    case 'answered':
      return connect(turn, event.leg);
    case 'held':
      return hold(turn, event.leg, event.on);
    case 'transfer-requested':
      return visit(turn, transfer(turn, event.leg, event.to));
    case 'ended':
      return legEnded(turn, event);
    case 'quality':
      return heardWell(turn, event);
    case 'digit':
    case 'played':
      return heardFrom(turn, event);
    default:
      return event satisfies never;
  }
}

/** Keys and ends of prompts count when they come from the party that the prompt was for. */
function heardFrom(turn: Turn, event: Extract<LegEvent, { type: 'digit' | 'played' }>): void {
  if (event.leg !== turn.call.waiting) return;
  if (event.type === 'played') return visit(turn, announced(turn, event.play) ?? prompted(turn, event.play));
  keyInVoicemail(turn, event.digit);
  visit(turn, skipped(turn, event.digit));
}

function legEnded(turn: Turn, event: Extract<LegEvent, { type: 'ended' }>): void {
  const leg = legOf(turn.call, event.leg);
  if (leg === undefined || leg.state === 'ended') return;
  endLeg(turn, leg.id, leg.state === 'ending' ? leg.cause : event.cause, event.sipCode ?? null);
  const { phase, waiting, caller } = turn.call;
  const endedBy = leg.id === caller ? 'caller' : 'callee';
  if (phase.state === 'closing') return finishIfQuiet(turn);
  if (leg.id === waiting || (phase.state === 'talking' && phase.pair.includes(leg.id))) {
    return closeCall(turn, event.cause === 'interrupted' ? 'system' : endedBy, event.cause);
  }
  visit(turn, declined(turn, leg.id, refusalOf(event.cause)));
}

/** An engine's own words for "it rang and nobody took it" differ; a phone that we did not tell to stop was not cancelled. */
function refusalOf(cause: Cause): Cause {
  return cause === 'cancelled' || cause === 'normal' ? 'no-answer' : cause;
}

function heardWell(turn: Turn, event: Extract<LegEvent, { type: 'quality' }>): void {
  const { lossPercent, jitterMs, roundTripMs } = event;
  if (legOf(turn.call, event.leg) === undefined) return;
  amend(turn, {
    legs: turn.call.legs.map((leg) =>
      leg.id === event.leg ? { ...leg, quality: { lossPercent, jitterMs, roundTripMs } } : leg,
    ),
  });
}

function recorded(turn: Turn, { recording, durationMs, bytes }: RecordedEvent): void {
  const known = turn.call.recordings.find(({ id }) => id === recording);
  if (known === undefined || known.state === 'stored') return;
  const { id, kind, box, startedAt } = known;
  const stored = { id, kind, box, startedAt, state: 'stored', durationMs, bytes } as const;
  amend(turn, { recordings: turn.call.recordings.map((other) => (other.id === id ? stored : other)) });
  if (kind === 'conversation' && known.state === 'running')
    note(turn, 'talk', 'Ghi âm dừng trước khi cuộc gọi kết thúc');
  messageOver(turn, recording);
}

/** A timer counts while it is running; one that was stopped may still have been on its way. */
function timedOut(turn: Turn, { timer }: ElapsedEvent): void {
  if (!turn.call.timers.includes(timer)) return;
  amend(turn, { timers: turn.call.timers.filter((other) => other !== timer) });
  const { phase } = turn.call;
  switch (phase.state) {
    case 'offering':
      return visit(turn, rangOut(turn));
    case 'announcing':
      return visit(turn, announced(turn, 'timeout'));
    case 'prompting':
      return visit(turn, prompted(turn, 'timeout'));
    case 'taking-message':
      return messageOver(turn, 'timeout');
    case 'closing':
      return giveUpOnLegs(turn);
    case 'routing':
    case 'talking':
    case 'ended':
      return;
    default:
      return phase satisfies never;
  }
}
