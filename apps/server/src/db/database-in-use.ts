import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Another installation works with this database. Nothing of it has been touched. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** So often it is asked, in milliseconds, whether the other one has said meanwhile that it lives: it does so every few seconds. */
const askAgainMs = 500;

/**
 * Rejects with `DatabaseInUse` where calls are run in this database by an installation with another key than `holder` names (null: none
 * yet): its people and phones would be refused here, and ours there. One that was killed is waited for until its lease has run out. Reads,
 * and writes nothing.
 */
export async function refuseDatabaseOfAnother(url: string, holder: string | null, signal?: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('server_process') is not null as there",
    );
    if (rows[0]?.there !== true) return;
    for (let seen: Date | undefined; ; ) {
      const others = await client.query<{ holder: string; expires_at: Date }>(
        `select holder, expires_at from server_process
        where split_part(holder, '/', 1) is distinct from $1 and expires_at > clock_timestamp() order by expires_at desc limit 1`,
        [holder],
      );
      const [other] = others.rows;
      if (other === undefined) return;
      if (seen !== undefined && other.expires_at > seen) {
        throw new DatabaseInUse(
          `Cơ sở dữ liệu của DATABASE_URL đang được một Alô khác dùng (có thư mục dữ liệu riêng, ký hiệu ${other.holder}): ` +
            'dừng Alô đó, trỏ ALO_DATA_DIR tới thư mục dữ liệu của nó, hoặc đặt DATABASE_URL sang một cơ sở dữ liệu khác.',
        );
      }
      seen = other.expires_at;
      await sleep(askAgainMs, undefined, signal === undefined ? {} : { signal });
    }
  } finally {
    await client.end();
  }
}
