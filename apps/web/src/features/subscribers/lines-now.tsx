import { callStatuses, linesNow, type ResultOf } from '@alo/contract';
import { Skeleton, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { stateWords } from '../../domain/presence/presence.ts';
import { useRead } from '../../kit/api/queries.ts';
import { deviceOf } from '../../kit/format/device-words.ts';
import { dateTime } from '../../kit/format/time.ts';
import styles from './lines.module.css';

type Line = ResultOf<typeof linesNow>['data'][number];

const LinesNow = createContext<{ lines: ReadonlyMap<string, Line> | undefined; failed: boolean }>({
  lines: undefined,
  failed: false,
});

/** That a desk phone’s registration has run out nobody tells. */
const lookAgainMs = 30_000;

/** What the lines that are shown do at this moment. */
export function AroundLines({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const read = useRead();
  const { data, error } = useQuery({
    ...read(linesNow, { query: { ids: ids.toSorted().join(',') } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });
  const known = { lines: data && new Map(data.data.map((one) => [one.id, one])), failed: error !== null };
  return <LinesNow value={known}>{children}</LinesNow>;
}

function Known({ id, children }: { id: string; children: (line: Line) => ReactNode }) {
  const { lines, failed } = use(LinesNow);
  const line = lines?.get(id);
  if (line === undefined) return failed ? <span>Chưa rõ</span> : <Skeleton width={90} />;
  return children(line);
}

export const LineState = ({ id }: { id: string }) => (
  <Known id={id}>{({ state }) => <Status tone={stateWords[state].tone}>{stateWords[state].word}</Status>}</Known>
);

/** How many phones of which kind, in few words. */
export const LinePhones = ({ id }: { id: string }) => (
  <Known id={id}>
    {(line) => {
      const desk = line.desk_phones.filter(({ registered }) => registered);
      const browsers = browsersOf(line);
      const words = [
        ...(browsers > 0 ? [browsers === 1 ? 'Trình duyệt' : `${browsers} trình duyệt`] : []),
        ...desk.map(({ name }) => name),
      ];
      return words.length > 0 ? words.join(', ') : '–';
    }}
  </Known>
);

export const LastCall = ({ id }: { id: string }) => (
  <Known id={id}>
    {({ last_call: last }) =>
      last === null ? (
        '–'
      ) : (
        <Link to="/call-history" search={{ id: last.id }}>
          {dateTime(last.at)} · {directions[last.direction]}
        </Link>
      )
    }
  </Known>
);

const directions = { inbound: 'gọi vào', outbound: 'gọi ra', internal: 'nội bộ' } as const;

/** Of those that are registered, what is no desk phone is a browser. */
const browsersOf = ({ phones, desk_phones: desk }: Line): number =>
  Math.max(0, phones - desk.filter(({ registered }) => registered).length);

/** Where the line can be reached and since when, in the row’s drawer. */
export const LineDetails = ({ id }: { id: string }) => (
  <Known id={id}>
    {(line) => (
      <section className={styles.now} aria-label="Lúc này">
        <h2>Lúc này</h2>
        <p>
          <LineState id={id} />
        </p>
        {line.browsers.length > 0 && (
          <>
            <h3>Trình duyệt {browsersOf(line) === 0 ? '(đã đăng nhập, điện thoại chưa đăng ký)' : ''}</h3>
            <ul>
              {line.browsers.map(({ user_agent: agent, since }) => (
                <li key={`${since}${agent}`}>
                  {deviceOf(agent)}, từ {dateTime(since)}
                </li>
              ))}
            </ul>
          </>
        )}
        {line.desk_phones.length > 0 && (
          <>
            <h3>Điện thoại bàn</h3>
            <ul>
              {line.desk_phones.map(({ id: device, name, registered, address, last_seen_at: seen }) => (
                <li key={device}>
                  <Link to="/devices" search={{ id: device }}>
                    {name}
                  </Link>{' '}
                  <Status tone={registered ? 'ready' : 'offline'}>{registered ? 'Đã đăng ký' : 'Chưa đăng ký'}</Status>{' '}
                  {[address, seen === null ? '' : `thấy lúc ${dateTime(seen)}`].filter(Boolean).join(' · ')}
                </li>
              ))}
            </ul>
          </>
        )}
        {line.last_call !== null && (
          <p>
            Cuộc gọi gần nhất: <LastCall id={id} /> · {callStatuses[line.last_call.status]}
          </p>
        )}
      </section>
    )}
  </Known>
);
