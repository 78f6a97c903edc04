import type { AudioSource, Cause, LegId, PlayId, QualityOfAll, TransferId } from '@alo/call-core';
import { bestCause, causeOfStatus } from '@alo/engine';
import type { MediaLeg } from '../media/index.ts';
import { Branch, type BranchAnswer, type BranchParts, type BranchTarget } from './branch.ts';
import { endedBy, type FindReplaced, type Leg, type LegNews, transferNews } from './leg.ts';
import { LegAudio } from './leg-audio.ts';
import { TooLate, withTimeout } from './names.ts';
import type { TransferResult } from './refer.ts';
import type { Session } from './session.ts';
import type { Sessions } from './session-table.ts';

/** Devices that ring together, once they are found: the next wave is tried where none of them is there. */
export type Wave = () => Promise<readonly BranchTarget[]>;

/** Each of its devices has as many calls as it may have. */
export class EveryDeviceBusy extends Error {}

/** Its carrier has no channel left for the tenant. */
export class NoChannel extends Error {}

/** What each branch needs besides what the leg adds. */
export type BranchPlan = Omit<
  BranchParts,
  'leg' | 'patienceMs' | 'sessions' | 'onRinging' | 'onEarlyMedia' | 'onAnswer' | 'onRefused' | 'onAsleep' | 'onSilent'
>;

export interface DialledLegParts {
  readonly id: LegId;
  /** Looks up the party's devices; none: it cannot be reached. */
  readonly find: () => Promise<readonly Wave[]>;
  /** How long a party may give no sign of life at all, in all waves together; null: as long as transactions go on. */
  readonly patienceMs: number | null;
  /** One of ours, and no carrier. */
  readonly isPhone: boolean;
  readonly plan: (destination: BranchTarget) => BranchPlan;
  readonly sessions: Sessions;
  /** Null for a carrier, who transfers nobody. */
  readonly findReplaced: FindReplaced | null;
  readonly tell: (news: LegNews) => void;
  /** A machine has picked up, as its words say. */
  readonly onMachine: (words: string) => void;
}

/**
 *   calling ──180──► ringing ──┐
 *      └──1xx with SDP──► early ──2xx──► connecting ──audio agreed──► answered
 *   from any: refused by all, hung up on either side ──► ended
 */
type State =
  | { readonly is: 'calling' }
  | { readonly is: 'ringing' }
  | { readonly is: 'early'; readonly audio: LegAudio; readonly branch: Branch }
  | { readonly is: 'connecting'; readonly audio: LegAudio; readonly session: Session }
  | { readonly is: 'answered'; readonly audio: LegAudio; readonly session: Session }
  | { readonly is: 'ended' };

/** Why a device does not take the call; with its status where it answered. */
interface Refusal {
  readonly cause: Cause;
  readonly sipCode?: number;
  /** Where a phone of ours sends its callers. */
  readonly divertedTo?: string | undefined;
}

/** A party that we call, on all its devices at once: the first that is picked up has the call. */
export class DialledLeg implements Leg {
  readonly id: LegId;
  readonly side = 'dialled';
  readonly #parts: DialledLegParts;
  #branches: readonly Branch[] = [];
  #picked: Branch | null = null;
  #waves: readonly Wave[] = [];
  /** Of one wave. */
  #patienceMs: number | null = null;
  readonly #refusals: Refusal[] = [];
  #state: State = { is: 'calling' };

  constructor(parts: DialledLegParts) {
    this.#parts = parts;
    this.id = parts.id;
  }

