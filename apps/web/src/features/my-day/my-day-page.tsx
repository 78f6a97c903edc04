import { myDay, ownFigures } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { dayOfIso, lasted } from '../../kit/format/time.ts';
import { useMay, useMe, useOwnExtension } from '../../kit/me/me.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import styles from './my-day.module.css';
import { OwnShifts } from './own-shifts.tsx';
import { DuePromises, ReturnCalls, WithoutOutcome } from './work.tsx';

/** /my-day: whom one has to call, of which calls nothing was said yet, and what the day has come to. */
export default function MyDayPage() {
  const { data } = useQuery(useRead()(myDay, {}));
  const me = useMe();
  const extension = useOwnExtension();
  const seesCustomers = useMay()('customer.view');
  return (
    <Page
      title="Việc của tôi"
      count={data && dayOfIso(data.date)}
      actions={
        data && extension !== '' ? (
          <Link
            to="/call-history"
            search={{ extension, from: data.date, to: data.date }}
            className={styles.more}
            aria-label="Xem cuộc gọi hôm nay của tôi"
          >
            Cuộc gọi hôm nay của tôi
          </Link>
        ) : undefined
      }
    >
      <FiguresStrip
        figures={[
          {
            name: ownFigures.answered.label,
            formula: 'Cuộc gọi hôm nay mà bạn đã nói chuyện, gọi vào, gọi ra và nội bộ',
            value: data && count(data.answered),
          },
          {
            name: ownFigures.rang_unanswered.label,
            formula: 'Cuộc gọi vào hôm nay đã đổ chuông ở máy bạn và không ai nghe',
            value: data && count(data.rang_unanswered),
          },
          {
            name: ownFigures.talk_seconds.label,
            formula: 'Thời gian bạn nói chuyện hôm nay, kể cả lúc giữ máy',
            value: data && lasted(data.talk_seconds),
          },
        ]}
      />
      <div className={styles.work}>
        <ReturnCalls />
        {seesCustomers && me && <DuePromises accountId={me.id} />}
        <OwnShifts />
        {seesCustomers && me && data && <WithoutOutcome accountId={me.id} today={data.date} />}
      </div>
    </Page>
  );
}
