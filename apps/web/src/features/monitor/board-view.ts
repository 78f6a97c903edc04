import {
  type BoardChanges,
  narrowedToPlaces,
  type PlacesOfBoard,
  type QueueDay,
  serviceLevel,
  statesOf,
  type WatchedAgent,
  type WatchedBoard,
  type WatchedCall,
  type WatchedQueue,
} from '@alo/contract';
import { fold, matches } from '@alo/ui';

import { count } from '../../kit/format/numbers.ts';

export type Board = Pick<WatchedBoard, 'agents' | 'calls' | 'queues' | 'today'>;

/** The board with what has become of it. What did not change stays the same, and is not drawn again. */
export function laidOver<B extends Board>(board: B, { agents, calls, queues, today, gone }: BoardChanges): B {
  return {
    ...board,
    today: today ?? board.today,
    agents: inOrderOfNames(
      merged(board.agents, agents, gone.agents, ({ extension }) => extension),
      board.agents,
    ),
    calls: merged(board.calls, calls, gone.calls, ({ id }) => id),
    queues: merged(board.queues, queues, gone.queues, ({ id }) => id),
  };
}

function merged<Row>(rows: Row[], changed: readonly Row[], gone: readonly string[], idOf: (row: Row) => string): Row[] {
  if (changed.length + gone.length === 0) return rows;
  const others = new Map(changed.map((row) => [idOf(row), row]));
  const away = new Set(gone);
  const stay = rows.flatMap((row) => {
    const id = idOf(row);
    const other = others.get(id);
    others.delete(id);
    return away.has(id) ? [] : [other ?? row];
  });
  return [...stay, ...others.values()];
}

/** They come in the order of their names; who is added, or called otherwise, has a place of theirs in it. */
function inOrderOfNames(agents: WatchedAgent[], before: readonly WatchedAgent[]): WatchedAgent[] {
  if (agents === before) return agents;
  const isMoved = agents.some(({ extension, name }, index) => {
    const old = before[index];
    return old?.extension !== extension || old.name !== name;
  });
  return isMoved ? agents.toSorted((a, b) => a.name.localeCompare(b.name, 'vi')) : agents;
}

/** What of the board is looked at; '' is all. */
export interface Narrowing extends PlacesOfBoard {
  readonly carrier: string;
}

/** The people of a department, a team and a queue, their calls and queues, and who waits in those; all of it over the lines of a carrier. */
export function narrowed<B extends Board>(board: B, { carrier, ...places }: Narrowing): Board {
  const there = narrowedToPlaces(board, places);
  return carrier === '' ? there : overLinesOf(there, carrier);
}

/** Calls over the lines of a carrier, who waits in them, and those people who are in none over another's. */
function overLinesOf(board: Board, carrier: string): Board {
  const calls = board.calls.filter(({ carriers }) => carriers.some((one) => fold(one) === fold(carrier)));
  const theirs = new Set(calls.map(({ id }) => id));
  const waitIn = (queue: string) => calls.filter((call) => isWaiting(call) && call.waits && call.queue?.id === queue);
  return {
    ...board,
    calls,
    agents: board.agents.filter(({ call }) => call === null || theirs.has(call.id)),
    queues: board.queues.map((queue) => {
      const waiting = waitIn(queue.id);
      return { ...queue, waiting: waiting.length, callbacks: 0, longest_since: longestOf(queue, waiting) };
    }),
  };
}

/** Nobody has waited in a queue longer than its longest, nor than their call goes on. */
function longestOf({ longest_since: since }: WatchedQueue, waiting: readonly WatchedCall[]): string | null {
  const [first] = waiting.map(({ started_at: at }) => at).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  if (first === undefined || since === null) return null;
  return Date.parse(first) > Date.parse(since) ? first : since;
}

const isWaiting = ({ stage }: WatchedCall) => stage === 'waiting' || stage === 'ringing';

/** People and calls by a name, an extension or a number, however it is grouped. */
export function found(board: Board, search: string): Board {
  if (search === '') return board;
  const has = (...texts: readonly string[]) => matches(texts.join(' '), search) || hasDigits(texts, search);
  return {
    ...board,
    agents: board.agents.filter(({ name, extension, call }) =>
      has(name, extension, call?.name ?? '', call?.number ?? ''),
    ),
    calls: board.calls.filter(({ name, number, dialled, agents }) =>
      has(name, number, dialled, ...agents.flatMap((agent) => [agent.name, agent.extension])),
    ),
  };
}

