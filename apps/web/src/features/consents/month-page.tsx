import { lawFigures, lawSheet, lawSheetFile, type ResultOf } from '@alo/contract';
import { Button, ChoiceList, type Column, DataTable, FilterChip, IconDownload, Menu, TableSkeleton } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { count } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './consents.module.css';

type Line = ResultOf<typeof lawSheet>['lines'][number];

const whole = (words: string) => <span className={styles.whole}>{words}</span>;

/** What comes out of the month's own figures stands below them, as a part of them. */
const columns: readonly Column<Line>[] = [
  {
    id: 'figure',
    label: 'Chỉ tiêu',
    cell: ({ figure }) => whole(lawFigures[figure]),
  },
  {
    id: 'value',
    label: 'Số liệu',
    numeric: true,
    width: 110,
    cell: ({ value }) => (value === null ? 'Chưa có' : count(value)),
  },
  { id: 'article', label: 'Căn cứ', width: 300, cell: ({ article }) => whole(article) },
  {
    id: 'formula',
    label: 'Cách tính',
    onCard: ({ formula }) => whole(formula),
    cell: ({ formula }) => whole(formula),
  },
];

/** The months that somebody may ask for: this one and the two years before it. */
const monthsUpTo = (today: string): { value: string; label: string }[] => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 25 }, (_, before) => {
    const at = year * 12 + month - 1 - before;
    const [y, m] = [Math.floor(at / 12), String((at % 12) + 1).padStart(2, '0')];
    return { value: `${y}-${m}`, label: `Tháng ${m}/${y}` };
  });
};

/** /consents/month: what the authority asks after of a month, each line with its article. */
export default function MonthPage() {
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const today = useToday();
  const asked = (useSearch({ strict: false }) as { month?: string }).month; // The server refuses what is no month.
  const month = asked ?? today.slice(0, 7);
  const months = monthsUpTo(today);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(lawSheet, { query: { month } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Phiếu tháng theo luật" actions={may(lawSheetFile.access) && <Files month={month} />}>
      <Surface>
        <div className={styles.chips}>
          <FilterChip
            label="Kỳ"
            value={months.find(({ value }) => value === month)?.label ?? month}
            onClear={asked === undefined ? undefined : () => void navigate({ to: '.', search: {} })}
          >
            {(close) => (
              <ChoiceList
                label="Kỳ"
                choices={months}
                value={month}
                onChoose={(chosen) => {
                  void navigate({ to: '.', search: { month: chosen } });
                  close();
                }}
              />
            )}
          </FilterChip>
        </div>
        {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <TableSkeleton columns={columns} />}
        {data !== undefined && (
          <>
            <DataTable
              caption="Phiếu tháng theo luật"
              columns={columns}
              rows={data.lines}
              rowId={({ figure }) => figure}
              stale={isPlaceholderData}
            />
            <p className={styles.note}>
              Đếm từ các dòng đang có: dữ liệu đã xoá theo yêu cầu hay hết hạn giữ không còn trong đó. Danh sách từ chối
              nạp gần nhất: {data.list_at === null ? 'chưa nạp lần nào' : dateTime(data.list_at)}.
            </p>
          </>
        )}
      </Surface>
    </Page>
  );
}

function Files({ month }: { month: string }) {
  const { api, toasts } = useConsole();
  const [busy, setBusy] = useState(false);
  const take = async (format: 'pdf' | 'xlsx') => {
    setBusy(true);
    try {
      await saveFile(await api.file(lawSheetFile, { query: { month, format } }), `phieu-thang-${month}.${format}`);
      toasts.show({ kind: 'success', text: 'Đã xuất tệp, xem trong thư mục tải về' });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      entries={[
        { key: 'pdf', label: 'PDF', hint: 'Để in, ký và nộp', onSelect: () => void take('pdf') },
        { key: 'xlsx', label: 'Excel (.xlsx)', hint: 'Để mở và sửa bằng Excel', onSelect: () => void take('xlsx') },
      ]}
    >
      <Button look="primary" icon={<IconDownload aria-hidden />} busy={busy}>
        <span>Tải phiếu</span>
      </Button>
    </Menu>
  );
}
