import { type createHotline, numbers, type ResultOf } from '@alo/contract';
import { Button, buttonClass, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { Warnings } from '../../resource/page/warnings.tsx';
import type { Place } from '../../resource/screen/addresses.ts';
import { HotlineLinks } from './hotline-links.tsx';
import { AroundHotlines, HoursNow, PlaceNow } from './hotlines-now.tsx';
import styles from './numbers.module.css';
import { TryNumber } from './try-number.tsx';

/** Where each part is looked after from now on. */
const parts: Readonly<Record<string, { label: string; path: Place }>> = {
  numbers: { label: 'Đầu số', path: '/numbers' },
  ringgroup: { label: 'Nhóm đổ chuông', path: '/ringgroup' },
  queue: { label: 'Hàng đợi', path: '/queue' },
  'time-groups': { label: 'Nhóm thời gian', path: '/time-groups' },
  conditions: { label: 'Điều kiện thời gian', path: '/conditions' },
  inbounds: { label: 'Quy tắc gọi vào', path: '/inbounds' },
};

/** What was made, and how it is tried. */
export function HotlineMade({ made, onAgain }: { made: ResultOf<typeof createHotline>; onAgain: () => void }) {
  const read = useRead();
  const { data: row } = useQuery(read(numbers.get, { params: { id: made.id } }));
  return (
    <AroundHotlines ids={[made.id]}>
      <div className={styles.hotline}>
        <section className={styles.part} aria-label="Hotline">
          <h2>{groupedPhone(made.number)}</h2>
          <p>
            <Status tone="ready">Đã tạo</Status>
          </p>
          <p>
            Lúc này: <PlaceNow id={made.id} /> · <HoursNow id={made.id} />
          </p>
          {made.warning !== '' && <Warnings words={[made.warning]} />}
        </section>
        <section className={styles.part} aria-label="Các phần đã tạo">
          <h2>Các phần đã tạo</h2>
          <ul className={styles.made}>
            {made.made.map(({ screen, id, name }) => {
              const part = parts[screen];
              return (
                <li key={id}>
                  {part?.label ?? screen}:{' '}
                  <Link to={part?.path ?? '/'} search={{ id }}>
                    {name}
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
        <section className={styles.part} aria-label="Thử cuộc gọi">
          <h2>Thử cuộc gọi</h2>
          <HotlineLinks id={made.id} number={made.number} />
        </section>
        {row !== undefined && <TryNumber row={row} />}
        <p className={styles.links}>
          <Link to="/etelecom/list-hotline" className={buttonClass('primary')}>
            Danh sách hotline
          </Link>
          <Button onClick={onAgain}>Tạo hotline khác</Button>
        </p>
      </div>
    </AroundHotlines>
  );
}
