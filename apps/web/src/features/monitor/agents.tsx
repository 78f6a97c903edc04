import type { WatchedAgent, WatchedQueue } from '@alo/contract';
import { type Column, DataTable, type Sorting, Status } from '@alo/ui';
import { useCallback } from 'react';
import { Since, Until } from '../../kit/clock/server-clock.tsx';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useOwnExtension } from '../../kit/me/me.ts';
import { AgentActions } from './agent-actions.tsx';
import { sorted } from './board-view.ts';
import styles from './monitor.module.css';
import { useFirst } from './more.tsx';
import { Supervise } from './supervise.tsx';
import { useSameQueues } from './use-same-queues.ts';
import { agentWords, directionWords, supervisionWords, whoIs } from './words.tsx';

/** Who does what, and since when: whoever has a call first. */
export function AgentsNow({
  agents,
  queues,
  sorting,
  onSort,
}: {
  agents: readonly WatchedAgent[];
  queues: readonly WatchedQueue[];
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting | undefined) => void;
}) {
  const own = useOwnExtension();
  const { first, more } = useFirst(sorted(agents, sorting), 'người');
  const places = useSameQueues(queues);
  // The same function as long as it does the same: rows that did not change are not drawn again.
  const actions = useCallback(
    ({ call, state, extension, name, supervisors }: WatchedAgent) => (
      <>
        {call !== null && !call.supervising && (state === 'talking' || state === 'held') && (
          <Supervise
            callId={call.id}
            extension={extension}
            name={name}
            mode={supervisors.find((one) => one.extension === own)?.mode}
            queues={places}
          />
        )}
        <AgentActions extension={extension} name={name} state={state} />
      </>
    ),
    [own, places],
  );
  return (
    <>
      <DataTable
        caption="Nhân viên"
        columns={columns}
        rows={first}
        rowId={extensionOf}
        sorting={sorting}
        onSort={onSort}
        actions={actions}
      />
      {more}
    </>
  );
}

const extensionOf = ({ extension }: WatchedAgent) => extension;

const columns: Column<WatchedAgent>[] = [
  { id: 'name', label: 'Nhân viên', sortable: true, cell: ({ name }) => name },
  {
    id: 'state',
    label: 'Trạng thái',
    sortable: true,
    cell: ({ state, note }) => (
      <Status tone={agentWords[state].tone}>
        {agentWords[state].word}
        {note !== '' && <span className={styles.beside}>{note}</span>}
      </Status>
    ),
  },
  {
    id: 'since',
    label: 'Đã bao lâu',
    numeric: true,
    sortable: true,
    cell: ({ since, until }) => (until === null ? <Since at={since} /> : <Until at={until} />),
  },
  {
    id: 'with',
    label: 'Đang với',
    // The number of whoever has a name stands in the list of calls: here it would be cut.
    cell: ({ call }) => (call === null || (call.name === '' && call.number === '') ? '–' : whoIs(call)),
  },
  { id: 'extension', label: 'Máy nhánh', sortable: true, cell: ({ extension }) => extension },
  {
    id: 'direction',
    label: 'Loại · đầu số',
    cell: ({ call }) =>
      call === null ? (
        '–'
      ) : (
        <>
          {directionWords[call.direction]}
          {call.hotline !== '' && <span className={styles.beside}>{groupedPhone(call.hotline)}</span>}
        </>
      ),
  },
  {
    id: 'place',
    label: 'Nhóm',
    cell: ({ team, department }) => [team?.name, department?.name].filter(Boolean).join(' · ') || '–',
  },
  {
    id: 'supervisors',
    label: 'Giám sát',
    cell: ({ supervisors }) =>
      supervisors.map(({ name, extension, mode }) => `${name || extension} ${supervisionWords[mode]}`).join(', ') ||
      '–',
  },
];
