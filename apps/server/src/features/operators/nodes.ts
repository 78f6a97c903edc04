import { forgetNode as forgetEndpoint, operatedNodes, type ResultOf, updateNode } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { changeNode, forgetNode, readNodes, type SeenNode } from '../../domain/nodes.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';

type Node = ResultOf<typeof operatedNodes>['data'][number];

const shown = ({ silentSince, ...node }: SeenNode): Node => ({
  ...node,
  silent_since: silentSince?.toISOString() ?? null,
});

/** The machines that run calls. They belong to no company: the operators' own trail says who did what with them. */
export const nodeRoutes = ({ db }: { readonly db: Db }): Route[] => {
  const one = async (name: string): Promise<Node> => {
    const node = (await readNodes(db)).find((each) => each.name === name);
    if (node === undefined) throw Problem.notFound();
    return shown(node);
  };
  const setOf = ({ state, weight }: Node) => ({ state, weight });
  return [
    route(operatedNodes, async ({ query: { search, page, per_page: most } }) => {
      const found = (await readNodes(db)).filter(({ name, sip }) => `${name} ${sip}`.includes(search.trim()));
      return { data: found.slice((page - 1) * most, page * most).map(shown), total: found.length };
    }),

    route(updateNode, async (request) => {
      const { name, ...change } = request.body;
      const before = await one(name);
      if (!(await changeNode(db, name, change))) throw Problem.notFound();
      const after = await one(name);
      await db.inTenant(request.caller.tenantId, (trx) =>
        audit(trx, actorOf(request), {
          action: 'update',
          subject: 'node',
          subjectId: name,
          before: setOf(before),
          after: setOf(after),
        }),
      );
      return after;
    }),

    route(forgetEndpoint, async (request) => {
      const { name } = request.body;
      const before = await one(name);
      const done = await forgetNode(db, name);
      if (done === 'unknown') throw Problem.notFound();
      if (done === 'lives') throw Problem.callRefused('Máy đang hoạt động: hãy rút và tắt máy trước');
      await db.inTenant(request.caller.tenantId, (trx) =>
        audit(trx, actorOf(request), { action: 'delete', subject: 'node', subjectId: name, before: setOf(before) }),
      );
      return { name };
    }),
  ];
};
