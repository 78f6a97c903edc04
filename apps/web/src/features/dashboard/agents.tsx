import { type dashboard, headOf, ownFigures, type ResultOf } from '@alo/contract';
import { type Column, DataTable, State, Status } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { stateWords } from '../../domain/presence/presence.ts';
import { Until } from '../../kit/clock/server-clock.tsx';
import { count } from '../../kit/format/numbers.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './dashboard.module.css';

type Agent = ResultOf<typeof dashboard>['agents'][number];

const columns: readonly Column<Agent>[] = [
  {
    id: 'name',
    label: 'Nhân viên',
    cell: ({ extension, name }) => (
      <>
        <Link to="/call-history" search={{ extension }} className={styles.agent}>
          {name}
        </Link>
        <span className={styles.extension}>{extension}</span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'Trạng thái',
    cell: ({ state, note, until }) => (
      <Status tone={stateWords[state].tone}>
        {stateWords[state].word}
        {note !== '' && <span className={styles.beside}>{note}</span>}
        {until !== null && (
          <span className={styles.beside}>
            <Until at={until} />
          </span>
        )}
      </Status>
    ),
  },
  { id: 'answered', label: headOf(ownFigures.answered), numeric: true, cell: ({ answered }) => count(answered) },
  {
    id: 'rang_unanswered',
    label: headOf(ownFigures.rang_unanswered),
    numeric: true,
    cell: ({ rang_unanswered: rang }) => count(rang),
  },
  {
    id: 'talk',
    label: headOf(ownFigures.talk_seconds),
    numeric: true,
    cell: ({ talk_seconds: talk }) => minutesSeconds(talk),
  },
];

/** Who is at the phones, now and over the day. */
export function DayOfAgents({ agents }: { agents: readonly Agent[] }) {
  return (
    <Surface>
      <div className={styles.title}>
        <h2>Nhân viên</h2>
        <p className={styles.aside}>{summary(agents)}</p>
      </div>
      {agents.length === 0 ? (
        <State drawing="empty" title="Chưa có ai có máy nhánh">
          Nhân viên được gán máy nhánh sẽ hiện ở đây cùng trạng thái trực tiếp.
        </State>
      ) : (
        <DataTable caption="Nhân viên" columns={columns} rows={agents} rowId={({ extension }) => extension} />
      )}
    </Surface>
  );
}

function summary(agents: readonly Agent[]): string {
  const how = (...states: Agent['state'][]) => count(agents.filter(({ state }) => states.includes(state)).length);
  const mute = agents.filter(({ state }) => state === 'no-microphone' || state === 'no-telephone').length;
  return [
    `${how('ready')} sẵn sàng · ${how('talking', 'ringing')} đang có cuộc gọi`,
    `${how('wrapping-up')} sau cuộc gọi · ${how('paused')} nghỉ · ${how('queues-paused')} tạm dừng · ${how('offline')} ngoại tuyến`,
    ...(mute === 0 ? [] : [`${count(mute)} thiếu micro hoặc máy`]),
  ].join(' · ');
}
