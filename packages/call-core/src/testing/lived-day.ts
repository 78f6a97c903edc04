import { type Board, emptyBoard, withoutCall } from '../board/board.ts';
import type { Call } from '../board/call.ts';
import type { Event } from '../board/event.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { StatusSpan } from '../board/status-span.ts';
import type { CallId, ContactId, Instant, LegEvent, LegId } from '../board/vocabulary.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import type { SeenDay, SeenLeg, SeenStay } from '../replay/seen-day.ts';
import { step } from '../step/step.ts';
import { hotline, trunk } from './plan.ts';

/** A day of a queue as it happens: everything that people and callers do is drawn by chance. */
export type LivedDay = {
  readonly plan: RoutingPlan;
  readonly people: readonly string[];
  readonly from: Instant;
  readonly hours: number;
  readonly calls: number;
  readonly talkMs: number;
  readonly patienceMs: number;
  readonly missed: number;
  /** From 0 to 1, one after the other. */
  readonly random: () => number;
  /** What the calls are called. */
  readonly idOf?: (index: number) => string;
};

/** A day that is over: what the history would have of it, and what it is written from. */
type Lived = { readonly seen: SeenDay; readonly calls: readonly Call[]; readonly spans: readonly StatusSpan[] };

/**
 * Lives a day with an engine that does at once what it is told, and writes down what the history would have of it. Nothing of how it
 * decides is known to the replay: it sees rows.
 */
