import type { dashboard, ResultOf } from '@alo/contract';
import { State, Status } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { stateWords } from '../../shared/format/presence.ts';
import { minutesSeconds } from '../../shared/format/time.ts';
import { Surface } from '../../shared/page/page.tsx';
import styles from './dashboard.module.css';

type Agent = ResultOf<typeof dashboard>['agents'][number];

/** Who is at the phones, now and over the day. */
export function Agents({ agents }: { agents: readonly Agent[] }) {
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
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Nhân viên</th>
                <th scope="col" className={styles.words}>
                  Trạng thái
                </th>
                <th scope="col">Gặp</th>
                <th scope="col">Nhỡ</th>
                <th scope="col">Đàm thoại</th>
              </tr>
            </thead>
            <tbody>
              {agents.map(({ extension, name, state, answered, missed, talk_seconds: talk }) => (
                <tr key={extension}>
                  <th scope="row">
                    <Link to="/call-history" search={{ extension }} className={styles.agent}>
                      {name}
                    </Link>
                    <span className={styles.extension}>{extension}</span>
                  </th>
                  <td className={styles.words}>
                    <Status tone={stateWords[state].tone}>{stateWords[state].word}</Status>
                  </td>
                  <td>{answered}</td>
                  <td>{missed}</td>
                  <td>{minutesSeconds(talk)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Surface>
  );
}

function summary(agents: readonly Agent[]): string {
  const count = (state: Agent['state']) => agents.filter((agent) => agent.state === state).length;
  return `${count('ready')} sẵn sàng · ${count('talking') + count('ringing')} đang có cuộc gọi · ${count('paused')} nghỉ · ${count('offline')} ngoại tuyến`;
}
