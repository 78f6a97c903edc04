import { type Board, emptyBoard } from '../board/board.ts';
import type { Call } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { DataAnswer, DataChange, DataCommand } from '../board/company-data.ts';
import type { Destination } from '../board/destination.ts';
import type { AgentActivity, Event } from '../board/event.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { Reply, RequestedAction } from '../board/request.ts';
import type { StatusSpan } from '../board/status-span.ts';
import type {
  AudioSource,
  CallId,
  Cause,
  ContactId,
  Digit,
  ElapsedEvent,
  LegEvent,
  LegId,
  Member,
  PlayId,
} from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { type CallSummary, summaryOf } from '../seen/summary.ts';
import { step } from '../step/step.ts';
import { officePlan, trunk } from './plan.ts';

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

type Arrived = Extract<LegEvent, { type: 'arrived' }>;

/**
 * A board with an engine that does what it is told at once: legs that are hung up end, recordings that are stopped are
 * stored. Time stands still but for `wait`, which lets timers run out. What was commanded is kept as short sentences in which
 * legs are called `caller`, or by their extension or trunk. Steps are about the latest call unless they name another.
 */
export class Desk {
  board: Board = emptyBoard;
  now = Date.parse('2026-11-20T10:00:00+07:00');
  readonly said: string[] = [];
  readonly events: Event[] = [];
  /** All that was commanded, for who plays the phones. */
  readonly commands: Command[] = [];
  readonly replies: Reply[] = [];
  readonly #toldOf = new Set<string>();
  /** As whoever keeps them has them, by whose they are and when they began. */
  readonly spans = new Map<string, StatusSpan>();
  /** What each dialled party was last shown as the caller's number. */
  readonly shown = new Map<string, string>();
  /** What was to be kept, and what was asked of the office. */
  readonly kept: DataChange[] = [];
  readonly questions: Extract<DataCommand, { type: 'ask' }>[] = [];
  /** Dialled with the wish that the phone picks up by itself. */
  readonly autoAnswered = new Set<string>();
  readonly #names = new Map<LegId, string>();
  readonly #plays = new Map<string, PlayId>();
  readonly #timers = new Map<string, { readonly event: Omit<ElapsedEvent, 'at'>; readonly due: number }>();
  #lastCall = 'none' as CallId; // replaced by the first call
  #calls = 0;
  #requests = 0;
  /** What an engine answers to a command comes after all commands of the same step. */
  readonly #waiting: Event[] = [];

  constructor(plan: RoutingPlan = officePlan, phones: readonly string[] = ['101', '102', '103']) {
    this.take({ type: 'plan-changed', plan, at: this.now });
    for (const extension of phones) this.registers(extension);
  }

  registers(extension: string, asleep = false, voiceless = false): void {
    const id = `contact-${extension}` as ContactId; // a test's own name
    const contact = { id, asleep, ...(voiceless ? { voiceless } : {}) };
    this.take({ type: 'contacts', extension, contacts: [contact], at: this.now });
  }

  leaves(extension: string): void {
    this.take({ type: 'contacts', extension, contacts: [], at: this.now });
  }

  chooses(extension: string, activity: AgentActivity, reason: string | null = null): void {
    this.take({ type: 'agent-status', extension, activity, reason, at: this.now });
  }

  /** A customer calls in; the call is what later steps are about unless they name another. */
  customerCalls(number: string, dialled: string): CallId {
    return this.#arrive({ kind: 'trunk', trunk, number, name: '' }, dialled);
  }

  /** Somebody of the company tries what a customer meets, as whichever number they like. */
  tries(number: string, dialled: string): CallId {
    return this.#arrive({ kind: 'trunk', trunk, number, name: '' }, dialled, { purpose: 'test' });
  }

  extensionCalls(extension: string, dialled: string, device?: string, showing?: string): CallId {
    return this.#arrive({ kind: 'extension', extension }, dialled, { device, showing });
  }

  /** A phone takes the place of a leg (INVITE with Replaces). */
  replaces(extension: string, name: string, call: CallId = this.#lastCall): CallId {
    return this.#arrive({ kind: 'extension', extension }, '', { replaces: { call, leg: this.leg(name, call) } });
  }

  /** Somebody asks for something; what they are told comes back. */
  asks(by: string | null, what: RequestedAction, id = `request${++this.#requests}`): Reply {
    if ('call' in what && (what.kind === 'call' || what.kind === 'reach')) this.#lastCall = what.call;
    this.take({ type: 'requested', id, by, what, at: this.now });
    const reply = this.replies.findLast((candidate) => candidate.id === id);
    if (reply === undefined) throw new Error(`No reply to ${id}`);
    return reply;
  }

