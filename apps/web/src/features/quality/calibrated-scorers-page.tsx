import { calibratedScorers, type ScorerHistory } from '@alo/contract';
import { buttonClass, Chart, Stack, State } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { biasText } from '../../domain/quality/calibration-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { dayOfIso, isoDay } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './quality.module.css';

/** /calibrated-scorers: how each who scores has agreed with the others and with what is held right, over time. */
export default function CalibratedScorersPage() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(calibratedScorers, {}));
  return (
    <Page
      title="Đồng thuận của người chấm"
      actions={
        <Link to="/calibrations" className={buttonClass('quiet')}>
          Mọi buổi
        </Link>
      }
    >
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.data.length === 0 && (
        <Surface padded>
          <State drawing="empty" title="Chưa có buổi nào đóng">
            Sau mỗi buổi hiệu chuẩn, ai chấm khớp với người khác, ai chặt, ai rộng được ghi ở đây.
          </State>
        </Surface>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Stack>
          {data.data.map((one) => (
            <Surface key={one.account_id} padded>
              <Scorer of={one} />
            </Surface>
          ))}
        </Stack>
      )}
    </Page>
  );
}

function Scorer({ of }: { of: ScorerHistory }) {
  return (
    <section aria-label={of.name} className={styles.scorer}>
      <p>
        {[
          `${count(of.sessions)} buổi`,
          `khớp người khác ${share(of.agreed, of.pairs)}`,
          `khớp chuẩn ${share(of.right_ones, of.compared)}`,
          of.bias !== null && biasText(of.bias),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Chart
        title={of.name}
        column="Buổi"
        summary={`Tỷ lệ khớp của ${of.name} với người khác qua các buổi hiệu chuẩn`}
        categories={of.latest.map(({ name, closed_at: at }) => `${dayOfIso(isoDay(at))} ${name}`)}
        series={[
          {
            name: 'Khớp người khác',
            look: 'main',
            values: of.latest.map(({ pairs, agreed }) => (pairs === 0 ? 0 : (100 * agreed) / pairs)),
          },
        ]}
        whole={100}
        format={percent}
      />
    </section>
  );
}
