import type { Installation } from './installation.ts';
import { childrenOf, heldBy, treeOf } from './process-tree.ts';

/** What the product's processes hold: memory in megabytes, what of it is each one's own, and open files and sockets; all together and each. */
export async function held({ product, postgresPid }: Installation) {
  const [server = 0, engine = 0] = [await product.serverPid(), await product.enginePid()];
  const of = {
    server: heldBy([server]),
    engine: heldBy(treeOf(engine)),
    worker: heldBy(childrenOf(server).flatMap(treeOf)),
    keeper: heldBy([product.keeperPid]),
    postgres: heldBy(treeOf(postgresPid)),
  };
  const sum = (what: 'megabytes' | 'files') => Object.values(of).reduce((all, held) => all + held[what], 0);
  const each = (what: 'megabytes' | 'own' | 'files') =>
    Object.fromEntries(Object.entries(of).map(([name, held]) => [name, Math.round(held[what])]));
  return {
    megabytes: Math.round(sum('megabytes')),
    files: sum('files'),
    of: each('megabytes'),
    own: each('own'),
    filesOf: each('files'),
  };
}
