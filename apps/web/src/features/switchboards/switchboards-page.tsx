import { featureLabels, type ResultOf, switchboard, trunkStates } from '@alo/contract';
import { AfterDelay, Skeleton, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../kit/api/queries.ts';
import { bytes, count } from '../../kit/format/numbers.ts';
import { date, dateTime } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { CopyField } from '../../resource/page/copy-field.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import type { Place } from '../../resource/screen/addresses.ts';
import styles from './switchboards.module.css';

type Board = ResultOf<typeof switchboard>;

/** Registrations run out, and trunks come and go, without a word. */
const lookAgainMs = 30_000;

/** The switchboard at one glance, each part with the way on to its own page. */
export function SwitchboardsPage() {
  const read = useRead();
  const { data, error, refetch } = useQuery({ ...read(switchboard, {}), refetchInterval: lookAgainMs });
  return (
    <Page title="Tổng quan tổng đài" count={data?.name}>
      {error !== null && data === undefined && (
        <Surface>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </Surface>
      )}
      {error === null && data === undefined && (
        <AfterDelay>
          <output aria-label="Đang tải tổng quan tổng đài">
            <Surface>
              <div className={styles.parts}>
                {['health', 'doors', 'phones', 'trunks', 'limits', 'recordings'].map((part) => (
                  <div key={part} className={styles.part}>
                    <Skeleton width={140} height={16} />
                    <Skeleton width="80%" />
                    <Skeleton width="70%" />
                    <Skeleton width="60%" />
                  </div>
                ))}
              </div>
            </Surface>
          </output>
        </AfterDelay>
      )}
      {data !== undefined && <Parts board={data} />}
    </Page>
  );
}

const Parts = ({ board }: { board: Board }) => (
  <Surface>
    <div className={styles.parts}>
      <Health board={board} />
      <Doors board={board} />
      <Phones board={board} />
      {board.trunks !== null && <Trunks trunks={board.trunks} />}
      {board.limits !== null && <Limits board={board} limits={board.limits} />}
      {board.recordings !== null && <Recordings recordings={board.recordings} />}
    </div>
  </Surface>
);

function Part({ title, to, way, children }: { title: string; to?: Place; way?: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {to !== undefined && <Link to={to}>{way}</Link>}
      </header>
      {children}
    </section>
  );
}

const Figures = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.figures}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function Health({ board: { running, draining, calls_now: calls, trunks } }: { board: Board }) {
  const down = trunks?.filter(({ enabled, state }) => enabled && state === 'down').length ?? 0;
  return (
    <Part title="Tình trạng">
      <Figures
        rows={[
          [
            'Bộ máy tích hợp',
            <Status key="engine" tone={running ? 'ready' : 'bad'}>
              {running ? 'Đang chạy' : 'Không chạy'}
              {draining && ', không nhận cuộc gọi mới'}
            </Status>,
          ],
          ['Cuộc gọi đang diễn ra', count(calls)],
          ...(trunks === null
            ? []
            : [
                [
                  'Đường truyền',
                  <Status key="trunks" tone={down > 0 ? 'bad' : 'ready'}>
                    {down > 0 ? `${count(down)} mất kết nối` : 'Không có sự cố'}
                  </Status>,
                ] as const,
              ]),
        ]}
      />
    </Part>
  );
}

const Doors = ({ board: { domain, doors } }: { board: Board }) => (
  <Part title="Địa chỉ cho điện thoại">
    <CopyField label="Tên miền SIP" value={domain} />
    <CopyField label="Máy chủ" value={doors.host} />
    <Figures
      rows={[
        ['UDP, TCP', doors.sip === 0 ? 'Đang tắt' : doors.sip],
        ['TLS', doors.tls === 0 ? 'Đang tắt' : doors.tls],
        ['WebSocket (WSS)', doors.wss === 0 ? 'Đang tắt' : doors.wss],
      ]}
    />
  </Part>
);

