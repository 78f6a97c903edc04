import {
  type Board,
  type Call,
  type CallId,
  type Cause,
  type Command,
  type ContactId,
  type Event,
  emptyBoard,
  getFrom,
  isDataCommand,
  type LegId,
  type QualityOfAll,
  type RoutingPlan,
  step,
  type TrunkId,
} from '@alo/call-core';
import { parsePhone } from '@alo/phone-number';

import type { SeenEvent, SpanDue } from '../../telephony/history/history-batch.ts';
import type { PlannedCall } from './day-plan.ts';
import { type Random, seededId, seededRandom } from './random.ts';
import type { planShifts } from './shifts.ts';

/** What became of the calls: each as it ended, and everything that happened, numbered in its order; and what people's time went to. */
export type SimulatedHistory = {
  readonly calls: readonly { readonly call: Call; readonly revision: number }[];
  readonly events: readonly SeenEvent[];
  readonly spans: readonly SpanDue[];
};

export interface Simulation {
  readonly plan: RoutingPlan;
  readonly planned: readonly PlannedCall[];
  /** When people come, have their breaks, and go; who is not among them is always there. */
  readonly shifts: ReturnType<typeof planShifts>;
  readonly random: Random;
  readonly trunk: TrunkId;
  readonly numbers: Readonly<Record<'main' | 'office' | 'menu', string>>;
}

/**
 * Runs planned calls through call control, as an engine with plausible people at its ends would: some answer, some are
 * busy, some give up. The rows are those that real calls would have left, recordings excepted.
 */
export function simulateCalls(simulation: Simulation): SimulatedHistory {
  return new Simulator(simulation).run();
}

const seconds = 1000;

class Simulator {
  readonly #simulation: Simulation;
  #board: Board;
  /** What is going to happen, soonest last. */
  #coming: Event[] = [];
  readonly #names = new Map<LegId, 'caller' | 'phone' | 'outside'>();
  readonly #calls = new Map<CallId, { call: Call; revision: number }>();
  readonly #events: SeenEvent[] = [];
  readonly #spans = new Map<string, SpanDue>();
  readonly #shifted: ReadonlySet<string>;
  #seq = 0;
  /** Of its own, so that how they sound changes nothing of what people do. */
  readonly #sound = seededRandom(7);
  /** Somebody works at home, behind a weak Wi-Fi. */
  readonly #atHome: string | undefined;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { plan, shifts } = simulation;
    this.#atHome = Object.keys(plan.extensions).at(-1);
    this.#shifted = new Set(shifts.map(({ extension }) => extension));
    for (const event of shifts) this.#soon(event);
    this.#board = step(emptyBoard, { type: 'plan-changed', plan, at: 0 }).board;
    for (const extension of Object.keys(plan.extensions)) {
      if (this.#shifted.has(extension)) continue;
      const contacts = [{ id: extension as ContactId, asleep: false }]; // engines name contacts
      this.#board = step(this.#board, { type: 'contacts', extension, contacts, at: 0 }).board;
    }
  }

  run(): SimulatedHistory {
    for (const planned of this.#simulation.planned) {
      this.#happenUntil(planned.at);
      this.#begin(planned);
    }
    this.#happenUntil(Number.POSITIVE_INFINITY);
    return { calls: [...this.#calls.values()], events: this.#events, spans: [...this.#spans.values()] };
  }

  #happenUntil(at: number): void {
    for (let next = this.#coming.at(-1); next !== undefined && next.at <= at; next = this.#coming.at(-1)) {
      this.#coming.pop();
      this.#happen(next);
    }
  }

  #soon(event: Event): void {
    const place = this.#coming.findLastIndex((other) => other.at > event.at) + 1;
    this.#coming.splice(place, 0, event);
  }

