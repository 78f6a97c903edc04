import type { Call } from './call.ts';
import type { Event } from './event.ts';
import { getFrom } from './persistent-map.ts';
import type { RoutingPlan } from './plan.ts';
import { step } from './step.ts';
import { type CallSummary, summaryOf } from './summary.ts';
import { emptySwitchboard, type Switchboard } from './switchboard.ts';
import { officePlan, trunk } from './test-plan.ts';
import type { CallId, Cause, Command, Digit, LegEvent, LegId, PlayId, TimerId } from './vocabulary.ts';

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

/**
 * A switchboard with an engine that does what it is told at once: legs that are hung up end, recordings that are stopped
 * are stored. Time stands still but for `wait`, which lets timers run out. What was commanded is kept as short sentences.
 */
export class Desk {
  board: Switchboard = emptySwitchboard;
  now = Date.parse('2026-11-20T10:00:00+07:00');
  readonly said: string[] = [];
  readonly events: Event[] = [];
  /** What each dialled party was last shown as the caller's number. */
  readonly shown = new Map<string, string>();
  readonly #names = new Map<LegId, string>();
  readonly #plays = new Map<string, PlayId>();
  readonly #timers = new Map<string, { readonly call: CallId; readonly timer: TimerId; readonly due: number }>();
  #lastCall = 'none' as CallId; // replaced by the first call
  #calls = 0;
  /** What an engine answers to a command comes after all commands of the same step. */
  readonly #waiting: Event[] = [];

  constructor(plan: RoutingPlan = officePlan, phones: readonly string[] = ['101', '102', '103']) {
    this.take({ type: 'plan-changed', plan, at: this.now });
    for (const extension of phones) this.take({ type: 'registered', extension, contacts: 1, at: this.now });
  }

  /** A customer calls in; the call is what later steps are about unless they name another. */
  customerCalls(number: string, dialled: string): CallId {
    return this.#arrive({ kind: 'trunk', trunk, number, name: '' }, dialled);
  }

  extensionCalls(extension: string, dialled: string): CallId {
    return this.#arrive({ kind: 'extension', extension }, dialled);
  }

  /** Something happens to a leg, which is named as in the sentences: `caller`, an extension, or a trunk. */
  on(name: string, happening: Happening, call: CallId = this.#lastCall): void {
    const leg = this.call(call).legs.findLast((candidate) => this.#names.get(candidate.id) === name)?.id;
    if (leg === undefined) throw new Error(`No leg ${name} in ${call}; said: ${this.said.join(', ')}`);
    this.take({ ...happening, call, leg, at: this.now });
  }

  rings(name: string): void {
    this.on(name, { type: 'ringing' });
  }
  answers(name: string): void {
    this.on(name, { type: 'answered' });
  }
  ends(name: string, cause: Cause = 'normal'): void {
    this.on(name, { type: 'ended', cause });
  }
  presses(name: string, digit: Digit): void {
    this.on(name, { type: 'digit', digit });
  }
  /** What is playing to the leg comes to its end. */
  heardAll(name: string): void {
    const play = this.#plays.get(name);
    if (play !== undefined) this.on(name, { type: 'played', play });
  }

  /** Time passes, and timers run out on the way. */
  wait(seconds: number): void {
    const until = this.now + seconds * 1000;
    for (;;) {
      const next = [...this.#timers].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due)[0];
      if (next === undefined) break;
      const [key, { call, timer, due }] = next;
      this.#timers.delete(key);
      this.now = due;
      this.take({ type: 'elapsed', call, timer, at: due });
    }
    this.now = until;
  }

  take(event: Event): void {
    this.#waiting.push(event);
    if (this.#waiting.length > 1) return;
    for (let next: Event | undefined = event; next !== undefined; next = this.#waiting[0]) {
      this.events.push(next);
      const [board, commands] = step(this.board, next);
      this.board = board;
      for (const command of commands) this.#perform(command);
      this.#waiting.shift();
    }
  }

  call(id: CallId = this.#lastCall): Call {
    const call = getFrom(this.board.calls, id);
    if (call === undefined) throw new Error(`No call ${id}`);
    return call;
  }

  summary(id: CallId = this.#lastCall): CallSummary {
    return summaryOf(this.call(id));
  }

  /** The trace as one text a line. */
  trace(id: CallId = this.#lastCall): readonly string[] {
    return this.call(id).trace.map((entry) => entry.text);
  }

  /** The sentences since the last time. */
  heard(): readonly string[] {
    return this.said.splice(0);
  }

  get openTimers(): number {
    return this.#timers.size;
  }

  #arrive(origin: Extract<LegEvent, { type: 'arrived' }>['origin'], dialled: string): CallId {
    this.#calls++;
    const call = `call${this.#calls}` as CallId; // a test's own names
    const leg = `in${this.#calls}` as LegId;
    this.#lastCall = call;
    this.#names.set(leg, 'caller');
    this.take({ type: 'arrived', call, leg, at: this.now, origin, dialled });
    return call;
  }

  #perform(command: Command): void {
    const { call } = command;
    const name = (leg: LegId) => this.#names.get(leg) ?? leg;
    switch (command.type) {
      case 'start-timer':
        this.#timers.set(`${call} ${command.timer}`, { call, timer: command.timer, due: this.now + command.ms });
        return;
      case 'stop-timer':
        this.#timers.delete(`${call} ${command.timer}`);
        return;
      case 'dial': {
        const { to } = command;
        const dialled = to.kind === 'extension' ? to.extension : to.trunk;
        this.#names.set(command.leg, dialled);
        this.shown.set(dialled, command.callerId.number);
        this.said.push(`dial ${to.kind === 'extension' ? to.extension : `${to.number} over ${to.trunk}`}`);
        return;
      }
      case 'ring':
      case 'answer':
        this.said.push(`${command.type} ${name(command.leg)}`);
        return;
      case 'hang-up':
        this.said.push(`hang up ${name(command.leg)} (${command.cause})`);
        return this.take({ type: 'ended', call, leg: command.leg, at: this.now, cause: command.cause });
      case 'play': {
        const { source } = command;
        this.#plays.set(name(command.leg), command.play);
        this.said.push(`play ${source.kind === 'tone' ? source.tone : source.file} to ${name(command.leg)}`);
        return;
      }
      case 'stop':
        this.said.push(`stop playing to ${name(command.leg)}`);
        return;
      case 'bridge':
      case 'unbridge':
      case 'record':
        this.said.push(`${command.type} ${command.legs.map(name).join('+')}`);
        return;
      case 'record-message':
        this.said.push(`record message of ${name(command.leg)}`);
        return;
      case 'stop-recording': {
        this.said.push('stop recording');
        const { recording } = command;
        return this.take({ type: 'recorded', call, recording, at: this.now, durationMs: 1000, bytes: 32_044 });
      }
      case 'send-dtmf':
        this.said.push(`send ${command.digits} to ${name(command.leg)}`);
        return;
      default:
        return command satisfies never;
    }
  }
}
