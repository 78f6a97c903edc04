import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { OnRefusal, Refusal } from '../../http/refusals.ts';

/** So long after the first of them they are written, all at once. */
const writtenAfterMs = 1_000;
/** Of more kinds, calls and people at once each company has one count for the rest. */
const apartAtMost = 500;

interface Counted extends Refusal {
  readonly tries: number;
}

/** Counts what is refused, whoever is refused and however often: a flood costs the database a statement a second. */
export function refusalTally({ db, log }: { db: Pick<Db, 'outside'>; log: Pick<FastifyBaseLogger, 'warn'> }): {
  readonly count: OnRefusal;
  /** Writes what is counted by now, for who wants to read it. */
  write(): Promise<void>;
} {
  let counts = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function add(refusal: Refusal): void {
    const { tenantId, who, kind, asked } = refusal;
    const key = JSON.stringify([tenantId, who, kind, asked]);
    const before = counts.get(key);
    if (before === undefined && counts.size >= apartAtMost && asked !== '') {
      add({ ...refusal, who: null, asked: '' });
      return;
    }
    counts.set(key, { ...refusal, tries: (before?.tries ?? 0) + 1 });
  }

  async function writeNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    const rows = [...counts.values()].map(({ tenantId, ...row }) => ({ of_tenant: tenantId, ...row }));
    counts = new Map();
    await db
      .outside((one) => sql`select count_refusals(${JSON.stringify(rows)}::jsonb)`.execute(one))
      .catch((error: unknown) => log.warn({ err: error, lost: rows.length }, 'what was refused is not counted'));
  }

  function write(): Promise<void> {
    writing = writing.then(writeNow);
    return writing;
  }

  return {
    count(refusal) {
      add(refusal);
      timer ??= setTimeout(() => void write(), writtenAfterMs).unref();
    },
    write,
  };
}
