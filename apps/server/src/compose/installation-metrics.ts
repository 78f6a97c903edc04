import { valuesOf } from '@alo/call-core';
import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import { readNodes, type SeenNode } from '../domain/nodes.ts';
import type { ConsoleMistakes } from '../features/console-mistakes/console-mistakes.ts';
import type { Figure } from '../http/metrics.ts';
import { productVersion } from '../kernel/product-version.ts';
import type { Calls } from './start-calls.ts';

/** The installation's own counts for its monitoring: calls of this process, and the database's of all. */
export async function countFigures({
  db,
  calls,
  mistakes,
  now = Date.now,
}: {
  db: Pick<Db, 'directory' | 'outside' | 'ping'>;
  calls: Calls | undefined;
  /** Undefined of a process that no console tells any. */
  mistakes: Pick<ConsoleMistakes, 'counts'> | undefined;
  now?: () => number;
}): Promise<Figure[]> {
  // A database that is away is what the page is looked at for: what needs none is told all the same.
  const isUp = await db.ping().then(
    () => true,
    () => false,
  );
  return [
    { name: 'alo_info', help: 'The version that runs', values: [{ labels: { version: productVersion }, value: 1 }] },
    one('alo_database_up', 'The database answers', Number(isUp)),
    ...(mistakes === undefined
      ? []
      : [
          {
            name: 'alo_console_mistakes' as const,
            help: 'Mistakes that consoles told of themselves since this process began',
            values: Object.entries(mistakes.counts()).map(([kind, value]) => ({ labels: { kind }, value })),
          },
        ]),
    ...(isUp ? [...(await countJobs(db)), ...(await countNodes(db))] : []),
    ...(calls === undefined ? [] : countCalls(calls, isUp ? await db.directory.tenants() : [], now())),
  ];
}

const one = (name: Figure['name'], help: string, value: number): Figure => ({ name, help, values: [{ value }] });

const ofEach = <Process>(
  name: Figure['name'],
  help: string,
  processes: readonly Process[],
  of: (process: Process) => number,
): Figure => ({
  name,
  help,
  values: processes.map((process, at) => ({ labels: { worker: String(at + 1) }, value: of(process) })),
});

async function countJobs(db: Pick<Db, 'outside'>): Promise<Figure[]> {
  const { rows } = await db.outside((trx) =>
    sql<{ what: string; state: string; n: number }>`select * from count_installation()`.execute(trx),
  );
  const counted = (name: Figure['name'], help: string, what: string): Figure => ({
    name,
    help,
    values: rows.filter((row) => row.what === what).map(({ state, n }) => ({ labels: { state }, value: n })),
  });
  return [
    counted('alo_jobs', 'Jobs by their state', 'job'),
    counted('alo_webhook_deliveries', 'Deliveries of webhooks by their state', 'delivery'),
    counted('alo_sessions', 'Sessions that have not ended', 'session'),
    counted('alo_tenants', 'Companies', 'tenant'),
  ];
}

/** The same by whichever machine is asked. */
async function countNodes(db: Pick<Db, 'outside'>): Promise<Figure[]> {
  const nodes = await readNodes(db);
  // A figure without a value would be shown as a machine without a name that is silent.
  if (nodes.length === 0) return [];
  const counted = (name: Figure['name'], help: string, of: (node: SeenNode) => number): Figure => ({
    name,
    help,
    values: nodes.map((node) => ({ labels: { node: node.name }, value: of(node) })),
  });
  return [
    counted('alo_node_up', 'A machine that runs calls lives', ({ silentSince }) => Number(silentSince === null)),
    counted('alo_node_draining', 'It gives its companies away', ({ state }) => Number(state === 'draining')),
    counted('alo_node_companies', 'Companies that are placed on it', ({ companies }) => companies),
    counted('alo_node_calls', 'Calls of the companies that it has', ({ calls }) => calls),
  ];
}

function countCalls({ telephony, engine, audio }: Calls, tenants: readonly { id: string }[], now: number): Figure[] {
  const figures = [...telephony.figures().values()];
  const sum = (of: (figure: (typeof figures)[number]) => number) => figures.reduce((all, each) => all + of(each), 0);
  const since = figures.flatMap(({ history }) => history.since ?? []);
  const waiting = tenants.flatMap(({ id }) => {
    const board = telephony.boardOf(id);
    return board === undefined ? [] : [...valuesOf(board.queues)].map(({ line }) => line.waiting.size);
  });
  return [
    one('alo_engine_up', 'The telephony engine is ready for calls', Number(engine.status() === 'up')),
    ofEach('alo_audio_legs', 'Parties whose audio a process carries, where several do', audio(), ({ legs }) => legs),
    ofEach('alo_audio_load', 'What it needs of its core, from 0 to 1', audio(), ({ load }) => load),
    one(
      'alo_calls_open',
      'Conversations that go on',
      sum(({ openCalls }) => openCalls),
    ),
    one(
      'alo_queue_waiting',
      'Callers who wait in queues',
      waiting.reduce((all, n) => all + n, 0),
    ),
    one(
      'alo_journal_waiting_events',
      'Events that are not in the journal yet',
      sum((figure) => figure.waiting),
    ),
    one(
      'alo_journal_failing',
      'Companies whose journal takes nothing',
      sum(({ journal }) => Number(journal === 'fails')),
    ),
    one(
      'alo_history_waiting_calls',
      'Calls whose rows are not in the database yet',
      sum(({ history }) => history.calls),
    ),
    one(
      'alo_history_lag_seconds',
      'How long the oldest of them waits',
      since.length === 0 ? 0 : (now - Math.min(...since)) / 1_000,
    ),
    one(
      'alo_history_refused',
      'Rows that the database refused and the disk has no room to set aside; the journal keeps them',
      sum(({ history }) => history.refused),
    ),
    one(
      'alo_history_set_aside',
      'Rows that the database refused, which somebody has to look at',
      sum(({ setAside }) => setAside),
    ),
  ];
}
