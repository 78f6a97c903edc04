import { watchHistory } from './history-watch.ts';
import { install } from './installation.ts';
import { childrenOf, cpuOfTree } from './process-tree.ts';
import type { Switch } from './switch.ts';

const patienceMs = 10_000;

/** Ours: server, engine, worker and PostgreSQL, as they are installed; every call is recorded. */
export async function openProduct(people: number): Promise<Switch> {
  const installation = await install({ people });
  const { product, databaseUrl, postgresPid, passwordAt } = installation;
  const watch = await watchHistory(databaseUrl);
  return {
    name: 'product',
    sipPort: product.sipPort,
    webSocket: {
      ws: `${product.address.replace('http:', 'ws:')}/sip`,
      wss: `wss://localhost:${installation.wssPort}/sip`,
    },
    passwordAt,
    roots: [product.keeperPid, postgresPid],
    async cpu() {
      const [server = Number.NaN, engine = Number.NaN] = [await product.serverPid(), await product.enginePid()];
      const worker = childrenOf(server).reduce((sum, pid) => sum + cpuOfTree(pid), 0);
      const postgres = cpuOfTree(postgresPid);
      const all = cpuOfTree(product.keeperPid) + postgres;
      return { all, parts: { server: cpuOfTree(server) - worker, engine: cpuOfTree(engine), postgres, worker } };
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