export function liveDay({
  plan,
  people,
  from,
  hours,
  calls: count,
  talkMs,
  patienceMs,
  missed,
  random,
  idOf = (index) => `c${index}`,
}: LivedDay): Lived {
  const to = from + hours * 3_600_000;
  const due: { at: Instant; key: string; make: (at: Instant) => Event }[] = [];
  const [ended, spans] = [[] as Call[], [] as StatusSpan[]];
  const begun = new Set<string>();
  let board: Board = emptyBoard;

  const soon = (at: Instant, key: string, make: (at: Instant) => Event) => {
    const place = due.findIndex((other) => other.at > at);
    due.splice(place === -1 ? due.length : place, 0, { at, key, make });
  };
  const drop = (key: string) => {
    for (let index = due.length - 1; index >= 0; index -= 1) if (due[index]?.key === key) due.splice(index, 1);
  };
  const ofLeg = (at: Instant, call: CallId, leg: LegId, happening: Happening) =>
    soon(at, `leg ${leg}`, (moment) => ({ ...happening, call, leg, at: moment }));
  const exponential = (mean: number) => Math.ceil(-Math.log(1 - random()) * mean) + 1;
  const between = () => from + Math.floor(random() * hours * 3_600_000);

  function take(event: Event): void {
    const stepped = step(board, event);
    board = stepped.board;
    spans.push(...stepped.spans);
    for (const command of stepped.commands) {
      if (command.type === 'start-timer') {
        const { owner, timer, ms } = command;
        soon(event.at + ms, `timer ${JSON.stringify(owner)} ${timer}`, (at) => ({ type: 'elapsed', owner, timer, at }));
      }
      if (command.type === 'stop-timer') drop(`timer ${JSON.stringify(command.owner)} ${command.timer}`);
      if (command.type === 'hang-up') {
        drop(`leg ${command.leg}`);
        ofLeg(event.at, command.call, command.leg, { type: 'ended', cause: command.cause });
      }
      if (command.type === 'play' && !command.loop) {
        const { play } = command;
        ofLeg(event.at + 7_000, command.call, command.leg, { type: 'played', play });
      }
      if (command.type !== 'dial') continue;
      const chance = random();
      if (chance < missed / 2) ofLeg(event.at + exponential(4_000), command.call, command.leg, refused);
      else if (chance > missed) ofLeg(event.at + exponential(5_000), command.call, command.leg, { type: 'answered' });
    }
    for (const id of stepped.changed.calls) {
      const call = getFrom(board.calls, id);
      if (call === undefined) continue;
      if (call.answer !== null && !begun.has(id)) {
        begun.add(id);
        drop(`leg ${call.caller}`);
        ofLeg(event.at + exponential(talkMs), id, call.caller, { type: 'ended', cause: 'normal' });
      }
      if (call.stage !== 'ended') continue;
      ended.push(call);
      board = withoutCall(board, id);
    }
  }

  take({ type: 'plan-changed', plan, at: from });
  for (const extension of people) {
    take({ type: 'contacts', extension, contacts: [{ id: extension as ContactId, asleep: false }], at: from });
    // Who ends a break while their phone is off is seen by nobody: phones are off before noon, and breaks are after it.
    const noon = from + hours * 1_800_000;
    if (random() < 0.5) {
      const at = from + Math.floor((random() * (noon - from)) / 2);
      const contacts = [{ id: extension as ContactId, asleep: false }];
      soon(at, '', (moment) => ({ type: 'contacts', extension, contacts: [], at: moment }));
      soon(Math.min(noon, at + exponential(1_800_000)), '', (moment) => ({
        type: 'contacts',
        extension,
        contacts,
        at: moment,
      }));
    }
    for (let breaks = Math.floor(random() * 4); breaks > 0; breaks -= 1) {
      const at = noon + 1 + Math.floor(random() * (to - noon));
      const reason = 'Nghỉ trưa';
      soon(at, '', (moment) => ({ type: 'agent-status', extension, activity: 2, reason, at: moment }));
      soon(at + exponential(900_000), '', (moment) => ({
        type: 'agent-status',
        extension,
        activity: 1,
        reason: null,
        at: moment,
      }));
    }
  }
  for (let index = 0; index < count; index += 1) {
    const [call, leg, at] = [idOf(index) as CallId, `in${index}` as LegId, between()];
    const own = random() < 0.15 ? people[Math.floor(random() * people.length)] : undefined;
    // Some of the calls are people's own, with whom queues have nothing to do.
    const origin =
      own === undefined
        ? ({ kind: 'trunk', trunk, number: random() < 0.3 ? '0901234567' : '0911111111', name: '' } as const)
        : ({ kind: 'extension', extension: own } as const);
    const dialled = own === undefined ? hotline : colleagueOutside;
    soon(at, '', (moment) => ({ type: 'arrived', call, leg, at: moment, origin, dialled }));
    ofLeg(at + exponential(patienceMs), call, leg, { type: 'ended', cause: 'normal' });
  }
  for (let next = due.shift(); next !== undefined; next = due.shift()) {
    if (next.at > to + 7_200_000) break;
    take(next.make(next.at));
  }
  const open = [...valuesOf(board.spans)].flatMap((span) =>
    span.status === 'off' ? [] : [{ ...span, status: span.status }],
  );
  const known = [...spans.filter((span) => span.to !== null), ...open];
  const seen = {
    timeZone: plan.timeZone,
    from,
    to,
    queues: plan.queues,
    greetingMs: Object.fromEntries(Object.keys(plan.queues).map((queue) => [queue, 7_000])),
    stays: ended.flatMap(staysOf),
    legs: ended.flatMap(legsOf),
    spans: known.map(({ extension, status, from: begins, to: ends }) => ({
      extension,
      status,
      from: begins,
      to: ends,
    })),
  };
  return { seen, calls: ended, spans: known };
}

/** Dialled by people for something else than a queue; a mobile number that the office's rules let them call. */
const colleagueOutside = '0988000111';

const refused = { type: 'ended', cause: 'rejected' } as const;

function staysOf(call: Call): SeenStay[] {
  return (call.queueStays ?? []).map(({ queue, outcome, waitedMs }) => ({
    call: call.id,
    queue,
    outcome,
    waitedMs,
    number: call.outsideNumber ?? '',
    serviceNumber: call.serviceNumber ?? '',
    enteredAt: (call.queueSteps ?? []).find((one) => one.queue === queue)?.at ?? null,
    callFrom: call.startedAt,
    callTo: call.outcome?.at ?? call.startedAt,
  }));
}

const legsOf = (call: Call): SeenLeg[] =>
  call.legs.flatMap((leg) =>
    leg.party.kind !== 'extension' || leg.state !== 'ended'
      ? []
      : [
          {
            call: call.id,
            extension: leg.party.extension,
            dialled: leg.side === 'dialled',
            from: leg.startedAt,
            answeredAt: leg.answeredAt,
            to: leg.endedAt,
            talkedTo: call.segments.findLast((segment) => segment.leg === leg.id)?.to ?? null,
            cause: leg.cause,
          },
        ],
  );

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;
