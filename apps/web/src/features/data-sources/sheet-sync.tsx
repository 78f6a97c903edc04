import {
  customers,
  type dataSources,
  keepSheetSync,
  type ResultOf,
  type RowOf,
  sheetIntervals,
  sheetSyncState,
  startSheetSync,
} from '@alo/contract';
import { Actions, Button, Dialog, IconRefresh, Pair, Quiet, SelectField, Skeleton, Status } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { SheetKey } from './sheet-key.tsx';
import styles from './sheet-sync.module.css';

const ImportSteps = lazy(async () => ({
  default: (await import('../../resource/importing/import-steps.tsx')).ImportSteps,
}));

type Sync = ResultOf<typeof sheetSyncState>;
/** While it is read the state is looked at again, in milliseconds. */
const lookEvery = 2_000;
const never = 'never';
const intervals = [{ value: never, label: 'Chỉ khi bấm nút' }, ...choicesOf(sheetIntervals)];

/** A Google Sheet as a source of customers: read now, read every so often, and what came of it. */
export function SheetSync({ row }: { row: RowOf<typeof dataSources> }) {
  const read = useRead();
  const { data, error, refetch } = useQuery({
    ...read(sheetSyncState, { params: { id: row.id } }),
    refetchInterval: ({ state }) => (state.data?.going_on ? lookEvery : false),
  });
  return (
    <section className={styles.sync} aria-label="Đồng bộ Google Sheet">
      <h2>Đồng bộ</h2>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={80} />}
      {data !== undefined && (
        <>
          <LastTime sync={data} />
          <SheetActions row={row} sync={data} />
        </>
      )}
    </section>
  );
}

function LastTime({
  sync: { going_on: isGoingOn, last_at: at, last_counts: counts, last_error: error },
}: {
  sync: Sync;
}) {
  if (isGoingOn) return <Status tone="ringing">Đang đọc bảng tính…</Status>;
  if (at === null) return <Quiet>Chưa đồng bộ lần nào.</Quiet>;
  return (
    <div>
      {error === '' ? <Status tone="ready">Đã đồng bộ</Status> : <Status tone="bad">{error}</Status>}
      <Quiet>
        {dateTime(at)}
        {counts !== null &&
          ` · thêm ${count(counts.created)}, cập nhật ${count(counts.changed)}, giữ nguyên ${count(counts.same)}, lỗi ${count(counts.bad)}`}
      </Quiet>
    </div>
  );
}

function SheetActions({ row, sync }: { row: RowOf<typeof dataSources>; sync: Sync }) {
  const { api, toasts, changes } = useConsole();
  const invalidate = useInvalidate();
  const may = useMay();
  const [job, setJob] = useState<string>();
  const params = { id: row.id };
  const start = useMutation({
    mutationFn: (anew: boolean) => api(startSheetSync, { params, body: { anew } }),
    onSuccess: ({ job_id: id }) => setJob(id),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(sheetSyncState),
  });
  const keep = useMutation({
    mutationFn: (body: Pick<Sync, 'existing'> & { every_minutes: 30 | 60 | 360 | 1440 | null }) =>
      api(keepSheetSync, { params, body }),
    onSuccess: () => toasts.show({ kind: 'success', text: 'Đã lưu lịch đồng bộ' }),
    onError: (error) => {
      const [text] = Object.values(mistakesToldBy(error) ?? {});
      toasts.show({ kind: 'error', ...explain(error), ...(text !== undefined && { text }) });
    },
    onSettled: () => invalidate(sheetSyncState),
  });
  if (!may(startSheetSync.access)) return null;
  const close = () => {
    setJob(undefined);
    void invalidate(sheetSyncState);
    void changes.stale(customers.screen);
  };
  return (
    <>
      {sync.is_mapped && (
        <Pair>
          <SelectField
            label="Tự đồng bộ"
            choices={intervals}
            value={sync.every_minutes === null ? never : String(sync.every_minutes)}
            hint={sync.next_at === null ? undefined : `Lần tới: ${dateTime(sync.next_at)}`}
            disabled={keep.isPending}
            required
            onChange={(chosen) => keep.mutate({ existing: sync.existing, every_minutes: minutesOf(chosen) })}
          />
          <SelectField
            label="Khách đã có"
            choices={[
              { value: 'skip', label: 'Giữ nguyên' },
              { value: 'update', label: 'Cập nhật theo bảng tính' },
            ]}
            value={sync.existing}
            disabled={keep.isPending}
            required
            onChange={(chosen) =>
              keep.mutate({
                existing: chosen === 'update' ? 'update' : 'skip',
                every_minutes: minutesOf(String(sync.every_minutes)),
              })
            }
          />
        </Pair>
      )}
      <Actions>
        <Button
          icon={<IconRefresh aria-hidden />}
          busy={start.isPending}
          disabled={sync.going_on}
          onClick={() => start.mutate(false)}
        >
          Đồng bộ ngay
        </Button>
        {sync.is_mapped && (
          <Button disabled={sync.going_on} onClick={() => start.mutate(true)}>
            Chọn lại cột
          </Button>
        )}
      </Actions>
      <SheetKey id={row.id} email={sync.client_email} />
      {job !== undefined && (
        <Dialog opened onClose={close} title={`Đồng bộ ${row.name}`} width={720} place="top">
          <Suspense fallback={<Skeleton width="100%" height={120} />}>
            <ImportSteps
              id={job}
              again="Thử lại"
              onAgain={() => {
                setJob(undefined);
                start.mutate(false);
              }}
              onClose={close}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

function minutesOf(chosen: string | null): 30 | 60 | 360 | 1440 | null {
  switch (chosen) {
    case '30':
      return 30;
    case '60':
      return 60;
    case '360':
      return 360;
    case '1440':
      return 1440;
    default:
      return null;
  }
}
