import { allTeam, copyRoster, queueAll, type RosterEntry, roster, setRoster } from '@alo/contract';
import {
  AfterDelay,
  Button,
  IconButton,
  IconChevronLeft,
  IconChevronRight,
  later as laterLoaded,
  Quiet,
  SelectField,
  Skeleton,
  Stack,
  State,
} from '@alo/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { count } from '../../kit/format/numbers.ts';
import { dayOfIso } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import { ByRoster } from './by-roster.tsx';
import { Brushes, Grid, type Painted, placeOf } from './grid.tsx';
import styles from './roster.module.css';
import { type Brush, later, mondayOf } from './roster-words.ts';
import { SwapsToApprove } from './swaps-to-approve.tsx';

const Coverage = lazy(async () => ({ default: (await laterLoaded(() => import('./coverage-part.tsx'))).Coverage }));

/** /roster: who works which shift on the days of a week, of a queue, a team or everybody, and whether they are enough. */
export default function RosterPage() {
  const read = useRead();
  const may = useMay();
  const today = useToday();
  const navigate = useNavigate();
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const asked = useSearch({ strict: false }) as { week?: string; queue_id?: string; team_id?: string; day?: string };
  const week = mondayOf(/^\d{4}-\d{2}-\d{2}$/.test(asked.week ?? '') ? (asked.week ?? today) : today);
  const { queue_id: queue, team_id: team } = asked;
  const go = (change: Partial<Record<'week' | 'queue_id' | 'team_id' | 'day', string | undefined>>) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries({ ...asked, ...change }).filter(([, set]) => set !== undefined)),
    });

  const { data: queues } = useQuery(read(queueAll, {}));
  const { data: teams } = useQuery(read(allTeam, {}));
  const query = { week, ...(queue !== undefined && { queue_id: queue }), ...(team !== undefined && { team_id: team }) };
  const answer = useQuery({ ...read(roster, { query }), placeholderData: keepPreviousData });
  const { data } = answer;

  /** What was painted and is not read again yet. */
  const [pending, setPending] = useState<ReadonlyMap<string, Painted>>(new Map());
  const [chosen, setBrush] = useState<Brush | null>(null);
  const save = useMutation({
    mutationFn: (cells: readonly Painted[]) => api(setRoster, { body: { entries: [...cells] } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: async (_answer, _error, cells) => {
      await invalidate(roster);
      setPending((now) => new Map([...now].filter(([, cell]) => !cells.includes(cell))));
    },
  });
  const { mutate } = save;
  const paint = useCallback(
    (cells: readonly Painted[]) => {
      setPending((now) => new Map([...now, ...cells.map((cell) => [placeOf(cell), cell] as const)]));
      mutate(cells);
    },
    [mutate],
  );
  const copy = useMutation({
    mutationFn: () =>
      api(copyRoster, {
        body: { from: week, to: later(week, 7), queue_id: queue ?? null, team_id: team ?? null },
      }),
    onSuccess: async ({ copied }) => {
      toasts.show({
        kind: copied === 0 ? 'info' : 'success',
        text: copied === 0 ? 'Tuần sau không còn chỗ trống nào để chép' : `Đã chép ${count(copied)} ca sang tuần sau`,
      });
      await invalidate(roster);
      go({ week: later(week, 7), day: undefined });
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });

  const entries = useMemo(() => {
    const all = new Map<string, RosterEntry>(data?.entries.map((entry) => [placeOf(entry), entry]));
    for (const [place, cell] of pending) {
      if (cell.kind === 'none') all.delete(place);
      else all.set(place, cell);
    }
    return all;
  }, [data, pending]);

  const mayEdit = may(setRoster.access);
  const brush: Brush =
    chosen ?? (data?.shifts[0] === undefined ? { kind: 'leave' } : { kind: 'shift', shift: data.shifts[0] });
  const isOfWeek = (of: string | undefined) => of !== undefined && of >= week && of <= later(week, 6);
  const day = isOfWeek(asked.day) ? (asked.day ?? week) : isOfWeek(today) ? today : week;

  return (
    <Page title="Lịch trực">
      <Stack>
        <Surface padded>
          <div className={styles.choose}>
            <SelectField
              label="Hàng đợi"
              choices={(queues?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              loading={queues === undefined}
              placeholder="Mọi người"
              value={queue ?? null}
              onChange={(id) => go({ queue_id: id ?? undefined })}
            />
            <SelectField
              label="Nhóm"
              choices={(teams?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              loading={teams === undefined}
              placeholder="Mọi nhóm"
              value={team ?? null}
              onChange={(id) => go({ team_id: id ?? undefined })}
            />
            <div className={styles.week}>
              <IconButton label="Tuần trước" onClick={() => go({ week: later(week, -7), day: undefined })}>
                <IconChevronLeft aria-hidden />
              </IconButton>
              <span aria-live="polite">{`${dayOfIso(week)} – ${dayOfIso(later(week, 6))}`}</span>
              <IconButton label="Tuần sau" onClick={() => go({ week: later(week, 7), day: undefined })}>
                <IconChevronRight aria-hidden />
              </IconButton>
              {week !== mondayOf(today) && (
                <Button size="sm" look="quiet" onClick={() => go({ week: undefined, day: undefined })}>
                  Tuần này
                </Button>
              )}
            </div>
            {mayEdit && data !== undefined && data.shifts.length > 0 && (
              <Button busy={copy.isPending} onClick={() => copy.mutate()}>
                Chép sang tuần sau
              </Button>
            )}
          </div>
        </Surface>
        {mayEdit && <SwapsToApprove />}
        {answer.error !== null && data === undefined ? (
          <LoadFailed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : data === undefined ? (
          <AfterDelay>
            <output aria-label="Đang đọc lịch trực">
              <Skeleton width="100%" height={320} />
            </output>
          </AfterDelay>
        ) : data.shifts.length === 0 ? (
          <State
            drawing="empty"
            title="Chưa có ca làm việc nào"
            action={
              <WayOn to="/shift/add" access="shifts.create">
                Thêm ca làm việc
              </WayOn>
            }
          >
            Có ca rồi thì ở đây xếp được ai làm ca nào ngày nào.
          </State>
        ) : data.people.length === 0 ? (
          <State drawing="empty" title="Không có nhân viên nào">
            Hàng đợi hay nhóm này chưa có nhân viên nào có tài khoản mà bạn xem được.
          </State>
        ) : (
          <>
            {queue !== undefined && data.by_roster !== null && <ByRoster queue={queue} week={data} entries={entries} />}
            <Surface padded>
              {mayEdit && (
                <>
                  <Brushes shifts={data.shifts} brush={brush} onChoose={setBrush} />
                  <Quiet>
                    Bấm hoặc kéo chuột qua các ô để xếp. Bằng bàn phím: mũi tên để đi, phím số để xếp ca, P là nghỉ
                    phép, Delete để bỏ trống. Lưu ngay khi xếp.
                  </Quiet>
                </>
              )}
              <Grid
                week={data}
                entries={entries}
                brush={mayEdit ? brush : null}
                onPaint={paint}
                onDay={queue === undefined ? undefined : (of) => go({ day: of })}
                day={day}
              />
            </Surface>
            {queue === undefined ? (
              <Quiet>Chọn một hàng đợi để xem từng nửa giờ thiếu hay dư người.</Quiet>
            ) : (
              <Suspense>
                <Coverage queue={queue} day={day} week={data} entries={entries} today={today} />
              </Suspense>
            )}
          </>
        )}
      </Stack>
    </Page>
  );
}
