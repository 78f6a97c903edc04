import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pipe } from '../handover/handover.ts';
import type { LinkAddress } from '../link/address.ts';
import type { Beside, EngineLog } from '../options.ts';
import { endEngine } from '../supervision/end-engine.ts';
import { spawnEngine } from '../supervision/spawn-engine.ts';
import { killLater, Supervisor } from '../supervision/supervisor.ts';

/** The engine's process as its server has it. */
export interface EngineHost {
  readonly address: LinkAddress;
  readonly pipe: () => Pipe | null;
  /** Resolves when the process waits for its server; rejects when it dies at every start. */
  start(): Promise<void>;
  /** Resolves when it is gone, where that is our business. */
  close(): Promise<void>;
}

/** Nothing to do: the keeper that started the engine ends it. */
export const besideUs = ({ address, pipe }: Beside): EngineHost => ({
  address,
  pipe: () => pipe,
  start: async () => {},
  close: async () => {},
});

const deathsAtStart = 5;
/** A server of its own dies with it, and nobody else may come: the time is for a link that breaks. */
const graceMs = 30_000;

/** A child of ours, started again when it dies, and ended with us. */
export async function ownProcess(log: EngineLog, entry: string): Promise<EngineHost> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-engine-'));
  const address = { socketPath: join(folder, 'engine.sock'), token: randomBytes(32).toString('hex') };
  const supervisor = new Supervisor(
    { name: 'engine', spawn: () => spawnEngine(address, graceMs, entry), deathsAtStart },
    log,
  );
  return {
    address,
    pipe: () => supervisor.child,
    start: () => supervisor.start(),
    async close() {
      await supervisor.close((child) => {
        // One that was told to close is on its way.
        endEngine(child);
        killLater(child);
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
