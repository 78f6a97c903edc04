import { AfterDelay, Skeleton } from '@alo/ui';

import { Surface } from '../../resource/page/page.tsx';
import styles from './monitor.module.css';

const of = (n: number) => Array.from({ length: n }, (_, index) => index);

/** The board that is about to come. */
export const MonitorSkeleton = () => (
  <AfterDelay>
    <output className={styles.page} aria-label="Đang tải bảng giám sát">
      <Surface>
        <div className={styles.tiles}>
          {of(6).map((tile) => (
            <div key={tile} className={styles.tile}>
              <Skeleton width="60%" />
              <Skeleton width={72} height={26} />
              <Skeleton width="45%" />
            </div>
          ))}
        </div>
      </Surface>
      <Surface padded>
        <div className={styles.coming}>
          {of(5).map((line) => (
            <Skeleton key={line} width={`${90 - line * 8}%`} />
          ))}
        </div>
      </Surface>
    </output>
  </AfterDelay>
);
