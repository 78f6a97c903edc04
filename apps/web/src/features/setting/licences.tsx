import { featureLabels, licenceStates, paymentCheck } from '@alo/contract';
import { AfterDelay, Quiet, Skeleton, Stack, Status, type StatusTone } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { date } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from '../../resource/page/form-parts.module.css';

const tones = { active: 'ready', ending: 'paused', expired: 'bad' } as const satisfies Record<
  keyof typeof licenceStates,
  StatusTone
>;

const labelOf = (name: string) => Object.entries(featureLabels).find(([known]) => known === name)?.[1] ?? name;

/** What the company has, until when, and what ends soon. */
export function Licences() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(paymentCheck, {}));
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <AfterDelay>
        <Skeleton width="100%" height={120} />
      </AfterDelay>
    );
  }
  return (
    <Stack gap={18} narrow>
      {data.trial_until !== null && <p>Công ty đang dùng thử đến {date(data.trial_until)}.</p>}
      {data.data.length === 0 && <Quiet size="body">Công ty chưa đăng ký tính năng nào.</Quiet>}
      {data.data.length > 0 && (
        <ul className={styles.rows}>
          {data.data.map(({ feature_name_data: names, date_expired: until, days_left: left, state }) => (
            <li key={`${names.join()} ${until}`}>
              <span>
                {names.map(labelOf).join(', ')}
                <br />
                <Quiet as="span">
                  {state === 'expired' ? `Hết hạn từ ${date(until)}` : `Đến ${date(until)}, còn ${count(left)} ngày`}
                </Quiet>
              </span>
              <Status tone={tones[state]}>{licenceStates[state]}</Status>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