  /** A person's phone is rung first, then what they dialled. */
  clicks(extension: string, dialled: string, showing?: string): CallId {
    const call = this.#newCall();
    this.asks(extension, { kind: 'call', call, extension, dialled, ...(showing !== undefined && { showing }) });
    return call;
  }

  /** The same for somebody on the way: their mobile is rung first. */
  clicksFrom(phone: string, extension: string, dialled: string): CallId {
    const call = this.#newCall();
    this.asks(extension, { kind: 'call', call, extension, dialled, phone });
    return call;
  }

  /** A number is called for the tenant itself. */
  reaches(number: string, then: Destination, showing: string | null = null): CallId {
    const call = this.#newCall();
    this.asks(null, { kind: 'reach', call, number, showing, then });
    return call;
  }

  leg(name: string, call: CallId = this.#lastCall): LegId {
    const leg = this.call(call).legs.findLast((candidate) => this.#names.get(candidate.id) === name)?.id;
    if (leg === undefined) throw new Error(`No leg ${name} in ${call}; said: ${this.said.join(', ')}`);
    return leg;
  }

  /** Something happens to a leg, which is named as in the sentences: `caller`, an extension, or a trunk. */
  on(name: string, happening: Happening, call: CallId = this.#lastCall): void {
    const leg = this.leg(name, call);
    const home = this.call(call).legs.find(({ id }) => id === leg)?.home ?? call;
    this.take({ ...happening, call: home, leg, at: this.now });
  }

  rings(name: string, call?: CallId): void {
    this.on(name, { type: 'ringing' }, call);
  }
  answers(name: string, call?: CallId): void {
    this.on(name, { type: 'answered' }, call);
  }
  ends(name: string, cause: Cause = 'normal', call?: CallId): void {
    this.on(name, { type: 'ended', cause }, call);
  }
  presses(name: string, digits: string, call?: CallId): void {
    // A test writes digits only.
    for (const digit of digits) this.on(name, { type: 'digit', digit: digit as Digit }, call);
  }
  /** The office answers the question that was asked last. */
  isTold(told: DataAnswer): void {
    const asked = this.questions.at(-1);
    if (asked === undefined) throw new Error('Nothing was asked');
    this.take({ type: 'told', call: asked.call, leg: asked.leg, told, at: this.now });
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
      const [key, { event, due }] = next;
      this.#timers.delete(key);
      this.now = due;
      this.take({ ...event, at: due });
    }
    this.now = until;
  }

