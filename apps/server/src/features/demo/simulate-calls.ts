import {
  type Call,
  type CallEvent,
  type CallId,
  type Cause,
  type Command,
  type Event,
  emptySwitchboard,
  getFrom,
  type LegId,
  type RoutingPlan,
  type Switchboard,
  step,
  type TrunkId,
} from '@alo/call-core';
import { parsePhone } from '@alo/phone-number';

import type { PlannedCall } from './day-plan.ts';
import { type Random, seededId } from './random.ts';

/** What became of the calls: each as it ended, and everything that happened, numbered in its order. */
export type SimulatedHistory = {
  readonly calls: readonly { readonly call: Call; readonly revision: number }[];
  readonly events: readonly { readonly seq: number; readonly callStartedAt: number; readonly event: CallEvent }[];
};

export interface Simulation {
  readonly plan: RoutingPlan;
  readonly planned: readonly PlannedCall[];
  readonly random: Random;
  readonly trunk: TrunkId;
  readonly numbers: { readonly main: string; readonly office: string };
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
  #board: Switchboard;
  /** What is going to happen, soonest last. */
  #coming: Event[] = [];
  readonly #names = new Map<LegId, 'caller' | 'phone' | 'outside'>();
  readonly #calls = new Map<CallId, { call: Call; revision: number }>();
  readonly #events: { seq: number; callStartedAt: number; event: CallEvent }[] = [];
  #seq = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { plan } = simulation;
    this.#board = step(emptySwitchboard, { type: 'plan-changed', plan, at: 0 })[0];
    for (const extension of Object.keys(plan.extensions)) {
      this.#board = step(this.#board, { type: 'registered', extension, contacts: 1, at: 0 })[0];
    }
  }

  run(): SimulatedHistory {
    for (const planned of this.#simulation.planned) {
      this.#happenUntil(planned.at);
      this.#begin(planned);
    }
    this.#happenUntil(Number.POSITIVE_INFINITY);
    return { calls: [...this.#calls.values()], events: this.#events };
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
      ...{ type: 'arrived', call, leg, at },
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

  #happen(event: Event): void {
    if (!('call' in event)) return;
    const before = getFrom(this.#board.calls, event.call);
    const [board, commands] = step(this.#board, event);
    this.#board = board;
    const after = getFrom(board.calls, event.call);
    if (after === undefined || after === before) return;
    this.#seq++;
    this.#events.push({ seq: this.#seq, callStartedAt: after.startedAt, event });
    this.#calls.set(after.id, { call: after, revision: this.#seq });
    for (const command of commands) this.#perform(command, event.at);
  }

  #perform(command: Command, at: number): void {
    const { random } = this.#simulation;
    const { call } = command;
    switch (command.type) {
      case 'start-timer':
        return this.#soon({ type: 'elapsed', call, timer: command.timer, at: at + command.ms });
      case 'stop-timer':
        this.#coming = this.#coming.filter((event) => {
          return !(event.type === 'elapsed' && event.call === call && event.timer === command.timer);
        });
        return;
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
        if (!command.loop) {
          this.#soon({
            ...{ type: 'played', call, leg: command.leg, play: command.play },
            at: at + random.between(5, 9) * seconds,
          });
        }
        return;
      case 'bridge':
        return this.#talk(call, command.legs, at);
      case 'ring':
      case 'answer':
      case 'stop':
      case 'unbridge':
      case 'record':
      case 'record-message':
      case 'stop-recording':
      case 'send-dtmf':
        return;
      default:
        command satisfies never;
    }
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
  #talk(call: CallId, [caller, callee]: readonly [LegId, LegId], at: number): void {
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

function dialForm(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
}
