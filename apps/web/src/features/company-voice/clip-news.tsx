import { type ClipFault, type getCompanyVoice, gravestFaults, type ResultOf } from '@alo/contract';
import { Status } from '@alo/ui';

import styles from './company-voice.module.css';

export type Clip = ResultOf<typeof getCompanyVoice>['clips'][number];

/** What is wrong, and what to do about it. */
const faultWords: Readonly<Record<ClipFault, string>> = {
  clipped: 'Vỡ tiếng: nói xa micrô hơn một chút.',
  'begins-cut': 'Mất đầu: bấm thu, chờ nửa giây rồi hãy nói.',
  'ends-cut': 'Mất đuôi: nói xong, chờ nửa giây rồi hãy dừng.',
  noisy: 'Ồn: tắt quạt, đóng cửa, hay đổi chỗ yên hơn.',
  quiet: 'Hơi nhỏ: nói gần micrô hơn.',
  long: 'Hơi dài: nói liền một hơi.',
  short: 'Hơi ngắn: nói đủ chữ, đừng nuốt.',
};

/** How good what was said is, in words: what to do where it is not. */
export function ClipNews({ said }: { said: Clip['said'] }) {
  if (said === null) return <Status tone="paused">Chưa thu</Status>;
  const { faults } = said;
  if (faults.length === 0) return <Status tone="ready">Tốt</Status>;
  const isGrave = faults.some((fault) => gravestFaults.includes(fault));
  return (
    <span className={styles.news}>
      <Status tone={isGrave ? 'bad' : 'wrapup'}>{isGrave ? 'Phải thu lại' : 'Dùng được'}</Status>
      <span className={styles.hint}>{faults.map((fault) => faultWords[fault]).join(' ')}</span>
    </span>
  );
}
