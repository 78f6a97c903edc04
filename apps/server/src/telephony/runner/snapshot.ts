import {
  type Board,
  type Call,
  emptyBoard,
  entriesOf,
  expireLater,
  expiringIn,
  type Instant,
  isOver,
  type RoutingPlan,
  type StatusSpan,
  setIn,
  valuesOf,
} from '@alo/call-core';
import type { UnwrittenCalls } from '../history/history-writer.ts';
import type { EnginePlace, SnapshotLine } from '../journal/entries.ts';
import type { RunningTimer as DueTimer } from './call-timers.ts';
import { type OutstandingOrders, readOrders, type WrittenOrders, writeOrders } from './outstanding-orders.ts';
import { isQueuePart, queueLines, withQueueLine } from './snapshot-queues.ts';
import { isVersionPart, versionLines, withCallCounted, withVersionLine } from './snapshot-versions.ts';

/** What a process has to know to go on from where another one stopped. */
export type State = {
  readonly board: Board;
  readonly timers: readonly DueTimer[];
  readonly wanted: OutstandingOrders;
  readonly heard: EnginePlace | null;
  /** Calls, over or not, and what people's time goes to, whose rows the database does not have as they are now. */
  readonly unwritten: UnwrittenCalls;
};

/** Maps of the board that are written entry by entry. */
const maps = [
  'people',
  'spans',
  'memberships',
  'callbacks',
  'rotation',
  'parked',
  'adopted',
  'lastTalks',
  'trunks',
  'usage',
  'alarms',
  'replies',
] as const;
const lines = ['lastTalks', 'replies'] as const;

/** Of the board everything is either above or written by name below; a new part has to be put somewhere. */
type Written = (typeof maps)[number] | 'plan' | 'version' | 'versions' | 'queues' | 'calls' | 'timers' | 'fading';
type Entry = readonly [key: string, value: unknown];

/**
 * The state in small pieces, without the calls that are over and written. The board never changes, so the pieces fit together however
 * long whoever writes them takes; the rest is copied at once.
 */
export function takeSnapshot({ board, timers, wanted, heard, unwritten }: State): Iterable<SnapshotLine> {
  const { plan, timers: named } = board satisfies Record<Exclude<keyof Board, Written>, never>;
  const told = [...wanted];
  return pieces();

  function* pieces(): Generator<SnapshotLine> {
    yield { part: 'plan', value: plan };
    yield { part: 'named-timers', value: named };
    yield* versionLines(board);
    yield { part: 'heard', value: heard };
    for (const due of timers) yield { part: 'timer', value: due };
    for (const map of maps) {
      for (const entry of entriesOf<unknown>(board[map])) yield { part: map, value: entry };
    }
    for (const [key, queue] of entriesOf(board.queues)) yield* queueLines(key, queue);
    for (const line of lines) {
      for (const value of expiringIn(board.fading[line])) yield { part: `fading-${line}`, value };
    }
    for (const call of openCalls(board)) yield { part: 'calls', value: call };
    for (const call of unwritten.calls) if (!isOpen(call)) yield { part: 'calls', value: call };
    for (const value of unwritten.spans) yield { part: 'span', value };
    for (const [call, commands] of told) yield { part: 'wanted', value: writeOrders(call, commands) };
  }
}

/** The state that a snapshot was taken of. Every part was written by `takeSnapshot`, in this version. */
export function readSnapshot(written: Iterable<SnapshotLine>): State {
  let board = emptyBoard;
  const timers: DueTimer[] = [];
  const spans: StatusSpan[] = [];
  const wanted: OutstandingOrders = new Map();
  let heard: EnginePlace | null = null;
  for (const { part, value } of written) {
    if (part === 'plan') board = { ...board, plan: value as RoutingPlan };
    else if (part === 'named-timers') board = { ...board, timers: value as number };
    else if (part === 'heard') heard = value as EnginePlace | null;
    else if (part === 'timer') timers.push(value as DueTimer);
    else if (part === 'span') spans.push(value as StatusSpan);
    else if (part === 'calls') board = withCall(board, value as Call);
    else if (part === 'wanted') readOrders(wanted, value as WrittenOrders);
    else if (isVersionPart(part)) board = withVersionLine(board, part, value);
    else if (isQueuePart(part)) board = { ...board, queues: withQueueLine(board.queues, part, value) };
    else board = withEntry(board, part, value);
  }
  return { board, timers, wanted, heard, unwritten: { calls: [...valuesOf(board.calls)], spans } };
}

function withEntry(board: Board, part: string, value: unknown): Board {
  const map = maps.find((name) => name === part);
  if (map !== undefined) {
    const [key, entry] = value as Entry;
    // The key of the map says what its values are.
    return { ...board, [map]: setIn<unknown>(board[map], key, entry) };
  }
  const line = lines.find((name) => part === `fading-${name}`);
  if (line === undefined || value === undefined) return board;
  const { key, at } = value as { readonly key: string; readonly at: Instant };
  return { ...board, fading: { ...board.fading, [line]: expireLater(board.fading[line], key, at) } };
}

function withCall(board: Board, call: Call): Board {
  return { ...board, calls: setIn(board.calls, call.id, call), versions: withCallCounted(board.versions, call) };
}

/** Calls that something is still to come of. Walks all calls: for recovery and snapshots. */
export function* openCalls(board: Board): Generator<Call> {
  for (const call of valuesOf(board.calls)) {
    if (isOpen(call)) yield call;
  }
}

function isOpen(call: Call): boolean {
  return !isOver(call) || call.recordings.some(({ state }) => state !== 'stored');
}
