import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Board, emptyBoard } from './board.ts';
import type { Call, Leg } from './call.ts';
import type { Event } from './event.ts';
import { getFrom, valuesOf } from './persistent-map.ts';
import { step } from './step.ts';
import { hotline, officePlan, secondTrunk, trunk } from './test-plan.ts';
import { isLive } from './turn.ts';
import type {
  CallId,
  Command,
  ContactId,
  LegId,
  PlayId,
  RecordingId,
  TimerId,
  TimerOwner,
  TransferId,
} from './vocabulary.ts';

const plan = {
  ...officePlan,
  inboundRules: [
    { ...ruleTo({ kind: 'time', condition: 'office' }), callerPattern: '090*' },
    { ...ruleTo({ kind: 'group', group: 'ladder' }), callerPattern: '091*' },
    ruleTo({ kind: 'voicemail', box: 'box' }),
  ],
} as const;

function ruleTo(destination: (typeof officePlan.inboundRules)[number]['destination']) {
  return { name: 'Thử', number: null, callerPattern: null, timeGroup: null, destination, afterTalk: null };
}

function phonesOf(extension: string, count: number, now: number): Event {
  const contacts = Array.from({ length: count }, (_, index) => ({
    id: `${extension}-${index}` as ContactId,
    asleep: false,
  }));
  return { type: 'contacts', extension, contacts, at: now };
}

/** An event chosen among everything that could be said about what exists, made concrete while it runs. */
type Pick = { readonly kind: number; readonly which: number; readonly detail: number; readonly pass: number };
const picks = fc.array(
  fc.record({ kind: fc.nat(99), which: fc.nat(9999), detail: fc.nat(9999), pass: fc.nat(30_000) }),
  { minLength: 1, maxLength: 120 },
);

const causes = ['normal', 'busy', 'no-answer', 'rejected', 'cancelled', 'congestion', 'failed', 'interrupted'] as const;
const extensions = ['101', '102', '103', '999'] as const;
const dialled = ['101', '102', '600', '0901234567', '19001234', 'x'] as const;
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** The office in the morning: everybody's phone is on. */
const opened = ['101', '102', '103'].reduce<Board>(
  (board, extension) => step(board, phonesOf(extension, 1, 0)).board,
  step(emptyBoard, { type: 'plan-changed', plan, at: 0 }).board,
);

/** Plays an engine that says anything at any time, keeps what it was told, and watches what must hold after every step. */
class Storm {
  board: Board = opened;
  readonly events: Event[] = [];
  readonly told = new Set<LegId>();
  /** What should never have happened. */
  readonly wrong: string[] = [];
  readonly recordings: { call: CallId; recording: RecordingId }[] = [];
  readonly timers = new Map<string, { owner: TimerOwner; timer: TimerId; open: boolean }>();
  readonly plays: { call: CallId; leg: LegId; play: PlayId }[] = [];
  now = Date.parse('2026-11-20T10:00:00+07:00');
  #calls = 0;

  calls(): readonly Call[] {
    return [...valuesOf(this.board.calls)];
  }

  take(event: Event): void {
    this.events.push(event);
    if (event.type === 'elapsed') this.timers.set(keyOf(event), { ...event, open: false });
    const { board, commands } = step(this.board, event);
    this.board = board;
    for (const command of commands) this.#perform(command);
    this.#check();
  }

