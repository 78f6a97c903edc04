import { AfterDelay, Skeleton } from '@alo/ui';

import { Surface } from '../../resource/page/page.tsx';
import styles from './dashboard.module.css';

/** The dashboard that is about to come. */
export const DashboardSkeleton = () => (
  <AfterDelay>
    <output className={styles.page} aria-label="Đang tải tổng quan">
      <Surface>
        <div className={styles.figures}>
          {Array.from({ length: 8 }, (_, index) => (
            <div key={index} className={styles.figure}>
              <Skeleton width="60%" />
              <Skeleton width={72} height={26} />
              <Skeleton width="45%" />
            </div>
          ))}
        </div>
      </Surface>
      <Surface padded>
        <Skeleton width="100%" height={220} />
      </Surface>
    </output>
  </AfterDelay>
);
