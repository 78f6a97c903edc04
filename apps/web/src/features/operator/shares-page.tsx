import { operatedShares, type RequestOf, type ResultOf, setShare } from '@alo/contract';
import { Actions, Button, type Column, Drawer, NumberField, Pair, Stack, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { bytes, count, total } from '../../kit/format/numbers.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';

type Share = ResultOf<typeof operatedShares>['data'][number];

const gigabyte = 1024 ** 3;
/** It changes without anybody's doing. */
const againMs = 15_000;

const columns: readonly Column<Share>[] = [
  { id: 'name', label: 'Công ty', width: 260, cell: ({ name, ma_dn }) => `${name} (${ma_dn})` },
  {
    id: 'calls',
    label: 'Cuộc gọi lúc này',
    numeric: true,
    cell: ({ calls, most_calls }) => <Used used={calls} most={most_calls} words={count} />,
  },
  {
    id: 'rows',
    label: 'Dòng dữ liệu',
    numeric: true,
    cell: (row) => <Used used={row.rows} most={row.most_rows} words={count} />,
  },
  {
    id: 'bytes',
    label: 'Ghi âm, âm thanh',
    numeric: true,
    cell: (row) => <Used used={row.bytes} most={row.most_bytes} words={bytes} />,
  },
  {
    id: 'jobs',
    label: 'Việc nền',
    numeric: true,
    cell: ({ jobs_running: running, jobs_waiting: waiting, most_jobs: most }) =>
      `${most === null ? count(running) : `${count(running)} / ${count(most)}`} chạy, ${count(waiting)} chờ`,
  },
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

function Used({ used, most, words }: { used: number | null; most: number | null; words: (n: number) => string }) {
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

function Limits({ share, onSaved }: { share: Share; onSaved: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { props, values, set, errors, busy } = useContractForm({
    schema: setShare.body,
    values: {
      calls: share.most_calls,
      rows: share.most_rows,
      gigabytes: share.most_bytes === null ? null : Math.max(1, Math.round(share.most_bytes / gigabyte)),
      requests: share.most_requests,
      jobs: share.most_jobs,
      deliveries: share.most_deliveries,
      letters: share.most_letters,
    },
    body: ({ calls, rows, gigabytes, requests, jobs, deliveries, letters }) => ({
      version: share.version,
      most_calls: calls,
      most_rows: rows,
      most_bytes: gigabytes === null ? null : gigabytes * gigabyte,
      most_requests: requests,
      most_jobs: jobs,
      most_deliveries: deliveries,
      most_letters: letters,
    }),
    send: (body) => api(setShare, { params: { id: share.id }, body }),
    onRefused: (error) => {
      if (error instanceof ApiProblem && error.code === 'conflict') void invalidate(operatedShares);
      return undefined;
    },
    saved: `Đã lưu ${share.name}`,
    onSaved: () => {
      onSaved();
      return invalidate(operatedShares);
    },
  });
  return (
    <Stack as="form" {...props} gap={18} narrow>
      <p>Để trống nếu không hạn chế. Công ty vượt phần được cấp được báo lý do tại chỗ và trong nhật ký của họ.</p>
      <NumberField
        label="Cuộc gọi cùng lúc"
        value={values.calls}
        error={errors['most_calls']}
        onChange={(calls) => set({ calls })}
      />
      <NumberField
        label="Dòng dữ liệu"
        hint="Khách hàng và các danh mục; không tính cuộc gọi."
        value={values.rows}
        error={errors['most_rows']}
        onChange={(rows) => set({ rows })}
      />
      <NumberField
        label="Dung lượng ghi âm và âm thanh (GB)"
        hint="Khi đầy, cuộc gọi vẫn chạy nhưng không ghi âm; chuông của công ty báo."
        value={values.gigabytes}
        error={errors['most_bytes']}
        onChange={(gigabytes) => set({ gigabytes })}
      />
      <NumberField
        label="Yêu cầu cùng lúc"
        hint="Số yêu cầu của nhân viên và phần mềm được trả lời cùng lúc; nhiều hơn thì chờ. Dù để trống, công ty nào cũng chia lượt với các công ty khác."
        value={values.requests}
        error={errors['most_requests']}
        onChange={(requests) => set({ requests })}
      />
      <Pair>
        <NumberField
          label="Việc nền cùng lúc"
          value={values.jobs}
          error={errors['most_jobs']}
          onChange={(jobs) => set({ jobs })}
        />
        <NumberField
          label="Webhook gửi cùng lúc"
          value={values.deliveries}
          error={errors['most_deliveries']}
          onChange={(deliveries) => set({ deliveries })}
        />
      </Pair>
      <NumberField
        label="Thư mỗi ngày"
        hint="Lời mời, liên kết đăng nhập và thư báo lời nhắn, gửi từ máy chủ thư của bạn."
        value={values.letters}
        error={errors['most_letters']}
        onChange={(letters) => set({ letters })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </Actions>
    </Stack>
  );
}
