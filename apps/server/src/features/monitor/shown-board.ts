import { isDeepStrictEqual } from 'node:util';

import type { CallsByName, GoingOn } from '../../domain/calls-now.ts';
import {
  type BoardRows,
  type BoardView,
  type NameOf,
  type PresentedBoard,
  presenter,
  seesCall,
  seesQueue,
  type Today,
} from './board.ts';
import { emptyDay, type QueueDay } from './queue-day.ts';

/** What has become of a board: rows that are new or other than before, and which are there no more. */
export interface PresentedChanges extends PresentedBoard {
  /** Null where they are what they were. */
  today: Today['today'] | null;
  gone: { readonly [List in keyof PresentedBoard]: string[] };
}

/**
 * The board as some are shown it who all see the same, from one beat to the next. Only what changed is looked at, so that a beat costs
 * as much as happened, however many people there are.
 */
export function shownBoard() {
  const agents = shownList<BoardRows['agents']>();
  const calls = shownList<BoardRows['calls']>();
  const queues = shownList<BoardRows['queues']>();
  /** What all rows depend on: whom they see, and the queues of these. */
  let of:
    | {
        readonly way: BoardView;
        readonly queues: ReadonlyMap<string, GoingOn['queues'][number]>;
        readonly day: QueueDay;
      }
    | undefined;

  return {
    /** All of it, as it was shown last. */
    get whole(): PresentedBoard & Today {
      const extensions = of?.way.people.map(({ extension }) => extension) ?? [];
      return {
        agents: agents.rowsOf(extensions),
        calls: calls.rows(),
        queues: queues.rows(),
        today: of?.day.all ?? emptyDay,
      };
    },
    /** Shows what goes on now; undefined where that is what was shown before. `named` are calls whose customer has a name now. */
    show(
      now: CallsByName,
      way: BoardView,
      { nameOf, named, day }: { readonly nameOf: NameOf; readonly named: ReadonlySet<string>; readonly day: QueueDay },
    ): PresentedChanges | undefined {
      const seen = new Map([...now.queues].filter(([, queue]) => seesQueue(way, queue)));
      const isSame = of?.way === way && hasSameNames(of.queues, seen);
      const changed = isSame && now.changed !== 'everything' ? now.changed : undefined;
      const known = of?.day;
      of = { way, queues: seen, day };
      const present = presenter(way, seen, nameOf, day);
      const sees = (call: GoingOn['calls'][number]) => seesCall(way, call, seen);
      const rows = {
        agents: agents.take(
          changed === undefined
            ? [...way.byExtension.keys(), ...agents.ids()]
            : [...changed.people, ...withOneOf(now, named)],
          (extension) => {
            const row = way.byExtension.get(extension);
            return row && present.agent(row, now.people.get(extension));
          },
        ),
        calls: calls.take(
          changed === undefined ? [...now.calls.keys(), ...calls.ids()] : [...changed.calls, ...named],
          (id) => {
            const call = now.calls.get(id);
            return call && sees(call) ? present.call(call) : undefined;
          },
        ),
        queues: queues.take(
          changed === undefined || known !== day ? [...seen.keys(), ...queues.ids()] : [...changed.queues],
          (id) => {
            const queue = seen.get(id);
            return queue && present.queue(queue);
          },
        ),
      };
      const changes: PresentedChanges = {
        agents: rows.agents.changed,
        calls: rows.calls.changed,
        queues: rows.queues.changed,
        today: isDeepStrictEqual(known?.all, day.all) ? null : day.all,
        gone: { agents: rows.agents.gone, calls: rows.calls.gone, queues: rows.queues.gone },
      };
      return changes.today === null &&
        [changes, changes.gone].every((part) => part.agents.length + part.calls.length + part.queues.length === 0)
        ? undefined
        : changes;
    },
  };
}
export type ShownBoard = ReturnType<typeof shownBoard>;

/** Rows as they were shown last, by their names. */
function shownList<Row>() {
  const shown = new Map<string, { readonly row: Row; readonly text: string }>();
  return {
    ids: () => shown.keys(),
    rows: () => [...shown.values()].map(({ row }) => row),
    rowsOf: (ids: readonly string[]) => ids.flatMap((id) => shown.get(id)?.row ?? []),
    /** Looks at some of them; who has no row any more is gone. */
    take(ids: Iterable<string>, rowOf: (id: string) => Row | undefined): { changed: Row[]; gone: string[] } {
      const [changed, gone]: [Row[], string[]] = [[], []];
      for (const id of new Set(ids)) {
        const row = rowOf(id);
        if (row === undefined) {
          if (shown.delete(id)) gone.push(id);
          continue;
        }
        const text = JSON.stringify(row);
        if (shown.get(id)?.text === text) continue;
        shown.set(id, { row, text });
        changed.push(row);
      }
      return { changed, gone };
    },
  };
}

/** Who is in one of these calls. */
const withOneOf = ({ people }: CallsByName, calls: ReadonlySet<string>): string[] =>
  calls.size === 0
    ? []
    : [...people.values()].flatMap(({ extension, call }) => (call !== null && calls.has(call.id) ? [extension] : []));

type Named = ReadonlyMap<string, { readonly name: string }>;

const hasSameNames = (some: Named, others: Named): boolean =>
  some.size === others.size && [...others].every(([id, { name }]) => some.get(id)?.name === name);
