import type { WatchedAgent, WatchedCall } from '@alo/contract';
import { type Column, DataTable, Status } from '@alo/ui';
import { useMemo } from 'react';

import { groupedPhone } from '../../shared/format/phone.ts';
import { useOwnExtension } from '../../shared/session/me.ts';
import { Since } from './clock.tsx';
import { Supervise } from './supervise.tsx';
import { directionWords, stageWords, whoIs } from './words.tsx';

/** Every call that goes on, the longest first. */
export function Calls({ calls, agents }: { calls: readonly WatchedCall[]; agents: readonly WatchedAgent[] }) {
  const own = useOwnExtension();
  const modes = useMemo(() => ownModes(agents, own), [agents, own]);
  const rows = calls.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  return (
    <DataTable
      caption="Cuộc gọi đang diễn ra"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      actions={(call) =>
        call.agents
          .filter(({ state }) => state !== 'ringing')
          .map((agent) => (
            <Supervise key={agent.extension} callId={call.id} {...agent} mode={modes.get(agent.extension)} />
          ))
      }
    />
  );
}

/** In which way one is with whom. */
const ownModes = (agents: readonly WatchedAgent[], own: string) =>
  new Map(
    agents.flatMap(({ extension, supervisors }) => {
      const mode = supervisors.find((one) => one.extension === own)?.mode;
      return mode === undefined ? [] : [[extension, mode]];
    }),
  );

const columns: Column<WatchedCall>[] = [
  { id: 'who', label: 'Khách hàng', cell: (call) => whoIs(call) },
  {
    id: 'stage',
    label: 'Trạng thái',
    // Where somebody waits says more than that they do; the queue has a column.
    cell: ({ stage, doing, queue }) => (
      <Status tone={stageWords[stage].tone}>
        {stage === 'waiting' && queue === null ? doing : stageWords[stage].word}
      </Status>
    ),
  },
  { id: 'since', label: 'Đã', numeric: true, cell: ({ since }) => <Since at={since} /> },
  {
    id: 'agents',
    label: 'Nhân viên',
    cell: ({ agents }) => agents.map(({ name, extension }) => name || extension).join(', ') || '–',
  },
  { id: 'queue', label: 'Hàng đợi', cell: ({ queue }) => queue?.name ?? '–' },
  {
    id: 'number',
    label: 'Số khách',
    cell: ({ name, number }) => (name === '' ? '–' : groupedPhone(number) || '–'),
  },
  {
    id: 'dialled',
    label: 'Số đã gọi',
    cell: ({ dialled, dialled_name: name }) => <span title={name}>{groupedPhone(dialled) || '–'}</span>,
  },
  { id: 'direction', label: 'Loại', cell: ({ direction }) => directionWords[direction] },
  { id: 'whole', label: 'Từ đầu', numeric: true, cell: ({ started_at: at }) => <Since at={at} /> },
];