function hasDigits(texts: readonly string[], search: string): boolean {
  const digits = search.replace(/[\s.]/g, '');
  return /^\d{3,}$/.test(digits) && texts.some((text) => text.includes(digits));
}

/** How a figure stands: as it should, close to what it must not be, or there. */
export type Alarm = 'fine' | 'near' | 'over';

/** How long callers of a queue have waited, against what counts as in time. */
export function waitAlarm(queue: WatchedQueue, now: number): Alarm {
  if (queue.longest_since === null) return 'fine';
  const seconds = (now - Date.parse(queue.longest_since)) / 1000;
  if (seconds > queue.level_seconds) return 'over';
  return seconds > queue.level_seconds / 2 ? 'near' : 'fine';
}

/** The service level of a day of calls. */
export const levelOf = ({ abandoned, abandoned_soon: soon, ...day }: QueueDay): number | null =>
  serviceLevel({ ...day, lost: abandoned - soon });

/** Who gave up, and how many of them at once: these are not lost. */
export const abandonedText = ({ abandoned, abandoned_soon: soon }: QueueDay): string =>
  soon === 0 ? count(abandoned) : `${count(abandoned)} (bỏ ngay ${count(soon)})`;

const nearPercent = 5;

/** A service level against its target. */
export function levelAlarm(level: number | null, target: number): Alarm {
  if (level === null || level >= Math.min(target + nearPercent, 100)) return 'fine';
  return level >= target ? 'near' : 'over';
}

export interface Totals {
  readonly waiting: number;
  readonly longestSince: string | null;
  readonly calls: number;
  readonly by: Readonly<Record<WatchedAgent['state'], number>>;
}

/** What a big screen shows of a board. */
export interface BoardFigures {
  readonly totals: Totals;
  readonly queues: readonly WatchedQueue[];
  /** Null where nobody counts it of what is shown: by carrier. */
  readonly today: QueueDay | null;
  /** How much of the callers should be answered in time, in percent. */
  readonly target: number;
}

/** What stands at the top. */
export function totalsOf({ agents, calls, queues }: Pick<Board, 'agents' | 'calls' | 'queues'>): Totals {
  return { ...waitingIn(queues), calls: calls.length, by: statesOf(agents) };
}

/** Who waits, and since when the one who has waited longest. */
export function waitingIn(queues: readonly WatchedQueue[]): Pick<Totals, 'waiting' | 'longestSince'> {
  const since = queues.flatMap(({ longest_since: at }) => (at === null ? [] : [at]));
  return {
    waiting: queues.reduce((total, { waiting }) => total + waiting, 0),
    longestSince: since.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
  };
}

/** The worst of some. */
export const worst = (alarms: readonly Alarm[]): Alarm =>
  alarms.includes('over') ? 'over' : alarms.includes('near') ? 'near' : 'fine';

/** Whoever has a call stands first, whoever is not there last. */
const order: Readonly<Record<WatchedAgent['state'], number>> = {
  ringing: 0,
  talking: 1,
  held: 2,
  'wrapping-up': 3,
  ready: 4,
  'queues-paused': 5,
  'no-microphone': 6,
  'no-telephone': 7,
  paused: 8,
  offline: 9,
};

/** By a column, or as they matter: what is alike stays in the order of names. */
export function sorted(
  agents: readonly WatchedAgent[],
  by: { readonly id: string; readonly descending: boolean } | undefined,
): readonly WatchedAgent[] {
  const turn = by?.descending === true ? -1 : 1;
  const since = ({ since: at }: WatchedAgent) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));
  switch (by?.id) {
    case 'name':
      return turn === 1 ? agents : agents.toReversed();
    case 'extension':
      return agents.toSorted((a, b) => turn * a.extension.localeCompare(b.extension, 'vi', { numeric: true }));
    // The longest first, as its column tells durations.
    case 'since':
      return agents.toSorted((a, b) => turn * Math.sign(since(b) - since(a) || 0));
    default:
      return agents.toSorted((a, b) => turn * (order[a.state] - order[b.state]));
  }
}
