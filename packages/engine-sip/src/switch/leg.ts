import type { AudioSource, CallId, Cause, LegEvent, LegId, PlayId, QualityOfAll, TransferId } from '@alo/call-core';
import type { Replaces } from '@alo/sip';
import type { MediaLeg } from '../media/index.ts';
import type { TransferResult } from './refer.ts';
import type { TransferAsked } from './transfers.ts';

/** A report of a leg: an event without ids and time, which the switch adds. */
export type LegNews = LegEvent extends infer E ? (E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never) : never;

/** One party's connection to the switch, whichever side began it. What a leg is not in the state for, it does not do. */
export interface Leg {
  readonly id: LegId;
  /** The party's audio; `null` as long as it cannot be known which device will have it. */
  readonly media: MediaLeg | null;
  readonly side: 'arrived' | 'dialled';
  readonly state: 'new' | 'ringing' | 'up';
  /** The party has put us on hold. */
  readonly isHeld: boolean;
  /** What it listens to. */
  readonly plays: readonly PlayId[];
  /** The secrets of the desk phones that have a part in it: the one that talks, or those that ring. */
  readonly devices: readonly string[];
  /** A desk phone is nobody any more: where it rings it stops, where it talks the leg ends. */
  cut(device: string): void;
  ring(): void;
  answer(): void;
  /** Ends the leg in any state; `ended` is told at once, without waiting for the far end. */
  hangUp(cause: Cause): void;
  /** Lets the party hear us before the answer, where it is the caller (183); nothing otherwise. */
  openEarly(): void;
  play(id: PlayId, sources: readonly AudioSource[], loop: boolean): void;
  stop(id: PlayId): void;
  sendDigits(digits: string): void;
  /** Tells the phone how the transfer goes that it asked for. */
  transferResult(transfer: TransferId, result: TransferResult): void;
}

export function endedBy(
  cause: Cause,
  sipCode: number | undefined,
  quality: QualityOfAll | null,
  divertedTo?: string,
): LegNews {
  return {
    type: 'ended',
    cause,
    ...(sipCode === undefined ? {} : { sipCode }),
    ...(quality === null ? {} : { quality }),
    ...(divertedTo === undefined ? {} : { divertedTo }),
  };
}

/** Finds the leg that a party's Replaces names; undefined when there is none. */
export type FindReplaced = (replaces: Replaces) => { readonly call: CallId; readonly leg: LegId } | undefined;

/** A leg's handling of a REFER: call control is told, with the leg that is to be replaced. */
export const transferNews =
  (findReplaced: FindReplaced, tell: (news: LegNews) => void) =>
  ({ transfer, to, replaces }: TransferAsked): boolean => {
    const found = replaces === null ? null : findReplaced(replaces);
    if (found === undefined) return false;
    tell({ type: 'transfer-requested', transfer, to, replaces: found });
    return true;
  };
