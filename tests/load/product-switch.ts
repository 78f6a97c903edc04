import { lookup } from 'node:dns/promises';
import { watchHistory } from './history-watch.ts';
import { install } from './installation.ts';
import { cpuOfItself, cpuOfTree } from './process-tree.ts';
import type { Switch } from './switch.ts';

const patienceMs = 10_000;

/** Ours: server, engine, worker and PostgreSQL, as they are installed; every call is recorded. */
export async function openProduct(people: number): Promise<Switch> {
  const installation = await install({ people });
  const { product, databaseUrl, postgresPid, passwordAt } = installation;
  const watch = await watchHistory(databaseUrl);
  // Looked up once, and not for each of thousands of connections.
  const { address, family } = await lookup('localhost');
  const host = family === 6 ? `[${address}]` : address;
  return {
    name: 'product',
    sipPort: product.sipPort,
    webSocket: {
      ws: `ws://${host}:${installation.wsPort}/sip`,
      wss: `wss://${host}:${installation.wssPort}/sip`,
      web: `ws://${host}:${new URL(product.address).port}/sip`,
    },
    passwordAt,
    roots: [product.keeperPid, postgresPid],
    async cpu() {
      const [server = Number.NaN, engine = Number.NaN] = [await product.serverPid(), await product.enginePid()];
      const own = cpuOfItself(server);
      const worker = cpuOfTree(server) - own; // Also those that have ended.
      const postgres = cpuOfTree(postgresPid);
      const all = cpuOfTree(product.keeperPid) + postgres;
      return { all, parts: { server: own, engine: cpuOfTree(engine), postgres, worker } };
    },
    async kept(calls) {
      const { rows, open, recordings, openRecordings } = await watch.complete(calls, patienceMs);
      return { calls: rows - open, recordings: recordings - openRecordings };
    },
    async close() {
      await watch.close();
      await installation.close();
    },
  };
}
