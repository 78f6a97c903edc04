import { clipFaults, gravestFaults } from '@alo/contract';
import { Status } from '@alo/ui';

import styles from './company-voice.module.css';
import type { Clip } from './company-voice-page.tsx';

/** How good what was said is, in words: what to do where it is not. */
export function ClipNews({ said }: { said: Clip['said'] }) {
  if (said === null) return <Status tone="paused">Chưa thu</Status>;
  const { faults } = said;
  if (faults.length === 0) return <Status tone="ready">Tốt</Status>;
  const isGrave = faults.some((fault) => gravestFaults.includes(fault));
  return (
    <span className={styles.news}>
      <Status tone={isGrave ? 'bad' : 'wrapup'}>{isGrave ? 'Phải thu lại' : 'Dùng được'}</Status>
      <span className={styles.hint}>{faults.map((fault) => clipFaults[fault]).join(' ')}</span>
    </span>
  );
}
