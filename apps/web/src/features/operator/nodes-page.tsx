import { operatedNodes, type RequestOf } from '@alo/contract';
import { type Column, Drawer, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { count, total } from '../../kit/format/numbers.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import { type Node, nameOfNode, Standing } from './node.tsx';
import { NodeForm } from './node-form.tsx';

/** It changes without anybody's doing: a machine that is emptied empties within moments. */
const againMs = 5_000;

const columns: readonly Column<Node & { id: string }>[] = [
  { id: 'name', label: 'Máy', width: 160, cell: nameOfNode },
  { id: 'state', label: 'Tình trạng', onCard: (row) => <Standing {...row} />, cell: (row) => <Standing {...row} /> },
  { id: 'companies', label: 'Công ty', numeric: true, cell: ({ companies }) => count(companies) },
  { id: 'calls', label: 'Cuộc gọi lúc này', numeric: true, cell: ({ calls }) => count(calls) },
  { id: 'capacity', label: 'Sức chứa', numeric: true, cell: ({ capacity }) => `${count(capacity)} cuộc gọi` },
  { id: 'weight', label: 'Phần được chia', numeric: true, cell: ({ weight }) => `${count(weight)}%` },
  { id: 'sip', label: 'Địa chỉ SIP', cell: ({ sip }) => sip || '–' },
  { id: 'ws', label: 'Điện thoại trình duyệt', hidden: true, cell: ({ ws }) => ws || '–' },
];

/** The machines that run calls: how each is and what it carries; the operator empties one, or gives it another share. */
export function NodesPage() {
  const read = useRead();
  const list = useListState([]);
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const { page, search } = listQueryOf(state) as RequestOf<typeof operatedNodes>['query'];
  const answer = useQuery({
    ...read(operatedNodes, { query: { page, search } }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    select: (answered) => ({ ...answered, data: answered.data.map((node) => ({ ...node, id: node.name || '-' })) }),
  });
  const nodes = answer.data?.data ?? [];
  const chosen = nodes.find(({ id }) => id === state.id);
  const close = () => open(undefined);
  return (
    <Page title="Máy chạy cuộc gọi" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/operator/nodes"
        caption="Máy chạy cuộc gọi"
        list={list}
        answer={answer}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        searchLabel="Tìm tên máy hoặc địa chỉ"
        onOpen={({ id }) => open(id)}
        empty={
          <State drawing="empty" title="Chưa có máy nào">
            Máy hiện ở đây khi chương trình chạy cuộc gọi được bật.
          </State>
        }
      />
      <Drawer opened={chosen !== undefined} onClose={close} title={chosen === undefined ? '' : nameOfNode(chosen)}>
        {chosen && (
          <NodeForm
            key={`${chosen.id} ${chosen.weight}`}
            node={chosen}
            others={nodes.filter(isAnother(chosen))}
            onDone={close}
          />
        )}
      </Drawer>
    </Page>
  );
}

const isAnother =
  ({ name }: Node) =>
  (node: Node) =>
    node.name !== name;