  choose({ kind, which, detail, pass }: Pick): void {
    // Clocks of engines are not ours: now and then one jumps back.
    this.now += detail % 50 === 0 ? -pass : pass;
    const repeated = at(this.events, which);
    if (kind < 12 && repeated !== undefined) return this.take(repeated);
    if (kind < 22) return this.#arrive(which, detail);
    const extension = at(extensions, which) ?? '101';
    if (kind < 30) return this.take(phonesOf(extension, detail % 3, this.now));
    if (kind < 33) {
      return this.take({
        type: 'agent-status',
        extension,
        activity: ([1, 2, 3] as const)[detail % 3] ?? 1,
        reason: null,
        at: this.now,
      });
    }
    if (kind < 38) return this.#elapse(which);
    if (kind < 44) return this.#finishPlay(which);
    const recording = at(this.recordings, which);
    if (kind < 47 && recording !== undefined) {
      return this.take({
        type: 'recorded',
        ...recording,
        at: this.now,
        durationMs: detail,
        bytes: detail * 8,
        state: 'whole',
      });
    }
    const legs = this.calls().flatMap((call) => call.legs.map((leg) => ({ call: call.id, leg: leg.id })));
    const leg = at(legs, which);
    if (leg === undefined) return this.#arrive(which, detail);
    const about = { ...leg, at: this.now };
    if (kind < 58) return this.take({ type: 'ringing', ...about });
    if (kind < 75) return this.take({ type: 'answered', ...about });
    if (kind < 80) return this.take({ type: 'digit', digit: detail % 2 === 0 ? '#' : '5', ...about });
    if (kind < 86) return this.take({ type: 'held', on: detail % 2 === 0, ...about });
    if (kind < 90)
      return this.take({
        type: 'transfer-requested',
        transfer: 't' as TransferId,
        to: at(dialled, detail) ?? '101',
        replaces: null,
        ...about,
      });
    if (kind < 92)
      return this.take({
        type: 'quality',
        lossPercent: 1,
        farLossPercent: null,
        jitterMs: 2,
        roundTripMs: 3,
        ...about,
      });
    this.take({ type: 'ended', cause: at(causes, detail) ?? 'normal', ...about });
  }

  /** Everybody hangs up, and what was told to end does; deaf legs are left to the timer. */
  calmDown(): void {
    for (const call of this.calls()) {
      for (const leg of call.legs) {
        if (isLive(leg)) this.take({ type: 'ended', call: call.id, leg: leg.id, at: this.now, cause: 'normal' });
      }
    }
    for (const { owner, timer, open } of this.timers.values())
      if (open) this.take({ type: 'elapsed', owner, timer, at: this.now });
  }

  #arrive(which: number, detail: number): void {
    this.#calls++;
    const extension = at(extensions, which) ?? '101';
    const number = at(['0901234567', '0911111111', '', '0281'], detail) ?? '';
    const inside = which % 2 === 0;
    this.take({
      type: 'arrived',
      call: `c${this.#calls}` as CallId, // a test's own names
      leg: `in${this.#calls}` as LegId,
      at: this.now,
      origin: inside ? { kind: 'extension', extension } : { kind: 'trunk', trunk, number, name: '' },
      dialled: inside ? (at(dialled, detail) ?? '') : hotline,
    });
  }

  #elapse(which: number): void {
    const chosen = at([...this.timers.values()], which);
    if (chosen !== undefined) this.take({ type: 'elapsed', owner: chosen.owner, timer: chosen.timer, at: this.now });
  }

  #finishPlay(which: number): void {
    const play = at(this.plays, which);
    if (play !== undefined) this.take({ ...play, type: 'played', at: this.now });
  }

  #perform(command: Command): void {
    switch (command.type) {
      case 'start-timer':
      case 'stop-timer': {
        const { owner, timer } = command;
        this.timers.set(keyOf(command), { owner, timer, open: command.type === 'start-timer' });
        return;
      }
      case 'hang-up':
        this.told.add(command.leg);
        return;
      case 'play':
        this.plays.push({ call: command.call, leg: command.leg, play: command.play });
        return;
      case 'record':
      case 'record-message':
        this.recordings.push({ call: command.call, recording: command.recording });
        return;
      case 'dial':
      case 'ring':
      case 'progress':
      case 'answer':
      case 'bridge':
      case 'pause-recording':
      case 'transfer-result':
      case 'stop':
      case 'stop-recording':
      case 'send-dtmf':
        return;
      default:
        command satisfies never;
    }
  }

  #check(): void {
    const running = new Set(
      [...this.timers.values()].flatMap(({ owner, open }) => (open && 'call' in owner ? [owner.call] : [])),
    );
    for (const { stage, id, bridges, segments, legs, ringMs, talkMs, holdMs } of this.calls()) {
      const live = legs.filter(isLive);
      if (live.some(({ activity }) => activity.kind === 'routing'))
        this.wrong.push(`${id} rests between two destinations`);
      if (stage === 'ended' && running.has(id)) this.wrong.push(`${id} ended with a timer`);
      if (stage === 'ended' && legs.some((leg) => leg.state !== 'ended')) this.wrong.push(`${id} ended with a leg`);
      if (stage !== 'open' && segments.some(({ to }) => to === null))
        this.wrong.push(`${id} ended with an open segment`);
      for (const { leg } of bridges.flatMap(({ asked }) => asked)) {
        if (!live.some((other) => other.id === leg)) this.wrong.push(`${id} bridges ${leg}, which is gone`);
      }
      if (stage === 'open' && live.length === 0) this.wrong.push(`${id} is open and nobody is there`);
      if (Math.min(ringMs, talkMs, holdMs) < 0) this.wrong.push(`${id} has a negative time`);
    }
    for (const extension of extensions) {
      const live = this.calls().flatMap((call) => call.legs.filter((leg) => isAt(leg, extension) && isLive(leg)));
      if (live.filter(({ side }) => side === 'dialled').length > 1) this.wrong.push(`${extension} is rung twice`);
      const known = getFrom(this.board.people, extension)?.legs ?? [];
      if (live.some((leg) => !known.some((other) => other.leg === leg.id)))
        this.wrong.push(`${extension} is in use and counts as free`);
    }
  }
}

