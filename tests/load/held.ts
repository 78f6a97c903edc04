import type { Installation } from './installation.ts';
import { childrenOf, heldBy, treeOf } from './process-tree.ts';

/** What the product's processes hold: memory in megabytes, and open files and sockets; all together and each. */
export async function held({ product, postgresPid }: Installation) {
  const [server = 0, engine = 0] = [await product.serverPid(), await product.enginePid()];
  const of = {
    server: heldBy([server]),
    engine: heldBy(treeOf(engine)),
    worker: heldBy(childrenOf(server).flatMap(treeOf)),
    keeper: heldBy([product.keeperPid]),
    postgres: heldBy(treeOf(postgresPid)),
  };
  const all = Object.values(of);
  return {
    megabytes: Math.round(all.reduce((sum, { megabytes }) => sum + megabytes, 0)),
    files: all.reduce((sum, { files }) => sum + files, 0),
    of: Object.fromEntries(Object.entries(of).map(([name, { megabytes }]) => [name, Math.round(megabytes)])),
    filesOf: Object.fromEntries(Object.entries(of).map(([name, { files }]) => [name, files])),
  };
}
