import { may as permission } from '@alo/contract';
import { Button, buttonClass, IconAlertTriangle } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { count } from '../../../kit/format/numbers.ts';
import { date } from '../../../kit/format/time.ts';
import { useMay } from '../../../kit/me/me.ts';
import styles from './banners.module.css';
import { type Ending, type EndingCompany, whatEnds } from './what-ends.ts';

/** Whoever sees to what the company has registered. */
const seesToIt = permission('setting.update');

/** What ends of the company's by the time at which the page was loaded, if anything does. */
export default function Ends({ company, now }: { company: EndingCompany; now: number }) {
  const ending = whatEnds(company, now);
  return ending && <EndingTold ending={ending} />;
}

/** Says over every screen that the trial or licences end, or have ended. It may be put off, until the page is loaded anew. */
export function EndingTold({ ending }: { ending: Ending }) {
  const may = useMay();
  const [isPutOff, setPutOff] = useState(false);
  if (isPutOff) return null;
  return (
    <section className={styles.drafting} aria-label="Bản quyền">
      <IconAlertTriangle size={17} aria-hidden />
      <p>
        {wordsOf(ending)}
        {!may(seesToIt) && ' Hãy báo người quản trị của công ty.'}
      </p>
      {may(seesToIt) && (
        <Link to="/setting/$slug" params={{ slug: 'ban-quyen' }} className={buttonClass('default', 'sm')}>
          Xem bản quyền
        </Link>
      )}
      <Button size="sm" look="quiet" onClick={() => setPutOff(true)}>
        Để sau
      </Button>
    </section>
  );
}

function wordsOf({ of, names, at, isOver, daysLeft }: Ending): string {
  if (of === 'trial') {
    return isOver
      ? `Thời gian dùng thử đã hết từ ${date(at)}.`
      : `Công ty đang dùng thử đến ${date(at)}, còn ${count(daysLeft)} ngày.`;
  }
  return isOver
    ? `${names}: đã hết hạn từ ${date(at)}.`
    : `${names}: còn hạn đến ${date(at)}, ${count(daysLeft)} ngày nữa.`;
}
