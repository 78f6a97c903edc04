import {
  companyShares,
  limitOf,
  limitsOfShares,
  mapShares,
  operatedShares,
  type RequestOf,
  type ResultOf,
  type ShareName,
  setShare,
  sharesOfAll,
} from '@alo/contract';
import { Actions, Button, type Column, Drawer, NumberField, Stack, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { bytes, count, total } from '../../kit/format/numbers.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import styles from './operator.module.css';

type Share = ResultOf<typeof operatedShares>['data'][number];

const gigabyte = 1024 ** 3;
/** It changes without anybody's doing. */
const againMs = 15_000;

const columns: readonly Column<Share>[] = [
  { id: 'name', label: 'Công ty', width: 210, cell: ({ name, ma_dn }) => `${name} (${ma_dn})` },
  { id: 'calls', label: 'Cuộc gọi lúc này', numeric: true, cell: (row) => <Used share="calls" row={row} /> },
  { id: 'rows', label: 'Dòng dữ liệu', numeric: true, cell: (row) => <Used share="rows" row={row} /> },
  { id: 'bytes', label: 'Dung lượng', numeric: true, cell: (row) => <Used share="bytes" row={row} /> },
  {
    id: 'jobs',
    label: 'Việc nền',
    numeric: true,
    cell: ({ used, most_jobs: most }) =>
      `${most === null ? count(used.jobs ?? 0) : `${count(used.jobs ?? 0)} / ${count(most)}`} chạy, ${count(used.waiting_jobs ?? 0)} chờ`,
  },
  { id: 'letters', label: 'Thư hôm nay', numeric: true, cell: (row) => <Used share="letters" row={row} /> },
  { id: 'deliveries', label: 'Webhook chờ', numeric: true, cell: (row) => count(row.deliveries_waiting) },
  { id: 'refused', label: 'Bị từ chối 24 giờ', cell: (row) => <Refused {...row} /> },
];

/** What each company uses of what runs out, those first that press most; the operator sets how much each may have. */
export function SharesPage() {
  const read = useRead();
  const list = useListState([]);
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const { page, search } = listQueryOf(state) as RequestOf<typeof operatedShares>['query'];
  const answer = useQuery({
    ...read(operatedShares, { query: { page, search } }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });
  const chosen = answer.data?.data.find(({ id }) => id === state.id);
  const close = () => open(undefined);
  return (
    <Page title="Phần được cấp" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/operator/shares"
        caption="Phần được cấp của các công ty"
        list={list}
        answer={answer}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        searchLabel="Tìm công ty hoặc mã"
        onOpen={({ id }) => open(id)}
        empty={<State drawing="empty" title="Chưa có công ty nào" />}
      />
      <Drawer opened={chosen !== undefined} onClose={close} title={chosen?.name ?? ''}>
        {chosen && <Limits key={`${chosen.id} ${chosen.version}`} share={chosen} onSaved={close} />}
      </Drawer>
    </Page>
  );
}

/** Where this much of a share is used it is marked. */
const muchOf = 0.8;

/** So much of the share is used, of so much that the company may have; what every company has is said, too. */
function Used({ share, row }: { share: ShareName; row: Share }) {
  const words = share === 'bytes' ? bytes : count;
  const used = row.used[share];
  const most = row[limitOf(share)] ?? companyShares[share].usual;
  const text = used === null ? '–' : words(used);
  if (most === null) return text;
  const both = `${text} / ${words(most)}`;
  if (used === null || used < most * muchOf) return both;
  return <Status tone={used >= most ? 'bad' : 'paused'}>{both}</Status>;
}

function Refused({ refused, unrecorded_since: since }: Share) {
  if (since !== null) return <Status tone="bad">Đã dừng ghi âm</Status>;
  return refused === 0 ? '0' : <Status tone="paused">{count(refused)} lần</Status>;
}

/** In the order of the form. */
const groups: readonly { readonly title: string; readonly shares: readonly ShareName[] }[] = [
  { title: 'Cuộc gọi', shares: ['calls', 'bots', 'blocked'] },
  { title: 'Dữ liệu', shares: ['rows', 'bytes', 'letters', 'messages'] },
  { title: 'Làm việc cùng lúc', shares: ['requests', 'uploads', 'sounds', 'sockets'] },
  { title: 'Việc nền', shares: ['jobs', 'waiting_jobs', 'automations', 'mailed_reports', 'report_links'] },
  { title: 'Kết nối với hệ thống khác', shares: ['webhooks', 'deliveries', 'event_sockets'] },
];

/** Bytes are typed as gigabytes. */
const sizeOf = (share: ShareName) => (share === 'bytes' ? gigabyte : 1);

function Limits({ share: row, onSaved }: { share: Share; onSaved: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { props, values, set, errors, busy } = useContractForm({
    schema: setShare.body,
    values: mapShares((share) => {
      const most = row[limitOf(share)];
      return most === null ? null : Math.max(1, Math.round(most / sizeOf(share)));
    }),
    body: (typed) => ({
      version: row.version,
      ...limitsOfShares((share) => {
        const most = typed[share];
        return most === null ? null : most * sizeOf(share);
      }),
    }),
    send: (body) => api(setShare, { params: { id: row.id }, body }),
    onRefused: (error) => {
      if (error instanceof ApiProblem && error.code === 'conflict') void invalidate(operatedShares);
      return undefined;
    },
    saved: `Đã lưu ${row.name}`,
    onSaved: () => {
      onSaved();
      return invalidate(operatedShares);
    },
  });
  return (
    <Stack as="form" {...props} gap={18} narrow>
      <p>
        Để trống thì như mọi công ty. Có hiệu lực ngay; công ty vượt phần được cấp được báo lý do tại chỗ và trong nhật
        ký của họ, mỗi giờ một lần.
      </p>
      {groups.map(({ title, shares }) => (
        <Stack key={title} gap={14}>
          <h2 className={styles.subject}>{title}</h2>
          {shares.map((share) => (
            <NumberField
              key={share}
              label={labelOf(share)}
              hint={
                <>
                  Đang dùng <Used share={share} row={row} />. {hintOf(share)}
                </>
              }
              placeholder={usualOf(share)}
              value={values[share]}
              error={errors[limitOf(share)]}
              onChange={(most) => set({ [share]: most })}
            />
          ))}
        </Stack>
      ))}
      <Stack gap={8}>
        <h2 className={styles.subject}>Như nhau với mọi công ty</h2>
        <p>
          {Object.values(sharesOfAll)
            .map(({ label, floor }) => `${label} (mỗi công ty chắc chắn có ${count(floor)})`)
            .join(', ')}
          : chia theo lượt, để không công ty nào chiếm hết một tiến trình.
        </p>
      </Stack>
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </Actions>
    </Stack>
  );
}

const labelOf = (share: ShareName) =>
  share === 'bytes' ? `${companyShares.bytes.label} (GB)` : companyShares[share].label;

const usualOf = (share: ShareName) => {
  const { usual } = companyShares[share];
  return usual === null ? 'Không hạn chế' : count(usual);
};

/** What it is, and what is its own whatever others take. */
function hintOf(share: ShareName): string {
  const { meaning, floor } = companyShares[share];
  return floor === null ? meaning : `${meaning} Luôn chắc chắn có ${count(floor)}.`;
}
