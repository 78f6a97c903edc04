import type { Call, Direction } from './call.ts';
import { canonicalForm } from './caller-id.ts';
import type { CallId, CallPurpose, Instant, LegId } from './vocabulary.ts';

/** The longest number or name that is looked at; SIP lets anybody send more. */
const longestDialled = 64;

/** A text from the network, without control characters and not longer than anything that is shown. */
export function readable(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longestDialled);
}

/** The facts that are known when a conversation begins. */
export type Beginning = {
  readonly id: CallId;
  readonly at: Instant;
  /** Of the routing that leads it. */
  readonly version: number;
  readonly direction: Direction;
  readonly caller: LegId;
  readonly dialled: string;
  /** The outside party's number as it was sent or dialled; not read for internal calls. */
  readonly outside: string;
  readonly purpose?: CallPurpose | undefined;
  readonly showing?: string | undefined;
  readonly toBots?: true | undefined;
};

/** A conversation that begins, before anything is decided. */
export function beginCall(beginning: Beginning): Call {
  const { id, at, version, direction, caller, dialled, outside, purpose, showing, toBots } = beginning;
  return {
    id,
    direction,
    version,
    startedAt: at,
    dialled,
    caller,
    serviceNumber: direction === 'inbound' ? canonicalForm(dialled) : null,
    outsideNumber: direction === 'internal' ? null : canonicalForm(outside),
    ...(purpose === undefined ? {} : { purpose }),
    ...(showing === undefined ? {} : { showing }),
    ...(toBots === undefined ? {} : { toBots }),
    legs: [],
    bridges: [],
    segments: [],
    recordings: [],
    trace: [],
    timers: [],
    serial: 0,
    hops: 0,
    refusal: null,
    offered: false,
    answer: null,
    clock: { counts: 'nothing', since: at },
    ringMs: 0,
    talkMs: 0,
    holdMs: 0,
    stage: 'open',
    outcome: null,
  };
}
