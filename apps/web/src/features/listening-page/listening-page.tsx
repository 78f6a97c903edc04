import { type ConsoleConfig, callDirections, hearListeningLink, openListeningLink, type ResultOf } from '@alo/contract';
import { Button, Fact, Facts, IconPlayerPlay, Logo, State } from '@alo/ui';
import { useEffect, useState } from 'react';

import { type Api, createApi } from '../../kit/api/client.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { playsOpus } from '../../kit/browser/plays-opus.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime, minutesSeconds } from '../../kit/format/time.ts';
import styles from './listening-page.module.css';

type Opened = ResultOf<typeof openListeningLink>;

/** /recording: one recording for whoever has a link to it, without signing in. The token stands behind the #. */
export function ListeningPage({ config, token }: { config: ConsoleConfig; token: string }) {
  const [api] = useState(() =>
    createApi({
      config,
      credentials: () => ({ token: undefined, tenantCode: undefined }),
      onExpired: () => undefined,
    }),
  );
  const [opened, setOpened] = useState<Opened>();
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    let isHere = true;
    api(openListeningLink, { body: { token } }).then(
      (found) => isHere && setOpened(found),
      (error: unknown) => isHere && setTrouble(error),
    );
    return () => {
      isHere = false;
    };
  }, [api, token]);
  return (
    <main className={styles.page}>
      <title>Ghi âm cuộc gọi · Alô</title>
      <Logo size={28} />
      {trouble !== undefined && <Dead error={trouble} />}
      {trouble === undefined && opened === undefined && <output aria-label="Đang tải" />}
      {trouble === undefined && opened !== undefined && (
        <Recording api={api} token={token} opened={opened} onDead={setTrouble} />
      )}
    </main>
  );
}

const isDead = (error: unknown): boolean => error instanceof ApiProblem && error.status === 410;

function Dead({ error }: { error: unknown }) {
  return (
    <>
      <h1 className="alo-unseen">Ghi âm cuộc gọi</h1>
      <State drawing="lost" title={isDead(error) ? 'Liên kết này không còn mở được' : 'Chưa mở được ghi âm'}>
        {isDead(error)
          ? 'Liên kết đã hết hạn hoặc bị thu hồi, hoặc ghi âm không còn. Hãy xin người gửi một liên kết mới.'
          : explain(error).text}
      </State>
    </>
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
      if (isDead(error)) onDead(error);
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
