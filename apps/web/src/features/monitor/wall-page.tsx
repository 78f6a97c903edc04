import { openWall, type ResultOf } from '@alo/contract';
import { useEffect, useState } from 'react';

import { DeadLink } from '../../domain/links/dead-link.tsx';
import type { StrangerProps } from '../../domain/links/mount-stranger.tsx';
import { isDeadLink, useStrangersApi } from '../../domain/links/use-opened.ts';
import { AheadContext, aheadOf, useServerTime } from '../../kit/clock/server-clock.tsx';
import { clock } from '../../kit/format/time.ts';
import { waitingIn } from './board-view.ts';
import styles from './monitor.module.css';
import { WallFigures } from './wall-figures.tsx';

type Wall = ResultOf<typeof openWall>;

/** A screen that a link leads asks again after so long, in milliseconds: one that was withdrawn goes dark by then. */
const askEvery = 3000;

interface Seen {
  readonly wall: Wall;
  /** When it came, by this computer's clock. */
  readonly at: number;
}

/** /wall: the big screen of the monitor for a television, without signing in. The token stands behind the #. */
export function WallPage({ config, token }: StrangerProps) {
  const api = useStrangersApi(config);
  const [seen, setSeen] = useState<Seen>();
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const wall = await api(openWall, { body: { token } });
        if (!isHere) return;
        setSeen({ wall, at: Date.now() });
        setTrouble(undefined);
      } catch (error) {
        if (!isHere) return;
        setTrouble(error);
        // Withdrawn or expired: what stood there is taken away, and nothing is asked any more.
        if (isDeadLink(error)) return setSeen(undefined);
      }
      timer = setTimeout(() => void ask(), askEvery);
    };
    void ask();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [api, token]);

  if (seen === undefined) {
    return (
      <main className={styles['wall-dark']}>
        <title>Màn hình lớn · Alô</title>
        <h1 className="alo-unseen">Màn hình lớn</h1>
        {trouble === undefined ? (
          <output aria-label="Đang tải" />
        ) : (
          <DeadLink error={trouble} unopened="Chưa mở được màn hình">
            Liên kết đã hết hạn hoặc bị thu hồi, hoặc người tạo không còn quyền xem. Hãy xin một liên kết mới.
          </DeadLink>
        )}
      </main>
    );
  }
  return (
    <AheadContext value={aheadOf(seen.wall.at, seen.at)}>
      <Shown wall={seen.wall} isLate={trouble !== undefined} />
    </AheadContext>
  );
}

function Shown({ wall, isLate }: { wall: Wall; isLate: boolean }) {
  const now = useServerTime();
  const { name, company, at, queues, today, calls, states, level_percent: target } = wall;
  return (
    <main className={styles.wall}>
      <title>{`${name} · ${company}`}</title>
      <header className={styles['wall-head']}>
        <h1>
          {name} <span className={styles.aside}>{company}</span>
        </h1>
        {isLate && (
          <span className={styles['wall-late']} role="status">
            Mất kết nối, đang thử lại. Số liệu lúc {clock(Date.parse(at))}
          </span>
        )}
        <span>{clock(now)}</span>
      </header>
      <WallFigures totals={{ ...waitingIn(queues), calls, by: states }} queues={queues} today={today} target={target} />
    </main>
  );
}
