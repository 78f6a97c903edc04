import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import type { RunnerLog } from '../log.ts';
import type { HistoryBatch } from './history-batch.ts';

/** Rows that the database refused for what is in them: kept in a file that nobody deletes, for a person to look at. */
export interface AsideShelf {
  /** Resolves when it is on the disk. */
  keep(batch: HistoryBatch, error: unknown): Promise<void>;
  /** How many since the process started. */
  readonly count: number;
}

/** `<folder>/<tenant>.ndjson`, a row a line, as readable as JSON is. */
export function asideShelf({
  disk,
  clock,
  folder,
  tenantId,
  log,
}: {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly folder: string;
  readonly tenantId: string;
  readonly log: RunnerLog;
}): AsideShelf {
  let count = 0;
  const path = `${folder}/${tenantId}.ndjson`;
  return {
    async keep({ calls, events, spans }, error) {
      const why = error instanceof Error ? error.message : String(error);
      const line = JSON.stringify({ at: new Date(clock.now()).toISOString(), why, calls, events, spans });
      await disk.makeFolder(folder);
      const file = await disk.open(path, 'append');
      try {
        await file.append(`${line}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await disk.syncFolder(folder);
      count++;
      const ids = [
        ...calls.map(({ call }) => call.id),
        ...events.map(({ event }) => event.call),
        ...spans.map(({ span }) => span.extension),
      ];
      log.error(
        { err: error, tenant: tenantId, ids, file: path },
        'The database refuses a row of the history; it is kept in a file',
      );
    },
    get count() {
      return count;
    },
  };
}
