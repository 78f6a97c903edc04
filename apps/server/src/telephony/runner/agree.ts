import {
  type Board,
  type Call,
  type CallId,
  type EngineCommand,
  type Event,
  type Leg,
  type LegId,
  type Recording,
} from '@alo/call-core';

import { type Alive, asksAgain, haunting, type Measure, missedEvents, movedPhones } from './attach.ts';
import type { OutstandingOrders } from './outstanding-orders.ts';
import { openCalls } from './snapshot.ts';

/** A board, and what became of it in an engine. */
export interface BoardComparison {
  /** What lives in the engine. */
  readonly alive: Alive;
  /** The board when the engine was asked: what began since then may live without being in `alive`. */
  readonly asked: Board;
  readonly engineDied: boolean;
  /** When the engine or the process was last known to be there: what is gone of a call ended then. */
  readonly goneAt: (call: Call) => number;
  /** The same for phones. */
  readonly phonesGoneAt: number;
  readonly now: number;
  readonly wanted: OutstandingOrders;
  readonly measure: Measure;
  /** Lets others have their turn: there may be thousands of calls. */
  readonly breathe: () => Promise<void>;
}

export interface Agreement extends BoardComparison {
  readonly board: () => Board;
  readonly take: (event: Event) => void;
  readonly acted: () => Promise<void>;
  readonly perform: (call: CallId, command: EngineCommand) => void;
}

/**
 * Makes board and engine agree: what happened while nobody listened becomes events; what the board wants and the engine does
 * not have is asked for again; what lives in the engine and should not is ended.
 */
export async function agree(agreement: Agreement): Promise<void> {
  const { alive, asked, now, wanted, board, take, acted, perform } = agreement;
  const missed = await whatWasMissed(agreement);
  // What the engine said before it was asked may still wait to be acted on, and says more exactly how something ended.
  await acted();
  const isOpen = openIn(board());
  for (const event of missed) if (isOpen(event)) take(event);
  await acted();
  const known = legsOf(board());
  const before = legsOf(asked);
  const began = (leg: LegId) => !before.has(leg);
  // Told to go just now, and never there: nobody else will say that they are gone.
  for (const leg of known.values()) {
    if (leg.state !== 'ending' || alive.legs.has(leg.id) || began(leg.id)) continue;
    take({ type: 'ended', call: leg.home, leg: leg.id, at: now, cause: leg.cause });
  }
  for (const { call, command } of haunting(alive, known, wanted)) perform(call, command);
  for (const { call, command } of asksAgain(alive, known, wanted, began)) perform(call, command);
}

/**
 * What happened to all calls and phones while nobody listened, as events; in an order in which nobody is rung for a caller who
 * left, or where nobody is any more.
 */
export async function whatWasMissed(comparison: BoardComparison): Promise<Event[]> {
  const { alive, asked, engineDied, goneAt, phonesGoneAt, now, wanted, measure, breathe } = comparison;
  const missed: { readonly event: Event; readonly turn: number }[] = movedPhones(asked, alive, {
    goneAt: phonesGoneAt,
    now,
  }).map((event) => ({ event, turn: event.contacts.length === 0 ? 0 : 4 }));
  let compared = 0;
  for (const call of openCalls(asked)) {
    const told = { measure, goneAt: goneAt(call), now, engineDied };
    const events = await missedEvents(call, alive, wanted, told);
    missed.push(...events.map((event) => ({ event, turn: turnOf(call, event) })));
    if (++compared % callsATurn === 0) await breathe();
  }
  // Whose recording knows longer than anybody that they talked talked that long, whatever else they were in.
  return missed.sort((one, other) => one.turn - other.turn || one.event.at - other.event.at).map(({ event }) => event);
}

/** Callers who waited leave the line before anybody is free to serve it; first those for whom no phone rings. */
function turnOf({ legs }: Call, event: Event): number {
  const waited =
    event.type === 'ended' && legs.some(({ id, activity }) => id === event.leg && activity.kind === 'queue-wait');
  if (!waited) return 3;
  return legs.some(({ state, activity }) => state !== 'ended' && activity.kind === 'queue-offered') ? 2 : 1;
}

const callsATurn = 50;

/** Whether what an event would end is not over yet; of others that is not asked. */
function openIn(board: Board): (event: Event) => boolean {
  const legs = legsOf(board);
  const recordings = new Set([...openCalls(board)].flatMap((call) => call.recordings.filter(isUnfinished)).map(idOf));
  return (event) => {
    if (event.type === 'ended') return legs.has(event.leg);
    return event.type !== 'recorded' || recordings.has(event.recording);
  };
}

const isUnfinished = ({ state }: Recording) => state !== 'stored';
const idOf = ({ id }: Recording) => id;

/** Legs that are not over, by id: a leg may be part of another call than the one by which the engine knows it. */
function legsOf(board: Board): ReadonlyMap<LegId, Leg> {
  const legs = new Map<LegId, Leg>();
  for (const call of openCalls(board)) {
    for (const leg of call.legs) if (leg.state !== 'ended') legs.set(leg.id, leg);
  }
  return legs;
}