function keyOf({ owner, timer }: { owner: TimerOwner; timer: TimerId }): string {
  return `${Object.values(owner).join(' ')} ${timer}`;
}

function isAt({ party }: Leg, extension: string): boolean {
  return party.kind === 'extension' && party.extension === extension;
}

describe('whatever order events come in, repeated, late and contradicting ones too', () => {
  test('no step throws, every call ends with all its legs and timers, and no phone is left busy', () => {
    fc.assert(
      fc.property(picks, (list) => {
        const storm = new Storm();
        for (const pick of list) storm.choose(pick);
        storm.calmDown();
        expect(storm.wrong).toEqual([]);
        expect(storm.calls().filter((call) => call.stage !== 'ended')).toEqual([]);
        for (const phone of valuesOf(storm.board.people)) expect(phone.legs).toEqual([]);
        expect([...storm.timers.values()].filter(({ open }) => open)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('the same events give the same state, and a repeated event gives what it gave', () => {
    fc.assert(
      fc.property(picks, (list) => {
        const storm = new Storm();
        for (const pick of list) storm.choose(pick);
        const replay = (events: readonly Event[]) => events.reduce((board, event) => step(board, event).board, opened);
        expect(replay(storm.events)).toEqual(storm.board);
        // A key or a transfer that comes twice was asked for twice.
        const repeatable = ({ type }: Event) => type !== 'digit' && type !== 'transfer-requested';
        const twice = storm.events.flatMap((event) => (repeatable(event) ? [event, event] : [event]));
        expect(replay(twice)).toEqual(storm.board);
      }),
      { numRuns: 200 },
    );
  });
});

test('an event costs the same among ten calls and among ten thousand: counted in reads', () => {
  const few = readsOfACall(10);
  const many = readsOfACall(10_000);
  // Two more levels of the trie, of up to 32 slots each, are walked and copied; a loop over calls would read 10,000 of them.
  expect(many).toBeLessThanOrEqual(few * 2);
});

/** How often the switchboard is read while a customer calls, is answered and hangs up, with so many calls going on. */
function readsOfACall(others: number): number {
  let board = step(emptyBoard, { type: 'plan-changed', plan: officePlan, at: 0 }).board;
  board = step(board, phonesOf('101', 1, 0)).board;
  for (let index = 0; index < others; index++) board = step(board, arrival(`other${index}`, 1)).board;
  let reads = 0;
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      get(target, key, receiver) {
        reads++;
        const read: unknown = Reflect.get(target, key, receiver);
        return typeof read === 'object' && read !== null ? counted(read) : read;
      },
    });
  const call = 'other0' as CallId; // a test's own name
  const leg = `${call}/1` as LegId;
  const events: readonly Event[] = [
    { type: 'ringing', call, leg, at: 3 },
    { type: 'answered', call, leg, at: 4 },
    { type: 'ended', call, leg, at: 5, cause: 'normal' },
    arrival('another', 6),
  ];
  for (const event of events) step(counted(board), event);
  return reads;
}

function arrival(name: string, now: number): Event {
  return {
    type: 'arrived',
    call: name as CallId, // a test's own names
    leg: `${name}-in` as LegId,
    at: now,
    origin: { kind: 'trunk', trunk: secondTrunk, number: '0901234567', name: '' },
    dialled: hotline,
  };
}
