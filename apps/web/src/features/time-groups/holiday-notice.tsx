import { holidays, timeGroupsNow, updateHolidays } from '@alo/contract';
import {
  Button,
  Dialog,
  DialogActions,
  IconButton,
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  Skeleton,
} from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { useMay } from '../../kit/me/me.ts';
import { within } from '../../resource/fields/problems.ts';
import { rows } from '../../resource/fields/rows.tsx';
import { text } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';
import styles from './hours-field.module.css';

type Day = { date: string; name: string };

const daysField = rows<Day>(
  'Ngày nghỉ',
  { date: day('Ngày'), name: text('Tên ngày') },
  { noun: 'ngày nghỉ', most: 366 },
);

/** Which holidays there are, above the list of hours that leave them out. */
export function HolidayNotice() {
  const read = useRead();
  const thisYear = Number(useToday().slice(0, 4));
  const [year, setYear] = useState<number>();
  const { data } = useQuery(read(holidays, { params: { year: thisYear } }));
  return (
    <div className={styles.notice}>
      <span>
        Ngày lễ {thisYear}:{' '}
        {data === undefined ? '…' : `${data.days.length} ngày, ${data.own ? 'đã chỉnh riêng' : 'theo lịch Việt Nam'}`}
      </span>
      <Button size="sm" icon={<IconCalendar aria-hidden />} onClick={() => setYear(thisYear)}>
        Lịch nghỉ lễ
      </Button>
      {year !== undefined && <HolidayDialog year={year} onYear={setYear} onClose={() => setYear(undefined)} />}
    </div>
  );
}

function HolidayDialog({
  year,
  onYear,
  onClose,
}: {
  year: number;
  onYear: (year: number) => void;
  onClose: () => void;
}) {
  const read = useRead();
  const { data } = useQuery(read(holidays, { params: { year } }));
  return (
    <Dialog opened onClose={onClose} title="Lịch nghỉ lễ" width={640} place="top">
      <div className={styles.holidays}>
        <div className={styles.year}>
          <IconButton label="Năm trước" onClick={() => onYear(year - 1)}>
            <IconChevronLeft aria-hidden />
          </IconButton>
          Năm {year}
          <IconButton label="Năm sau" onClick={() => onYear(year + 1)}>
            <IconChevronRight aria-hidden />
          </IconButton>
        </div>
        {data === undefined ? (
          <Skeleton width="100%" height={200} />
        ) : (
          <HolidayForm key={`${year} ${data.own}`} {...data} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function HolidayForm({
  year,
  days,
  own,
  suggested,
  onClose,
}: {
  year: number;
  days: Day[];
  own: boolean;
  suggested: Day[];
  onClose: () => void;
}) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const mayChange = useMay()(updateHolidays.access);
  const [draft, setDraft] = useState<Day[]>(days);
  const save = useMutation({
    mutationFn: (wanted: Day[] | null) => api(updateHolidays, { params: { year }, body: { days: wanted } }),
    onSuccess: async () => {
      await invalidate(holidays, timeGroupsNow);
      toasts.show({ kind: 'success', text: `Đã lưu lịch nghỉ lễ ${year}` });
      onClose();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  const wrong = save.error instanceof ApiProblem ? within(save.error.body.fields, 'days') : {};
  return (
    <>
      <p>
        {own
          ? 'Công ty đã chỉnh riêng năm này.'
          : 'Tính theo lịch Việt Nam, Tết và Giỗ Tổ theo âm lịch. Sửa nếu công ty nghỉ khác.'}
      </p>
      <daysField.Control
        name="days"
        label={daysField.label}
        hint={undefined}
        problems={wrong}
        required={false}
        disabled={!mayChange}
        value={draft}
        onChange={(next) => setDraft(next ?? [])}
        onBlur={() => undefined}
      />
      {mayChange && (
        <DialogActions>
          <Button onClick={() => setDraft(suggested)}>Điền theo lịch Việt Nam</Button>
          {own && (
            <Button busy={save.isPending} onClick={() => save.mutate(null)}>
              Bỏ chỉnh riêng
            </Button>
          )}
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate(draft)}>
            Lưu lịch nghỉ
          </Button>
        </DialogActions>
      )}
    </>
  );
}
