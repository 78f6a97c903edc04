import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

type Count = {
  readonly rows: number;
  readonly open: number;
  /** Turned away for want of room. */
  readonly refused: number;
  readonly recordings: number;
  readonly openRecordings: number;
};

/** Rows of conversations as they come into the history. */
export interface HistoryWatch {
  /** Resolves with the moment (of `performance.now`) at which the finished row of the call was seen. */
  finished(call: string): Promise<number>;
  /** What the history holds of calls since the watch began. */
  count(): Promise<Count>;
  /** The same as soon as it is whole, or after so long. */
  complete(rows: number, withinMs: number): Promise<Count>;
  close(): Promise<void>;
}

/** Listens as processes of the product do to each other, and looks at the rows that they name. */
export async function watchHistory(databaseUrl: string): Promise<HistoryWatch> {
  const listening = new pg.Client({ connectionString: databaseUrl });
  const asking = new pg.Client({ connectionString: databaseUrl });
  await Promise.all([listening.connect(), asking.connect()]);
  const { rows: begun } = await asking.query<{ now: Date }>('select now()');
  const waiting = new Map<string, (at: number) => void>();
  let looking = false;

  async function look(): Promise<void> {
    if (looking || waiting.size === 0) return;
    looking = true;
    const ids = [...waiting.keys()];
    const { rows } = await asking.query<{ id: string }>({
      name: 'look',
      text: `select id from call where id = any($1::uuid[]) and started_at >= $2 and ended_at is not null
        and not exists (select from recording where recording.call_id = call.id and recording.state = 'open')`,
      values: [ids, begun[0]?.now],
    });
    const at = performance.now();
    for (const { id } of rows) {
      waiting.get(id)?.(at);
      waiting.delete(id);
    }
    looking = false;
  }

  async function count(): Promise<Count> {
    const { rows } = await asking.query<Count>(
      `select count(*)::int as rows, count(*) filter (where ended_at is null)::int as open,
         count(*) filter (where cause in ('limit', 'congestion') and ended_at = started_at)::int as refused,
         (select count(*)::int from recording where call_started_at >= $1) as recordings,
         (select count(*)::int from recording where call_started_at >= $1 and state = 'open') as "openRecordings"
       from call where started_at >= $1`,
      [begun[0]?.now],
    );
    return rows[0] ?? { rows: 0, open: 0, refused: 0, recordings: 0, openRecordings: 0 };
  }

  listening.on('notification', ({ payload = '' }) => {
    if (payload.includes('calls-written')) void look();
  });
  await listening.query('listen alo');
  // A row may have been there before anybody asked for it.
  const again = setInterval(() => void look(), 500);

  return {
    finished: (call) => new Promise((resolve) => waiting.set(call, resolve)),
    count,
    async complete(rows, withinMs) {
      for (const until = performance.now() + withinMs; ; await sleep(200)) {
        const now = await count();
        if ((now.rows >= rows && now.open + now.openRecordings === 0) || performance.now() > until) return now;
      }
    },
    async close() {
      clearInterval(again);
      await Promise.all([listening.end(), asking.end()]);
    },
  };
}
