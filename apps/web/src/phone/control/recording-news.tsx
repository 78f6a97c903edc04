import type { MyCall } from '@alo/contract';
import { IconMicrophoneOff, IconSpeakerphone } from '@alo/ui';

import { recordingRefusedWords } from '../../domain/calls/recording-refused.ts';
import styles from './recording-news.module.css';

/** What one has to know of recording while one talks: the customer is told of it at this moment, or has refused it. */
export function RecordingNews({ call }: { call: MyCall }) {
  const { notice, recording_refused_after: refused } = call;
  if (!notice && refused === null) return null;
  return (
    <p className={styles.news} role="status" data-refused={refused !== null}>
      {refused === null ? <IconSpeakerphone size={16} aria-hidden /> : <IconMicrophoneOff size={16} aria-hidden />}
      {refused === null
        ? 'Khách đang nghe thông báo ghi âm, hết thông báo hai bên mới nghe thấy nhau.'
        : `${recordingRefusedWords(refused)}: cuộc gọi này không được ghi âm nữa.`}
    </p>
  );
}
