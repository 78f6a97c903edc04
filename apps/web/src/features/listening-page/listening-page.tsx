import { callDirections, hearListeningLink, openListeningLink, type ResultOf } from '@alo/contract';
import { Button, Fact, Facts, IconPlayerPlay, Logo } from '@alo/ui';
import { useEffect, useState } from 'react';

import { DeadLink } from '../../domain/links/dead-link.tsx';
import type { StrangerProps } from '../../domain/links/mount-stranger.tsx';
import { isDeadLink, useOpened, useStrangersApi } from '../../domain/links/use-opened.ts';
import type { Api } from '../../kit/api/client.ts';
import { explain } from '../../kit/api/problem.ts';
import { playsOpus } from '../../kit/browser/plays-opus.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime, minutesSeconds } from '../../kit/format/time.ts';
import styles from './listening-page.module.css';

type Opened = ResultOf<typeof openListeningLink>;

/** /recording: one recording for whoever has a link to it, without signing in. The token stands behind the #. */
export function ListeningPage({ config, token }: StrangerProps) {
  const api = useStrangersApi(config);
  const { opened, trouble, setTrouble } = useOpened((its) => api(openListeningLink, { body: { token: its } }), token);
  return (
    <main className={styles.page}>
      <title>Ghi âm cuộc gọi · Alô</title>
      <Logo size={28} />
      {trouble !== undefined && (
        <>
          <h1 className="alo-unseen">Ghi âm cuộc gọi</h1>
          <DeadLink error={trouble} unopened="Chưa mở được ghi âm">
            Liên kết đã hết hạn hoặc bị thu hồi, hoặc ghi âm không còn. Hãy xin người gửi một liên kết mới.
          </DeadLink>
        </>
      )}
      {trouble === undefined && opened === undefined && <output aria-label="Đang tải" />}
      {trouble === undefined && opened !== undefined && (
        <Recording api={api} token={token} opened={opened} onDead={setTrouble} />
      )}
    </main>
  );
}

function Recording({
  api,
  token,
  opened: { company, started_at: at, direction, number, seconds, expires_at: until },
  onDead,
}: {
  api: Api;
  token: string;
  opened: Opened;
  onDead: (error: unknown) => void;
}) {
  const [source, setSource] = useState<string>();
  const [isFetching, setIsFetching] = useState(false);
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    if (source === undefined) return;
    return () => URL.revokeObjectURL(source);
  }, [source]);
  /** Fetched when somebody wants to hear it: hearing stands in the trail. */
  const hear = async () => {
    setIsFetching(true);
    setTrouble(undefined);
    try {
      const answer = await api.file(hearListeningLink, { body: { token, as: playsOpus() ? 'kept' : 'wav' } });
      setSource(URL.createObjectURL(await answer.blob()));
    } catch (error) {
      if (isDeadLink(error)) onDead(error);
      else setTrouble(error);
    } finally {
      setIsFetching(false);
    }
  };
  return (
    <>
      <header>
        <p className={styles.about}>{company}</p>
        <h1>Ghi âm cuộc gọi</h1>
      </header>
      <section className={styles.card} aria-label="Cuộc gọi">
        <Facts>
          <Fact name="Bắt đầu">{dateTime(at)}</Fact>
          <Fact name="Loại">{callDirections[direction]}</Fact>
          {number !== '' && <Fact name="Số của khách">{groupedPhone(number)}</Fact>}
          <Fact name="Thời lượng">{minutesSeconds(seconds)}</Fact>
        </Facts>
        {source === undefined ? (
          <Button look="primary" icon={<IconPlayerPlay aria-hidden />} busy={isFetching} onClick={() => void hear()}>
            Nghe ghi âm
          </Button>
        ) : (
          <audio className={styles.sound} src={source} controls autoPlay aria-label="Ghi âm cuộc gọi">
            <track kind="captions" />
          </audio>
        )}
        {trouble !== undefined && <p role="alert">{explain(trouble).text}</p>}
      </section>
      <p className={styles.about}>
        Liên kết nghe được đến {dateTime(until)}. Mỗi lần mở và nghe đều được công ty ghi lại.
      </p>
    </>
  );
}
