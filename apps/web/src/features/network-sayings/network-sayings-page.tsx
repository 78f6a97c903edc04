import {
  type NetworkMeaning,
  type NetworkSaying,
  nameNetworkSaying,
  networkMeanings,
  networkSayingSound,
  networkSayings,
} from '@alo/contract';
import { SelectField, Skeleton, Status } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './network-sayings.module.css';

const choices = Object.entries(networkMeanings).map(([value, label]) => ({ value, label }));
const isMeaning = (value: string): value is NetworkMeaning => Object.hasOwn(networkMeanings, value);

/** /network-sayings: what carriers say instead of an answer; whoever listens names it once, for all calls. */
export default function NetworkSayingsPage() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(networkSayings, {}));
  const unnamed = data?.data.filter(({ meaning }) => meaning === null).length ?? 0;
  return (
    <Page title="Thông báo của nhà mạng" count={data && `${data.data.length} thông báo, ${unnamed} chưa đặt nghĩa`}>
      <p className={styles.purpose}>
        Những câu nhà mạng phát thay cho người nghe máy, tổng đài nhận ra bằng âm thanh. Nghe một lần rồi chọn nghĩa:
        mọi cuộc gọi nghe câu ấy, cả 90 ngày trước, hiện đúng kết quả trong lịch sử, và chiến dịch không gọi lại số
        không đúng. Máy chủ âm thanh Asterisk không nghe được đoạn này: cuộc gọi qua nó vẫn ghi như nhà mạng trả về.
      </p>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={320} />}
      {data?.data.length === 0 && (
        <p className={styles.none}>
          Chưa có thông báo nào được nghe từ hai lần trở lên. Gọi ra như thường: câu nào lặp lại sẽ hiện ở đây.
        </p>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Surface>
          <ul className={styles.list}>
            {data.data.map((saying) => (
              <SayingRow key={saying.id} saying={saying} />
            ))}
          </ul>
        </Surface>
      )}
    </Page>
  );
}

function SayingRow({ saying }: { saying: NetworkSaying }) {
  const { id, meaning, like, heard, numbers, examples, trunks, last_at: lastAt, has_sound: hasSound } = saying;
  const { api } = useConsole();
  const may = useMay()(nameNetworkSaying.access);
  const words = `${count(heard)} cuộc, ${count(numbers)} số`;
  return (
    <li>
      <div className={styles.heard}>
        {hasSound && (
          <FilePlayer
            label={`Nghe thông báo: ${words}`}
            load={() => api.file(networkSayingSound, { params: { id } })}
          />
        )}
        <div className={styles.words}>
          <span className={styles.counted}>
            {words} · {like === 'music' ? 'nghe như nhạc' : 'lời nói'} {count(Math.round(saying.seconds))} giây
          </span>
          <span className={styles.more}>
            {trunks.length > 0 && `${trunks.join(', ')} · `}
            {examples.map(groupedPhone).join(', ')} · gần nhất <Moment brief at={lastAt} />
          </span>
          {!hasSound && <span className={styles.more}>Nghe được khi đã gặp ở ít nhất 3 số khác nhau</span>}
        </div>
      </div>
      <div className={styles.meaning}>
        {may ? (
          <Meaning saying={saying} />
        ) : meaning === null ? (
          <Status tone="paused">Chưa đặt nghĩa</Status>
        ) : (
          networkMeanings[meaning]
        )}
      </div>
    </li>
  );
}

function Meaning({ saying: { id, version, meaning } }: { saying: NetworkSaying }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const name = useMutation({
    mutationFn: (chosen: NetworkMeaning | null) =>
      api(nameNetworkSaying, { params: { id }, body: { version, meaning: chosen } }),
    onSuccess: ({ meaning: now }) =>
      toasts.show({ kind: 'success', text: now === null ? 'Đã bỏ nghĩa' : `Đã đặt: ${networkMeanings[now]}` }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    // Somebody else may have named it meanwhile.
    onSettled: () => invalidate(networkSayings),
  });
  return (
    <SelectField
      label="Nghĩa là"
      placeholder="Chưa đặt nghĩa"
      choices={choices}
      value={meaning}
      disabled={name.isPending}
      onChange={(value) => name.mutate(value !== null && isMeaning(value) ? value : null)}
    />
  );
}
