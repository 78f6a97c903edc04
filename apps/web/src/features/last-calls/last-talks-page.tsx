import { Page, Surface } from '../../resource/page/page.tsx';
import { LastTalks } from './last-talks.tsx';

/** /last-talks: customer → who of ours spoke with them last. */
export default function LastTalksPage() {
  return (
    <Page title="Khách và người quen">
      <Surface>
        <LastTalks perPage={20} />
      </Surface>
    </Page>
  );
}
