import { lastCallRules as contract, lastTalks } from '@alo/contract';
import { lazy, Suspense } from 'react';
import { warnedName } from '../../domain/routing/path-warnings.tsx';
import { useMay } from '../../kit/me/me.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { destination, destinationText } from '../../resource/fields/destinations.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { Surface } from '../../resource/page/page.tsx';
import type { ListPlace } from '../../resource/screen/screen.tsx';
import styles from './last-calls.module.css';

/** The rules come first. */
const LastTalks = lazy(async () => ({ default: (await import('./last-talks.tsx')).LastTalks }));

const resource = adminResource({
  contract,
  noun: 'quy tắc gọi lại người cũ',
  purpose: 'Quy tắc này đưa khách gọi đến về với người vừa nói chuyện với họ.',
  columns: {
    name: { label: 'Tên', render: warnedName },
    within_hours: { label: 'Trong vòng', numeric: true, render: (hours) => `${hours} giờ` },
    ring_seconds: { label: 'Đổ chuông', numeric: true, render: (seconds) => `${seconds} giây` },
    otherwise: {
      label: 'Nếu không gặp',
      sortable: false,
      render: (to, row) => destinationText(to, row.otherwise_name),
    },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên'),
    within_hours: number('Trong vòng', {
      unit: 'giờ',
      blank: 72,
      hint: 'Chỉ tính những cuộc trò chuyện chưa cũ hơn chừng này.',
    }),
    ring_seconds: number('Thời gian đổ chuông', { unit: 'giây', blank: 20 }),
    otherwise: destination('Nếu không gặp', { hint: 'Khi chưa từng gọi, đã quá lâu, hoặc người ấy không nghe máy.' }),
    note: textarea('Ghi chú'),
  },
});

export default {
  ...resource,
  /** The rules, and below them whom they would lead each customer back to. */
  List: function RulesAndTalks({ screen }: { screen: ListPlace }) {
    const may = useMay();
    return (
      <>
        <resource.List screen={screen} />
        {may(lastTalks.access) && (
          <section className={styles.talks} aria-label="Ai nói chuyện với khách gần nhất">
            <h2>Ai nói chuyện với khách gần nhất</h2>
            <Surface>
              <Suspense>
                <LastTalks perPage={10} />
              </Suspense>
            </Surface>
          </section>
        )}
      </>
    );
  },
};
