import type { Board } from '@alo/call-core';
import { z } from 'zod';

import { type CallsByName, type GoingOn, goingOn, newlyFollowed } from '../domain/calls-now.ts';
import { newId } from '../kernel/new-id.ts';
import { followGoingOn } from './ongoing-calls.ts';

/** Asks what goes on in a company; `after` is the mark of what the asker was told last. */
export const goingOnSince = z.object({ kind: z.literal('going-on-since'), after: z.string().nullable() });

const names = z.array(z.string());
/** All of it, or the rows that are new or other and the names of those that are gone. */
const answer = z.discriminatedUnion('is', [
  z.object({ is: z.literal('whole'), mark: z.string(), rows: goingOn }),
  z.object({
    is: z.literal('changed'),
    mark: z.string(),
    rows: goingOn,
    gone: z.object({ people: names, calls: names, queues: names }),
  }),
]);
type Answer = z.input<typeof answer>;

const values = <Row>(rows: ReadonlyMap<string, Row>): Row[] => [...rows.values()];

/** Of so many companies it is known what an asker was told last; others are told all of it again. */
const companiesKept = 1_000;

/** Tells one asker what has changed since the mark that they have, and all of it where that is not the last one given here. */
export function tellGoingOn(): (tenantId: string, board: Board, after: string | null) => Answer {
  const last = new Map<string, { readonly mark: string; readonly follow: ReturnType<typeof followGoingOn> }>();
  return (tenantId, board, after) => {
    const known = last.get(tenantId);
    const follow = known !== undefined && known.mark === after ? known.follow : followGoingOn();
    const mark = newId();
    // The last one that was asked for is the last one that is forgotten.
    last.delete(tenantId);
    last.set(tenantId, { mark, follow });
    const [oldest] = last.size > companiesKept ? last.keys() : [];
    if (oldest !== undefined) last.delete(oldest);
    const { people, calls, queues, changed } = follow(board, Date.now());
    if (changed === 'everything') {
      return { is: 'whole', mark, rows: { people: values(people), calls: values(calls), queues: values(queues) } };
    }
    const [ofPeople, ofCalls, ofQueues] = [
      parted(people, changed.people),
      parted(calls, changed.calls),
      parted(queues, changed.queues),
    ];
    return {
      is: 'changed',
      mark,
      rows: { people: ofPeople.rows, calls: ofCalls.rows, queues: ofQueues.rows },
      gone: { people: ofPeople.gone, calls: ofCalls.gone, queues: ofQueues.gone },
    };
  };
}

function parted<Row>(all: ReadonlyMap<string, Row>, changed: ReadonlySet<string>): { rows: Row[]; gone: string[] } {
  const rows: Row[] = [];
  const gone: string[] = [];
  for (const name of changed) {
    const row = all.get(name);
    if (row === undefined) gone.push(name);
    else rows.push(row);
  }
  return { rows, gone };
}

/** The asker's side: what to ask, and what all of it is after the answer. */
export function heardGoingOn() {
  let mark: string | null = null;
  const people = new Map<string, GoingOn['people'][number]>();
  const calls = new Map<string, GoingOn['calls'][number]>();
  const queues = new Map<string, GoingOn['queues'][number]>();
  return {
    question: (): z.input<typeof goingOnSince> => ({ kind: 'going-on-since', after: mark }),
    hear(value: unknown): CallsByName {
      // What is half taken in is asked for whole.
      mark = null;
      const told = answer.parse(value);
      const fresh = newlyFollowed(told.rows);
      if (told.is === 'whole') for (const all of [people, calls, queues]) all.clear();
      const changed = {
        people: laid(people, fresh.people, told.is === 'changed' ? told.gone.people : []),
        calls: laid(calls, fresh.calls, told.is === 'changed' ? told.gone.calls : []),
        queues: laid(queues, fresh.queues, told.is === 'changed' ? told.gone.queues : []),
      };
      mark = told.mark;
      return { people, calls, queues, changed: told.is === 'whole' ? 'everything' : changed };
    },
  };
}

function laid<Row>(all: Map<string, Row>, fresh: ReadonlyMap<string, Row>, gone: readonly string[]): Set<string> {
  for (const name of gone) all.delete(name);
  for (const [name, row] of fresh) all.set(name, row);
  return new Set([...gone, ...fresh.keys()]);
}