  #begin(planned: PlannedCall): void {
    const { random, trunk, numbers } = this.#simulation;
    const { at } = planned;
    const call = seededId(random, at) as CallId; // an engine names its calls
    const leg = seededId(random, at) as LegId; // and the legs that come in
    this.#names.set(leg, 'caller');
    const patience = planned.kind === 'inbound' ? random.between(12, 75) : random.between(20, 60);
    this.#soon({ type: 'ended', call, leg, at: at + patience * seconds, cause: 'cancelled' });
    this.#happen({
      type: 'arrived',
      call,
      leg,
      at,
      ...(planned.kind === 'inbound'
        ? {
            origin: { kind: 'trunk', trunk, number: dialForm(planned.customer), name: '' },
            dialled: dialForm(numbers[planned.number]),
          }
        : {
            origin: { kind: 'extension', extension: planned.extension },
            dialled: planned.kind === 'internal' ? planned.to : dialForm(planned.customer),
          }),
    });
  }

  #happen(coming: Event): void {
    const event = coming.type === 'ended' ? this.#withSound(coming) : coming;
    const { board, commands, changed, spans } = step(this.#board, event);
    this.#board = board;
    this.#seq++;
    for (const span of spans) {
      if (this.#shifted.has(span.extension))
        this.#spans.set(`${span.extension} ${span.from}`, { span, revision: this.#seq });
    }
    for (const id of changed.calls) {
      const call = getFrom(board.calls, id);
      if (call === undefined) continue;
      if ('call' in event && event.call === id) {
        this.#events.push({ seq: this.#seq, callStartedAt: call.startedAt, event });
      }
      this.#calls.set(id, { call, revision: this.#seq });
    }
    for (const command of commands) this.#perform(command, event.at);
  }

  /** As an engine tells it of whoever was answered. */
  #withSound(event: Extract<Event, { type: 'ended' }>): Event {
    const leg = getFrom(this.#board.calls, event.call)?.legs.find(({ id }) => id === event.leg);
    if (leg === undefined || leg.answeredAt === null) return event;
    const { party } = leg;
    const isWeak = party.kind === 'extension' && party.extension === this.#atHome;
    return { ...event, quality: soundOf(this.#sound, isWeak ? 0.25 : 0.03) };
  }

  #perform(command: Command, at: number): void {
    const { random } = this.#simulation;
    if (command.type === 'start-timer') {
      return this.#soon({ type: 'elapsed', owner: command.owner, timer: command.timer, at: at + command.ms });
    }
    if (command.type === 'ask' && command.question.kind === 'refuses') {
      const told = { kind: 'refuses', then: 'call' } as const;
      return this.#soon({ type: 'told', call: command.call, leg: command.leg, told, at });
    }
    // Call control leaves a timer that it stopped out of account by itself.
    if (command.type === 'stop-timer' || isDataCommand(command)) return;
    const { call } = command;
    switch (command.type) {
      case 'dial':
        this.#names.set(command.leg, command.to.kind === 'extension' ? 'phone' : 'outside');
        return this.#ring(call, command.leg, at);
      case 'hang-up':
        return this.#soon({
          type: 'ended',
          call,
          leg: command.leg,
          at: at + random.between(20, 90),
          cause: command.cause,
        });
      case 'play':
        // Most know by now what leads to the queue.
        if (this.#isInMenu(call, command.leg) && random.chance(0.85)) {
          this.#soon({ type: 'digit', call, leg: command.leg, digit: '2', at: at + random.between(2, 4) * seconds });
        }
        if (!command.loop) {
          this.#soon({
            type: 'played',
            call,
            leg: command.leg,
            play: command.play,
            at: at + random.between(5, 9) * seconds,
          });
        }
        return;
      case 'bridge':
        return this.#talk(
          call,
          command.members.map(({ leg }) => leg),
          at,
        );
      case 'ring':
      case 'answer':
      case 'stop':
      case 'progress':
      case 'pause-recording':
      case 'transfer-result':
      case 'record':
      case 'record-message':
      case 'stop-recording':
      case 'send-dtmf':
        return;
      default:
        command satisfies never;
    }
  }

  #isInMenu(call: CallId, leg: LegId): boolean {
    const its = getFrom(this.#board.calls, call)?.legs.find(({ id }) => id === leg);
    return its?.activity.kind === 'menu';
  }

  /** A phone rings, and somebody takes it, declines, or lets it ring. */
  #ring(call: CallId, leg: LegId, at: number): void {
    const { random } = this.#simulation;
    const outside = this.#names.get(leg) === 'outside';
    const ringing = at + (outside ? random.between(1500, 4500) : random.between(150, 700));
    this.#soon({ type: 'ringing', call, leg, at: ringing });
    const fate = random.next();
    if (fate < (outside ? 0.66 : 0.62)) {
      const after = outside ? random.between(4, 22) : random.between(3, 16);
      return this.#soon({ type: 'answered', call, leg, at: ringing + after * seconds });
    }
    const cause: Cause | null =
      fate < 0.72 ? 'busy' : fate < 0.76 ? 'rejected' : outside && fate < 0.84 ? 'unreachable' : null;
    if (cause !== null)
      return this.#soon({ type: 'ended', call, leg, at: ringing + random.between(1, 8) * seconds, cause });
    if (outside)
      this.#soon({ type: 'ended', call, leg, at: ringing + random.between(28, 42) * seconds, cause: 'no-answer' });
  }

  /** They talk: mostly a minute or two, seldom long; some are put on hold; then one of them hangs up. */
  #talk(call: CallId, [caller, callee]: readonly LegId[], at: number): void {
    if (caller === undefined || callee === undefined) return;
    const { random } = this.#simulation;
    // The caller is no longer going to give up.
    this.#coming = this.#coming.filter(
      (event) => !(event.type === 'ended' && event.call === call && event.leg === caller),
    );
    const bell = random.next() + random.next() + random.next() - 1.5;
    const talk = Math.round(Math.min(1200, 105 * Math.exp(bell * 1.6)) * seconds);
    if (talk > 90 * seconds && random.chance(0.25)) {
      const held = at + random.between(20, 60) * seconds;
      const by = this.#names.get(callee) === 'phone' ? callee : caller;
      this.#soon({ type: 'held', call, leg: by, on: true, at: held });
      this.#soon({ type: 'held', call, leg: by, on: false, at: held + random.between(5, 25) * seconds });
    }
    this.#soon({ type: 'ended', call, leg: random.chance(0.6) ? caller : callee, at: at + talk, cause: 'normal' });
  }
}

/** Mostly as good as networks are; poor in some calls. */
function soundOf(random: Random, poor: number): QualityOfAll {
  const codec = 'pcma';
  if (random.chance(poor)) {
    const worst = { lossPercent: 24, farLossPercent: 31, jitterMs: 70, roundTripMs: 190 };
    const [lossPercent, farLossPercent] = [random.between(2, 9), random.between(9, 16)];
    return {
      lossPercent,
      farLossPercent,
      jitterMs: random.between(20, 50),
      roundTripMs: random.between(70, 150),
      codec,
      worst,
    };
  }
  const share = () => random.between(0, 6) / 10;
  return {
    lossPercent: share(),
    farLossPercent: share(),
    codec,
    jitterMs: random.between(1, 9),
    roundTripMs: random.between(8, 60),
  };
}

function dialForm(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
}
