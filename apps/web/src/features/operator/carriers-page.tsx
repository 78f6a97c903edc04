import { operatedCarriers, type RequestOf, type ResultOf } from '@alo/contract';
import { Button, type Column, Drawer, IconPlus, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rangeWords } from '../../domain/routing/given-numbers.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, total } from '../../kit/format/numbers.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import { CarrierShareForm } from './carrier-share-form.tsx';
import { isOverbooked, sumWords } from './carrier-sum.ts';

type Share = ResultOf<typeof operatedCarriers>['data'][number];

const columns: readonly Column<Share>[] = [
  { id: 'company', label: 'Công ty', width: 220, cell: ({ company, ma_dn }) => `${company} (${ma_dn})` },
  { id: 'name', label: 'Nhà mạng', cell: ({ name }) => name },
  { id: 'places', label: 'Máy chủ, địa chỉ', cell: ({ places }) => places.join(', ') },
  { id: 'numbers', label: 'Số được dùng', cell: ({ numbers }) => rangeWords(numbers) },
  {
    id: 'max_calls',
    label: 'Kênh',
    numeric: true,
    cell: ({ max_calls: most }) => (most === null ? 'Không hạn chế' : count(most)),
  },
  {
    id: 'carrier',
    label: 'Đã giao / nhà mạng có',
    numeric: true,
    cell: (row) => <Given {...row} />,
  },
  { id: 'username', label: 'Tài khoản', hidden: true, cell: ({ username }) => username || '–' },
  {
    id: 'active',
    label: 'Tình trạng',
    onCard: (row) => <Standing {...row} />,
    cell: (row) => <Standing {...row} />,
  },
];

/** What each company was given of the operator's carriers: numbers, channels, an account. */
export function CarriersPage() {
  const read = useRead();
  const list = useListState([]);
  const { state, open } = list;
  const [adding, setAdding] = useState(false);
  // Words of the address; the server parses them again and refuses what makes no sense.
  const { page, search } = listQueryOf(state) as RequestOf<typeof operatedCarriers>['query'];
  const answer = useQuery({
    ...read(operatedCarriers, { query: { page, search } }),
    placeholderData: keepPreviousData,
  });
  const chosen = answer.data?.data.find(({ id }) => id === state.id);
  const close = () => {
    setAdding(false);
    open(undefined);
  };
  const add = (
    <Button look="primary" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      Giao nhà mạng
    </Button>
  );
  const isBare = answer.data?.total === 0 && state.search === '';
  return (
    <Page title="Nhà mạng được giao" count={answer.data && total(answer.data)} actions={!isBare && add}>
      <ListSurface
        name="/operator/carriers"
        caption="Nhà mạng được giao"
        list={list}
        answer={answer}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        searchLabel="Tìm công ty hoặc nhà mạng"
        onOpen={({ id }) => open(id)}
        empty={
          <State drawing="empty" title="Chưa giao nhà mạng nào" action={isBare && add}>
            Giao cho một công ty các số, số kênh và tài khoản của công ty ấy trên đường truyền của bạn.
          </State>
        }
      />
      <Drawer
        opened={adding || chosen !== undefined}
        onClose={close}
        title={adding ? 'Giao nhà mạng' : chosen === undefined ? '' : `${chosen.name}, ${chosen.company}`}
      >
        {adding && <CarrierShareForm known={answer.data?.data ?? []} onSaved={close} />}
        {chosen && (
          <CarrierShareForm
            key={`${chosen.id} ${chosen.version}`}
            known={answer.data?.data ?? []}
            share={chosen}
            onSaved={close}
          />
        )}
      </Drawer>
    </Page>
  );
}

/** Of the whole carrier, for all companies. */
function Given({ carrier_given: given, carrier_unlimited: unlimited, carrier_calls: channels }: Share) {
  const sum = { given, unlimited, channels };
  return isOverbooked(sum) ? <Status tone="paused">{sumWords(sum)}</Status> : sumWords(sum);
}

function Standing({ active, trunks }: Share) {
  if (!active) return <Status tone="offline">Đã ngừng giao</Status>;
  if (trunks === 0) return <Status tone="paused">Chưa có đường truyền</Status>;
  return <Status tone="ready">{count(trunks)} đường truyền</Status>;
}
