import { Graph, layout } from '@dagrejs/dagre';

import type { Flow } from './flow.ts';

export const nodeSize = { width: 220, height: 84 } as const;

/** Where each node stands: ways lead downwards, in layers. */
export function laidOut({ nodes, edges }: Flow): ReadonlyMap<string, { x: number; y: number }> {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 72 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key } of nodes) graph.setNode(key, { ...nodeSize });
  for (const [index, { from, to, label }] of edges.entries()) {
    graph.setEdge(from, to, { width: label.length * 7, height: 18 }, String(index));
  }
  layout(graph);
  return new Map(
    nodes.map(({ key }) => {
      const { x = 0, y = 0 } = graph.node(key);
      return [key, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
}