  take(event: Event): void {
    this.#waiting.push(event);
    if (this.#waiting.length > 1) return;
    for (let next: Event | undefined = event; next !== undefined; next = this.#waiting[0]) {
      this.events.push(next);
      const { board, commands, replies, changed, spans } = step(this.board, next);
      for (const span of spans) this.spans.set(`${span.extension} ${span.from}`, span);
      this.board = board;
      for (const extension of changed.standings) this.#toldOf.add(extension);
      this.replies.push(...replies);
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

  /** `101 answered 12 s (2 s held)`, one for each stay. */
  stays(id: CallId = this.#lastCall): readonly string[] {
    return this.call(id).segments.map(({ extension, how, from, to, holdMs }) => {
      const held = holdMs === 0 ? '' : ` (${holdMs / 1000} s held)`;
      return `${extension} ${how} ${to === null ? 'still' : `${(to - from) / 1000} s`}${held}`;
    });
  }

  /** `101 hold 5–9 s`, one for each period without talk, counted from the first stay on. */
  holds(id: CallId = this.#lastCall): readonly string[] {
    const { segments } = this.call(id);
    const began = segments[0]?.from ?? 0;
    return segments.flatMap(({ extension, holds = [] }) =>
      holds.map(({ from, to, why }) => `${extension} ${why} ${(from - began) / 1000}–${(to - began) / 1000} s`),
    );
  }

  /** What somebody's time has gone to: `ready 7 s`, `on-a-break (Ăn trưa) still`. */
  spent(extension: string): readonly string[] {
    return [...this.spans.values()]
      .filter((span) => span.extension === extension && span.from !== span.to)
      .sort((one, other) => one.from - other.from)
      .map(({ status, reason, from, to }) => {
        const why = reason === null ? '' : ` (${reason})`;
        return `${status}${why} ${to === null ? 'still' : `${(to - from) / 1000} s`}`;
      });
  }

  /** The sentences since the last time. */
  heard(): readonly string[] {
    return this.said.splice(0);
  }

  /** Whose standing with their queues was said to be another one since the last time. */
  takeToldOf(): readonly string[] {
    const told = [...this.#toldOf];
    this.#toldOf.clear();
    return told;
  }

  /** When the next timer runs out. */
  get nextDue(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...[...this.#timers.values()].map(({ due }) => due));
  }

  get openTimers(): number {
    return this.#timers.size;
  }

  #newCall(): CallId {
    this.#calls++;
    return `call${this.#calls}` as CallId; // a test's own names
  }

  #arrive(
    origin: Arrived['origin'],
    dialled: string,
    {
      replaces,
      device,
      showing,
      purpose,
    }: Partial<Pick<Arrived, 'replaces' | 'purpose'>> & {
      readonly device?: string | undefined;
      readonly showing?: string | undefined;
    } = {},
  ): CallId {
    const call = this.#newCall();
    const leg = `in${this.#calls}` as LegId; // a test's own names
    if (replaces === undefined) this.#lastCall = call;
    this.#names.set(leg, 'caller');
    const more = {
      ...(replaces && { replaces }),
      ...(device !== undefined && { device }),
      ...(showing !== undefined && { showing }),
      ...(purpose !== undefined && { purpose }),
    };
    this.take({ type: 'arrived', call, leg, at: this.now, origin, dialled, ...more });
    return call;
  }

  #perform(command: Command): void {
    this.commands.push(command);
    switch (command.type) {
      case 'start-timer': {
        const { owner, timer } = command;
        const event = { type: 'elapsed', owner, timer } as const;
        this.#timers.set(keyOf(event), { event, due: this.now + command.ms });
        return;
      }
      case 'stop-timer':
        this.#timers.delete(keyOf(command));
        return;
      case 'stop-recording': {
        this.said.push('stop recording');
        const { recording, call } = command;
        const what = { durationMs: 1000, bytes: 32_044, state: 'whole' } as const;
        return this.take({ type: 'recorded', call, recording, at: this.now, ...what });
      }
      case 'hang-up': {
        this.said.push(`hang up ${this.#name(command.leg)} (${command.cause})`);
        const { call, leg, cause } = command;
        return this.take({ type: 'ended', call, leg, at: this.now, cause });
      }
      case 'dial': {
        const { to, callerId, autoAnswer = false } = command;
        const dialled = to.kind === 'extension' ? to.extension : to.trunk;
        this.#names.set(command.leg, dialled);
        this.shown.set(dialled, callerId.number);
        if (autoAnswer) this.autoAnswered.add(dialled);
        this.said.push(
          `dial ${to.kind === 'extension' ? to.extension : `${to.number} over ${to.trunk}${to.toBots ? ' for a bot' : ''}`}`,
        );
        return;
      }
      case 'play':
        this.#plays.set(this.#name(command.leg), command.play);
        this.said.push(`play ${command.sources.map(sourceName).join(' ')} to ${this.#name(command.leg)}`);
        return;
      case 'bridge':
        this.said.push(command.members.length === 0 ? 'unbridge' : `bridge ${this.#mix(command.members)}`);
        return;
      case 'ring':
      case 'progress':
      case 'answer':
        this.said.push(`${command.type} ${this.#name(command.leg)}`);
        return;
      case 'stop':
        this.said.push(`stop playing to ${this.#name(command.leg)}`);
        return;
      case 'record':
        this.said.push('record');
        return;
      case 'pause-recording':
        this.said.push(command.on ? 'pause recording' : 'go on recording');
        return;
      case 'record-message':
        this.said.push(`record message of ${this.#name(command.leg)}`);
        return;
      case 'send-dtmf':
        this.said.push(`send ${command.digits} to ${this.#name(command.leg)}`);
        return;
      case 'keep':
        this.kept.push(command.keeping);
        return;
      case 'ask':
        this.questions.push(command);
        return;
      case 'transfer-result':
        this.said.push(`transfer of ${this.#name(command.leg)}: ${command.result}`);
        return;
      default:
        return command satisfies never;
    }
  }

  #name(leg: LegId): string {
    return this.#names.get(leg) ?? leg;
  }

  /** `caller+102` where everybody hears everybody; otherwise who hears whom: `caller<102 102<caller,103 103<`. */
  #mix(members: readonly Member[]): string {
    const everybody = members.every(({ leg, hears }) =>
      members.every((other) => (other.leg === leg) !== hears.includes(other.leg)),
    );
    if (everybody) return members.map(({ leg }) => this.#name(leg)).join('+');
    return members
      .map(({ leg, hears }) => `${this.#name(leg)}<${hears.map((id) => this.#name(id)).join(',')}`)
      .join(' ');
  }
}

function keyOf({ owner, timer }: Pick<ElapsedEvent, 'owner' | 'timer'>): string {
  return `${Object.values(owner).join(' ')} ${timer}`;
}

function sourceName(source: AudioSource): string {
  switch (source.kind) {
    case 'file':
      return source.file;
    case 'tone':
      return source.tone;
    case 'music':
      return source.music === 'default' ? 'music' : source.music;
    case 'silence':
      return `${source.ms} ms of silence`;
    default:
      return source satisfies never;
  }
}
