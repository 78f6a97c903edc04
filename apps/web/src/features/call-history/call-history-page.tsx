import {
  type CallRow,
  callDirections,
  callStatuses,
  exportHistoriesCall,
  historiesCall,
  type RequestOf,
} from '@alo/contract';
import { ChoiceList, FilterChip, State, Status, TextField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useRead } from '../../shared/api/queries.ts';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { ListSurface } from '../../shared/list/list-surface.tsx';
import { useLiveState } from '../../shared/live/use-live.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay } from '../../shared/session/me.ts';
import { listQueryOf, useListState } from '../../shared/url/list-state.ts';
import { callColumns } from './call-columns.tsx';
import { CallDrawer } from './call-drawer.tsx';
import styles from './call-history.module.css';
import { statusTones } from './call-words.ts';
import { DateRangeChip } from './date-range-chip.tsx';
import { useLiveCalls } from './use-live-calls.ts';

const filterNames = ['from', 'to', 'direction', 'status', 'extension'];

const directionChoices = Object.entries(callDirections).map(([value, label]) => ({ value, label }));
const statusChoices = (Object.entries(callStatuses) as [CallRow['status'], string][]).map(([value, word]) => ({
  value,
  word,
  label: <Status tone={statusTones[value]}>{word}</Status>,
}));

/** /call-history: every conversation, newest first, as it happens. */
export default function CallHistoryPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filterNames);
  const { state, setFilters, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof historiesCall>['query'];
  const answer = useQuery({ ...read(historiesCall, { query }), placeholderData: keepPreviousData });
  useLiveCalls();
  const { data } = answer;
  const { from, to, direction, status, extension } = state.filters;

  return (
    <Page
      title="Lịch sử cuộc gọi"
      count={data && `${data.total.toLocaleString('vi-VN')}${data.total_capped ? '+' : ''}`}
      actions={<LiveMark />}
    >
      <ListSurface
        name="/call-history"
        caption="Lịch sử cuộc gọi"
        list={list}
        answer={answer}
        columns={callColumns}
        searchLabel="Tìm tên hoặc số điện thoại"
        chips={
          <>
            <DateRangeChip from={from} to={to} onChange={(range) => setFilters({ ...range })} />
            <FilterChip
              label="Loại"
              value={directionChoices.find((each) => each.value === direction)?.label}
              onClear={() => setFilters({ direction: undefined })}
            >
              {(close) => (
                <ChoiceList
                  label="Loại"
                  choices={directionChoices}
                  value={direction}
                  onChoose={(value) => {
                    setFilters({ direction: value });
                    close();
                  }}
                />
              )}
            </FilterChip>
            <FilterChip
              label="Kết quả"
              value={statusChoices.find((each) => each.value === status)?.word}
              onClear={() => setFilters({ status: undefined })}
            >
              {(close) => (
                <ChoiceList
                  label="Kết quả"
                  choices={statusChoices}
                  value={status}
                  onChoose={(value) => {
                    setFilters({ status: value });
                    close();
                  }}
                />
              )}
            </FilterChip>
            <FilterChip label="Máy nhánh" value={extension} onClear={() => setFilters({ extension: undefined })}>
              {(close) => (
                <form
                  onSubmit={(event) => {
                    event.preventDefault();
                    const typed = new FormData(event.currentTarget).get('extension');
                    if (typeof typed === 'string') setFilters({ extension: typed.trim() });
                    close();
                  }}
                >
                  <TextField
                    name="extension"
                    label="Số máy nhánh"
                    hint="Nhấn Enter để lọc"
                    inputMode="numeric"
                    defaultValue={extension}
                    autoComplete="off"
                  />
                </form>
              )}
            </FilterChip>
          </>
        }
        tools={
          may(exportHistoriesCall.access) && (
            <ExportMenu endpoint={exportHistoriesCall} query={listQueryOf(state)} name="lich-su-cuoc-goi" />
          )
        }
        onOpen={(call) => open(call.id)}
        empty={
          <State drawing="empty" title="Chưa có cuộc gọi nào">
            Cuộc gọi đầu tiên sẽ hiện ở đây ngay khi nó bắt đầu.
          </State>
        }
      />
      <CallDrawer id={state.id} rows={data?.data ?? []} onOpen={open} />
    </Page>
  );
}

/** Whether the list follows what happens. */
function LiveMark() {
  const open = useLiveState() === 'open';
  return (
    <Status tone={open ? 'ready' : 'offline'} className={styles.live ?? ''}>
      {open ? 'Trực tiếp' : 'Đang nối lại…'}
    </Status>
  );
}
