import { Page } from '../../resource/page/page.tsx';
import { DraftPart } from './draft-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { ReplayPart } from './replay-part.tsx';
import styles from './versions.module.css';

/** The draft of what calls are led by, what it would do to calls, and every version that there has been. */
export default function VersionsPage() {
  return (
    <Page title="Phiên bản cấu hình">
      <div className={styles.parts}>
        <DraftPart />
        <ReplayPart />
        <HistoryPart />
      </div>
    </Page>
  );
}
