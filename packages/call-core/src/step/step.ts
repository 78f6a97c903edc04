import type { Board } from '../board/board.ts';
import { commitBoard, draftBoard } from '../board/board-draft.ts';
import type { Command } from '../board/command.ts';
import type { DataAnswerEvent } from '../board/company-data.ts';
import type { AgentStatusEvent, Event } from '../board/event.ts';
import { ends } from '../board/next.ts';
import { isSameVersion } from '../board/plan-version.ts';
import type { Reply } from '../board/request.ts';
import { isSpent, type StatusSpan } from '../board/status-span.ts';
import type { CallId, ContactsEvent, ElapsedEvent, RecordedEvent, TrunkEvent } from '../board/vocabulary.ts';
import { changedKeys, read, write } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { syncQueues } from '../queue/plan-change.ts';
import { setReady } from '../queue/queue-requests.ts';
import { personElapsed, queueElapsed } from '../queue/queue-timers.ts';
import { takeRequest } from '../request/requests.ts';
import { syncSupervision } from '../request/supervise.ts';
import { tellActivity } from '../turn/activity-events.ts';
import { changeLeg } from '../turn/legs.ts';
import { keepVersions } from '../turn/plan-versions.ts';
import { bookStored } from '../turn/recordings.ts';
import { nameOfTimer } from '../turn/timers.ts';
import { amend, amendPerson, isLive, later, legOf, personAt, type Turn } from '../turn/turn.ts';
import { activities } from './activities.ts';
import { giveUp } from './call-end.ts';
import { expireOld } from './expiry.ts';
import { takeLegEvent } from './leg-event.ts';
import { finishTurn } from './turn-end.ts';
import { syncStatuses } from './work-status.ts';

/** What became of one event. */
export type StepResult = {
  readonly board: Board;
  readonly commands: readonly Command[];
  readonly replies: readonly Reply[];
  /** What is different now, for those who show or keep the board. */
  readonly changed: {
    readonly calls: readonly CallId[];
    readonly people: readonly string[];
    readonly queues: readonly string[];
    /** By extension: who stands otherwise with a queue, has time to write up a call or no longer, is a member or none. */
    readonly standings: readonly string[];
    /** By their keys. */
    readonly alarms: readonly string[];
  };
  /** What somebody's time has gone to, in their order: what has ended and what has begun; of two that begin at once the later one counts. */
  readonly spans: readonly StatusSpan[];
};

/**
 * Call control: what the board is after an event, and what is to be done about it. A function of its arguments: real calls,
 * replays, simulations and tests run the same one. It never throws, takes events in any order, late and repeated ones too,
 * and its cost does not grow with the number of calls.
 */
export function step(board: Board, event: Event): StepResult {
  const turn = turnOf(board, event);
  take(turn, event);
  finishTurn(turn);
  return stepped(turn, board);
}

function turnOf(board: Board, event: Event): Turn {
  return {
    ...draftBoard(board),
    at: event.at,
    activities,
    plan: event.type === 'plan-changed' ? event.plan : board.plan,
    version: versionAfter(board, event),
    timers: board.timers,
    before: board,
    commands: [],
    replies: [],
    work: [],
    due: [],
    freed: new Set(),
    standings: new Set(),
    restless: new Set(),
    endedSpans: [],
  };
}

/** A plan that leads calls the same way is no other version: a person was saved, or a number was blocked. */
function versionAfter({ plan, version }: Board, event: Event): number {
  return event.type !== 'plan-changed' || isSameVersion(plan, event.plan) ? version : version + 1;
}

function take(turn: Turn, event: Event): void {
  switch (event.type) {
    case 'contacts':
      return takeContacts(turn, event);
    case 'trunk':
      return takeTrunk(turn, event);
    case 'agent-status':
      return takeStatus(turn, event);
    case 'plan-changed':
      keepVersions(turn);
      syncSupervision(turn);
      syncStatuses(turn);
      return syncQueues(turn);
    case 'requested':
      return takeRequest(turn, event);
    case 'recorded':
      return takeRecorded(turn, event);
    case 'elapsed':
      return takeElapsed(turn, event);
    case 'told':
      return takeTold(turn, event);
    case 'arrived':
    case 'ringing':
    case 'early-media':
    case 'answered':
    case 'digit':
    case 'played':
    case 'held':
    case 'transfer-requested':
    case 'media':
    case 'quality':
    case 'ended':
      return takeLegEvent(turn, event);
    default:
      return event satisfies never;
  }
}