  /** Rings every device; with none the party cannot be reached. */
  start(): void {
    const { find, patienceMs } = this.#parts;
    this.#inTime(find(), patienceMs).then(
      (waves) => {
        this.#waves = waves;
        this.#patienceMs = patienceMs === null ? null : patienceMs / Math.max(1, waves.length);
        this.#nextWave();
      },
      (error: unknown) => this.#end(causeOf(error)),
    );
  }

  #inTime<T>(work: Promise<T>, ms: number | null): Promise<T> {
    return ms === null ? work : withTimeout(work, ms);
  }

  #nextWave(): void {
    const [wave, ...rest] = this.#waves;
    if (wave === undefined || this.#state.is !== 'calling') return this.#allRefused();
    this.#waves = rest;
    this.#inTime(wave(), this.#patienceMs).then(
      (destinations) => {
        if (destinations.length > 0) return this.#ring(destinations);
        this.#refusals.push({ cause: 'unreachable' });
        this.#nextWave();
      },
      (error: unknown) => {
        this.#refusals.push({ cause: causeOf(error) });
        this.#nextWave();
      },
    );
  }

  #ring(destinations: readonly BranchTarget[]): void {
    if (this.#state.is !== 'calling') return; // Hung up while its devices were looked up.
    this.#branches = destinations.map((destination) => {
      const branch: Branch = new Branch({
        ...this.#parts.plan(destination),
        leg: this.id,
        patienceMs: this.#patienceMs,
        sessions: this.#parts.sessions,
        onRinging: () => this.#ringing(),
        onEarlyMedia: (sdp) => this.#early(branch, sdp),
        onAnswer: (answer) => this.#answered(branch, answer),
        onRefused: (status, divertedTo) =>
          this.#refused({ cause: this.#causeOf(status), sipCode: status, ...(this.#parts.isPhone && { divertedTo }) }),
        onAsleep: () => this.#refused({ cause: 'asleep' }),
        onSilent: () => this.#refused({ cause: 'no-response' }),
      });
      return branch;
    });
    for (const branch of this.#branches) void branch.start(); // Never rejects.
  }

  get media(): MediaLeg | null {
    return this.#audioMedia;
  }

  #audioMedia: MediaLeg | null = null;

  get state(): Leg['state'] {
    const { is } = this.#state;
    return is === 'calling' ? 'new' : is === 'answered' ? 'up' : 'ringing';
  }

  get isHeld(): boolean {
    return this.#state.is === 'answered' && this.#state.session.isHeld;
  }

  get plays(): readonly PlayId[] {
    return this.#state.is === 'answered' ? this.#state.audio.plays : [];
  }

  /** A party that we call cannot be told that somebody rings. */
  ring(): void {}
  answer(): void {}
  openEarly(): void {}

  hangUp(cause: Cause): void {
    switch (this.#state.is) {
      case 'ended':
        return;
      case 'calling':
      case 'ringing':
      case 'early':
        return this.#end(cause);
      case 'connecting':
      case 'answered':
        this.#state.session.bye(cause);
        return this.#end(cause);
      default:
        return this.#state satisfies never;
    }
  }

  play(id: PlayId, sources: readonly AudioSource[], loop: boolean): void {
    if (this.#state.is === 'answered') this.#state.audio.play(id, sources, loop);
    // Nobody listens yet: what waits for the end of the prompt goes on.
    else if (!loop && this.#state.is !== 'ended') this.#parts.tell({ type: 'played', play: id });
  }

  stop(id: PlayId): void {
    if (this.#state.is === 'answered') this.#state.audio.stop(id);
  }

  sendDigits(digits: string): void {
    if (this.#state.is === 'answered') this.#audioMedia?.sendDtmf(digits);
  }

  transferResult(transfer: TransferId, result: TransferResult): void {
    if (this.#state.is === 'answered') this.#state.session.transferResult(transfer, result);
  }

  get devices(): readonly string[] {
    return this.#alive().flatMap(({ parts }) => parts.destination.device ?? []);
  }

  cut(device: string): void {
    for (const branch of this.#alive()) {
      if (branch.parts.destination.device !== device) continue;
      if (branch === this.#picked) return this.hangUp('forbidden');
      branch.cancel('forbidden');
      this.#refused({ cause: 'unreachable' });
    }
  }

  /** The devices that ring, or the one that was picked up. */
  #alive(): readonly Branch[] {
    if (this.#state.is === 'ended') return [];
    return this.#picked === null ? this.#branches.filter(({ isOver }) => !isOver) : [this.#picked];
  }

  #ringing(): void {
    if (this.#state.is !== 'calling') return;
    this.#state = { is: 'ringing' };
    this.#parts.tell({ type: 'ringing' });
  }

  /** Only a single device can sound before the answer: of several nobody knows whose sound it would be, so they just ring. */
  #early(branch: Branch, sdp: string): void {
    if (this.#branches.length > 1) return this.#ringing();
    branch.parts.media.acceptAnswer(sdp).then(
      () => {
        if (this.#state.is !== 'calling' && this.#state.is !== 'ringing') return; // Its network sounds from elsewhere now.
        this.#state = { is: 'early', branch, audio: this.#audioOf(branch) };
        this.#audioMedia = branch.parts.media;
        this.#parts.tell({ type: 'early-media' });
      },
      () => this.#ringing(), // The answer in the 2xx decides.
    );
  }

  #answered(branch: Branch, answer: BranchAnswer): void {
    const before = this.#state;
    branch.parts.media.onMachine((words) => this.#parts.onMachine(words));
    const session = branch.sessionOf(answer, {
      onPress: ({ digit, durationMs }) => branch.parts.media.pressed(digit, durationMs),
      onHeld: (on) => this.#parts.tell({ type: 'held', on }),
      onEnded: (cause) => this.#end(cause),
      onTransfer: this.#parts.findReplaced && transferNews(this.#parts.findReplaced, this.#parts.tell),
    });
    session.started(answer.response);
    const audio = before.is === 'early' ? before.audio : this.#audioOf(branch);
    this.#state = { is: 'connecting', audio, session };
    this.#picked = branch;
    this.#parts.sessions.set(session.key, session);
    for (const other of this.#branches) if (other !== branch) other.cancel('answered-elsewhere');
    const agreed = answer.sdp === null ? Promise.resolve() : branch.parts.media.acceptAnswer(answer.sdp);
    agreed.then(
      () => {
        if (this.#state.is !== 'connecting') return;
        this.#state = { is: 'answered', audio, session };
        this.#audioMedia = branch.parts.media;
        audio.answered();
        const { deviceId: device } = branch.parts.destination;
        this.#parts.tell({ type: 'answered', ...(device === undefined ? {} : { device }) });
      },
      () => this.hangUp('incompatible'),
    );
  }

  /** A phone that sends its callers elsewhere does not take the call; where they go is call control's to say. */
  #causeOf(status: number): Cause {
    return this.#parts.isPhone && status >= 300 && status < 400 ? 'no-answer' : causeOfStatus(status);
  }

  #refused(refusal: Refusal): void {
    if (this.#state.is === 'ended' || this.#state.is === 'connecting' || this.#state.is === 'answered') return;
    this.#refusals.push(refusal);
    // 6xx speaks for the person, not for the device (RFC 3261 §21.6).
    if ((refusal.sipCode ?? 0) >= 600) return this.#end(refusal.cause, refusal.sipCode);
    if (!this.#branches.every((branch) => branch.isOver)) return;
    if (this.#waves.length > 0 && isNotThere(refusal)) this.#nextWave();
    else this.#allRefused();
  }

  #allRefused(): void {
    if (this.#state.is === 'ended') return;
    const cause = bestCause(this.#refusals.map((one) => one.cause));
    const divertedTo = this.#refusals.find((one) => one.divertedTo !== undefined)?.divertedTo;
    this.#end(cause, this.#refusals.find((one) => one.cause === cause)?.sipCode, divertedTo);
  }

  #audioOf(branch: Branch): LegAudio {
    return new LegAudio({
      media: branch.parts.media,
      kind: branch.parts.destination.kind,
      silenceMs: branch.parts.manner?.silenceMs,
      device: branch.parts.destination.deviceId,
      tell: this.#parts.tell,
      restart: () => {
        // That it did not help is found out by the grace time.
        if (this.#state.is === 'answered') void this.#state.session.restart().catch(() => {});
      },
      sendDigits: (digits, durationMs) => {
        if (this.#state.is === 'answered') this.#state.session.sendDigits(digits, durationMs);
      },
      onDead: () => this.hangUp('no-media'),
      onSilent: (on) => {
        if (this.#state.is === 'answered') this.#state.session.silent(on);
      },
    });
  }

  #end(cause: Cause, sipCode?: number, divertedTo?: string): void {
    const before = this.#state;
    if (before.is === 'ended') return;
    this.#state = { is: 'ended' };
    for (const branch of this.#branches) branch.cancel(cause);
    if (before.is === 'connecting' || before.is === 'answered') this.#parts.sessions.delete(before.session.key);
    const hasAudio = before.is === 'early' || before.is === 'connecting' || before.is === 'answered';
    this.#audioMedia = null;
    const tell = (quality: QualityOfAll | null) => this.#parts.tell(endedBy(cause, sipCode, quality, divertedTo));
    if (hasAudio) before.audio.close(tell);
    else tell(null);
  }
}

/** Why nobody is rung. */
function causeOf(error: unknown): Cause {
  if (error instanceof EveryDeviceBusy) return 'busy';
  if (error instanceof NoChannel) return 'limit';
  return error instanceof TooLate ? 'no-response' : 'unreachable';
}

/** Another machine of the same carrier may do what this one does not (RFC 3263 §4.3). */
const isNotThere = ({ cause, sipCode }: Refusal): boolean =>
  cause === 'no-response' || cause === 'unreachable' || sipCode === 408 || sipCode === 503;
