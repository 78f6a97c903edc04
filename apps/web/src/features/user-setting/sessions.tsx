import { endMyOtherSessions, endMySession, mySessions, type OwnSession } from '@alo/contract';
import { AfterDelay, Button, Quiet, Skeleton, Stack, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { deviceOf } from '../../kit/format/device-words.ts';
import { dateTime } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from '../../resource/page/form-parts.module.css';
import { given, useProof } from './use-proof.tsx';

/** Where one is signed in, to be ended from here. */
export function Sessions() {
  const { api, toasts } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const { data, error, refetch } = useQuery(read(mySessions, {}));

  const { dialog, prove } = useProof();

  const act = async (work: (body: ReturnType<typeof given>) => Promise<unknown>, done: string) => {
    const isDone = await prove((password) => work(given(password)));
    if (isDone) toasts.show({ kind: 'success', text: done });
    await invalidate(mySessions);
  };

  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <AfterDelay>
        <Skeleton width="100%" height={120} />
      </AfterDelay>
    );
  }
  return (
    <Stack gap={28}>
      <ul className={styles.rows}>
        {data.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() =>
              void act((body) => api(endMySession, { params: { id: session.id }, body }), 'Đã đăng xuất phiên đó')
            }
          />
        ))}
      </ul>
      {data.data.length > 1 && (
        <div>
          <Button
            look="danger-quiet"
            onClick={() => void act((body) => api(endMyOtherSessions, { body }), 'Đã đăng xuất nơi khác')}
          >
            Đăng xuất mọi nơi khác
          </Button>
        </div>
      )}
      {dialog}
    </Stack>
  );
}

const SessionRow = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => (
  <li>
    <span>
      {deviceOf(session.user_agent)}
      <br />
      <Quiet as="span">
        Mạng {session.network} · đăng nhập {dateTime(session.created_at)} · dùng lần cuối{' '}
        {dateTime(session.last_seen_at)}
      </Quiet>
    </span>
    {session.current ? (
      <Status tone="ready">Phiên này</Status>
    ) : (
      <Button size="sm" onClick={onEnd} aria-label={`Đăng xuất ${deviceOf(session.user_agent)}`}>
        Đăng xuất
      </Button>
    )}
  </li>
);