function takeContacts(turn: Turn, { extension, contacts }: ContactsEvent): void {
  const before = personAt(turn, extension).contacts;
  const same =
    before.length === contacts.length &&
    before.every(({ id, asleep, voiceless = false }, index) => {
      const now = contacts[index];
      return now?.id === id && now.asleep === asleep && (now.voiceless ?? false) === voiceless;
    });
  if (same) return;
  amendPerson(turn, extension, { contacts });
}

function takeTrunk(turn: Turn, { trunk, state, why, sipCode, at }: TrunkEvent): void {
  const before = read(turn.trunks, trunk);
  const since = before?.state === state ? before.since : at;
  write(turn.trunks, trunk, { state, why, since, ...(sipCode === undefined ? {} : { sipCode }) });
}

function takeStatus(turn: Turn, { extension, activity, reason, at }: AgentStatusEvent): void {
  const before = personAt(turn, extension);
  if (before.activity === activity && before.reason === reason) return;
  const back = activity === 1 && before.activity !== 1;
  amendPerson(turn, extension, { activity, reason, since: at, ...(back ? { idleSince: at } : {}) });
  if (back) setReady(turn, extension);
}

function takeRecorded(turn: Turn, event: RecordedEvent): void {
  const call = read(turn.calls, event.call);
  if (call === undefined || !bookStored(turn, event) || call.stage !== 'open') return;
  const box = call.legs.find(
    (leg) => isLive(leg) && leg.activity.kind === 'taking-message' && leg.activity.recording === event.recording,
  );
  // The engine ended the message by itself, after silence.
  if (box !== undefined) later(turn, { kind: 'go', here: { call: call.id, leg: box.id }, next: ends('normal') });
}

/** Nobody waits for what was asked by a leg that is gone. */
function takeTold(turn: Turn, event: DataAnswerEvent): void {
  const here = { call: read(turn.adopted, event.leg) ?? event.call, leg: event.leg };
  const call = read(turn.calls, here.call);
  const leg = call === undefined ? undefined : legOf(call, here.leg);
  if (leg === undefined || !isLive(leg)) return;
  later(turn, { kind: 'go', here, next: tellActivity(turn, here, { what: 'told', told: event.told }) });
}

/** A timer counts while its owner has it; one that was stopped may still have been on its way. */
function takeElapsed(turn: Turn, { owner, timer }: ElapsedEvent): void {
  switch (owner.kind) {
    case 'call': {
      const call = read(turn.calls, owner.call);
      if (call === undefined || !call.timers.includes(timer)) return;
      amend(turn, call.id, { timers: call.timers.filter((other) => other !== timer) });
      return giveUp(turn, call.id, nameOfTimer(timer));
    }
    case 'leg': {
      const call = read(turn.calls, owner.call);
      const leg = call === undefined ? undefined : legOf(call, owner.leg);
      if (leg === undefined || !leg.timers.includes(timer)) return;
      const here = { call: owner.call, leg: owner.leg };
      changeLeg(turn, here, { timers: leg.timers.filter((other) => other !== timer) });
      return later(turn, {
        kind: 'go',
        here,
        next: tellActivity(turn, here, { what: 'elapsed', timer: nameOfTimer(timer) }),
      });
    }
    case 'person':
      return personElapsed(turn, owner.extension, timer);
    case 'queue':
      return queueElapsed(turn, owner.queue, timer);
    case 'campaign':
      return;
    default:
      return owner satisfies never;
  }
}

function stepped(turn: Turn, before: Board): StepResult {
  // The keys of calls are their ids.
  const calls = changedKeys(turn.calls) as CallId[];
  const people = changedKeys(turn.people);
  const queues = changedKeys(turn.queues);
  const alarms = changedKeys(turn.alarms);
  const standings = [...new Set([...turn.standings, ...changedKeys(turn.memberships)])];
  const board = expireOld(commitBoard(before, turn), before, turn);
  const changed = { calls, people, queues, standings, alarms };
  const begun = changedKeys(turn.spans).flatMap((extension) => {
    const [was, is] = [getFrom(before.spans, extension), read(turn.spans, extension)];
    const goesOn = was?.from === is?.from && was?.status === is?.status && was?.reason === is?.reason;
    return is === undefined || goesOn ? [] : [is];
  });
  const spans = [...turn.endedSpans, ...begun.filter(isSpent)];
  return { board, commands: turn.commands, replies: turn.replies, changed, spans };
}
