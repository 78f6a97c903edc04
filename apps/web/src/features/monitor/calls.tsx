import type { WatchedAgent, WatchedCall, WatchedQueue } from '@alo/contract';
import { type Column, DataTable, IconAlertTriangle, Status } from '@alo/ui';
import { useCallback, useState } from 'react';
import { wrongWords } from '../../domain/calls/sound-words.ts';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { Since } from '../../kit/clock/server-clock.tsx';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useOwnExtension } from '../../kit/me/me.ts';
import styles from './monitor.module.css';
import { useFirst } from './more.tsx';
import { MoveButton } from './move-button.tsx';
import { Supervise } from './supervise.tsx';
import { useSameQueues } from './use-same-queues.ts';
import { directionWords, stageWords, whoIs } from './words.tsx';

/** Every call that goes on, the longest first. */
export function Calls({
  calls,
  agents,
  queues,
}: {
  calls: readonly WatchedCall[];
  agents: readonly WatchedAgent[];
  queues: readonly WatchedQueue[];
}) {
  const own = useOwnExtension();
  const modesNow = ownModes(agents, own);
  const [modes, setModes] = useState(modesNow);
  if (!isSame(modes, modesNow)) setModes(modesNow);
  const places = useSameQueues(queues);
  // The same function as long as it does the same: rows that did not change are not drawn again.
  const actions = useCallback(
    (call: WatchedCall) => (
      <>
        {call.agents
          .filter(({ state }) => state !== 'ringing')
          .map(({ extension, name }) => (
            <Supervise
              key={extension}
              callId={call.id}
              extension={extension}
              name={name}
              mode={modes.get(extension)}
              queues={places}
            />
          ))}
        {call.waits && <MoveButton callId={call.id} who={whoIs(call)} queues={places} />}
      </>
    ),
    [modes, places],
  );
  const { first, more } = useFirst(
    calls.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at)),
    'cuộc gọi',
  );
  return (
    <>
      <DataTable caption="Cuộc gọi đang diễn ra" columns={columns} rows={first} rowId={idOf} actions={actions} />
      {more}
    </>
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

const isSame = (some: ReturnType<typeof ownModes>, others: ReturnType<typeof ownModes>) =>
  some.size === others.size && [...some].every(([extension, mode]) => others.get(extension) === mode);

const idOf = ({ id }: WatchedCall) => id;

/** The call sounds poor at the moment, and on whose line. */
function PoorSound({ poor }: { poor: WatchedCall['poor_sound'] }) {
  const words = poor.map(
    ({ extension, name, ...sound }) => `${extension === '' ? 'khách' : name || extension}: ${wrongWords(sound)}`,
  );
  return (
    <span className={styles.poor} title={words.join('; ')}>
      <IconAlertTriangle size={15} aria-hidden />
      Âm thanh kém
    </span>
  );
}

const columns: Column<WatchedCall>[] = [
  {
    id: 'who',
    label: 'Khách hàng',
    cell: (call) => (call.name === '' && call.number !== '' ? <PhoneNumber number={call.number} /> : whoIs(call)),
  },
  {
    id: 'stage',
    label: 'Trạng thái',
    // Where somebody waits says more than that they do; the queue has a column.
    cell: ({ stage, doing, queue, poor_sound: poor }) => (
      <>
        <Status tone={stageWords[stage].tone}>
          {stage === 'waiting' && queue === null ? doing : stageWords[stage].word}
        </Status>
        {poor.length > 0 && <PoorSound poor={poor} />}
      </>
    ),
  },
  { id: 'since', label: 'Đã bao lâu', numeric: true, cell: ({ since }) => <Since at={since} /> },
  {
    id: 'agents',
    label: 'Nhân viên',
    cell: ({ agents }) => agents.map(({ name, extension }) => name || extension).join(', ') || '–',
  },
  { id: 'queue', label: 'Hàng đợi', cell: ({ queue }) => queue?.name ?? '–' },
  {
    id: 'number',
    label: 'Số khách',
    cell: ({ name, number }) => (name === '' ? '–' : <PhoneNumber number={number} />),
  },
  {
    id: 'dialled',
    label: 'Số đã gọi',
    cell: ({ dialled, dialled_name: name }) => <span title={name}>{groupedPhone(dialled) || '–'}</span>,
  },
  { id: 'direction', label: 'Loại', cell: ({ direction }) => directionWords[direction] },
  { id: 'whole', label: 'Từ đầu', numeric: true, cell: ({ started_at: at }) => <Since at={at} /> },
];