function Phones({ board: { extensions, devices, numbers } }: { board: Board }) {
  if (extensions === null && devices === null && numbers === null) return null;
  return (
    <Part title="Máy nhánh và đầu số">
      <Figures
        rows={[
          ...(extensions === null
            ? []
            : [
                [
                  'Máy nhánh',
                  <Link key="lines" to="/voices/subscribers">
                    {`${count(extensions.registered)} / ${count(extensions.all)} đang đăng ký, ${count(extensions.phones)} điện thoại`}
                  </Link>,
                ] as const,
              ]),
          ...(devices === null
            ? []
            : [
                [
                  'Điện thoại bàn',
                  <Link key="devices" to="/devices">
                    {`${count(devices.registered)} / ${count(devices.all)} đang đăng ký`}
                  </Link>,
                ] as const,
              ]),
          ...(numbers === null
            ? []
            : [
                [
                  'Hotline',
                  <Link key="hotlines" to="/etelecom/list-hotline">
                    {`${count(numbers.enabled)} / ${count(numbers.all)} đang bật`}
                  </Link>,
                ] as const,
              ]),
        ]}
      />
    </Part>
  );
}

const tones = { up: 'ready', down: 'bad', unknown: 'offline' } as const;

const Trunks = ({ trunks }: { trunks: NonNullable<Board['trunks']> }) => (
  <Part title="Đường truyền" to="/trunks" way="Quản lý đường truyền">
    {trunks.length === 0 && <p>Chưa có đường truyền nào: chưa gọi được ra ngoài.</p>}
    <ul className={styles.list}>
      {trunks.map(({ id, name, enabled, state, state_since: since, state_reason: reason, ...its }) => (
        <li key={id}>
          <Link to="/trunks" search={{ id }}>
            {name}
          </Link>
          <Status tone={enabled ? tones[state] : 'offline'}>
            {enabled ? [trunkStates[state], reason].filter(Boolean).join(': ') : 'Đang tắt'}
          </Status>
          <small>
            {since !== null && `từ ${dateTime(since)} · `}
            {count(its.calls_now)}
            {its.max_calls === null ? '' : ` / ${count(its.max_calls)}`} cuộc gọi
          </small>
        </li>
      ))}
    </ul>
  </Part>
);

const Limits = ({
  board: { calls_now: calls },
  limits: { max_calls: most, people, seats, licences },
}: {
  board: Board;
  limits: NonNullable<Board['limits']>;
}) => (
  <Part title="Hạn mức và bản quyền" to="/setting/han-muc" way="Đặt hạn mức">
    <Figures
      rows={[
        ['Cuộc gọi đồng thời', most === null ? `${count(calls)}, không giới hạn` : `${count(calls)} / ${count(most)}`],
        ['Người dùng', seats === null ? `${count(people)}, không giới hạn` : `${count(people)} / ${count(seats)}`],
        ...licences.map(({ feature, until }) => [featureLabels[feature], `đến ${date(until)}`] as const),
      ]}
    />
  </Part>
);

const diskTones = { ok: 'ready', low: 'paused', full: 'bad' } as const;
const diskWords = { ok: 'Còn chỗ', low: 'Sắp đầy', full: 'Đã đầy' } as const;

const Recordings = ({ recordings }: { recordings: NonNullable<Board['recordings']> }) => (
  <Part title="Lưu trữ ghi âm" to="/call-history" way="Lịch sử cuộc gọi">
    <Figures
      rows={[
        ['Bản ghi', count(recordings.count)],
        ['Dung lượng', bytes(recordings.bytes)],
        [
          'Chỗ trống',
          <Status key="disk" tone={diskTones[recordings.disk]}>
            {diskWords[recordings.disk]}
          </Status>,
        ],
      ]}
    />
    {recordings.disk_words !== '' && <p>{recordings.disk_words}</p>}
  </Part>
);
