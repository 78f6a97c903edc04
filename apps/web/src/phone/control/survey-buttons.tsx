import { type MyCall, runningSurveys, surveyInCall } from '@alo/contract';
import { Button, IconClipboardList } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './control.module.css';
import { useCallControl } from './use-call-control.ts';

/** Has the customer answer a survey by keys, and leaves: they have said goodbye. Nothing where no survey can be answered so. */
export function SurveyButtons({ call, onDone }: { call: MyCall; onDone: () => void }) {
  const { ask, busy } = useCallControl();
  const { toasts } = useConsole();
  const allowed = useMay()(runningSurveys.access);
  const { data } = useQuery({ ...useRead()(runningSurveys, {}), enabled: allowed });
  const surveys = data?.data.filter((survey) => survey.by_keys) ?? [];
  if (!allowed) return null;
  return surveys.map(({ id, name }) => (
    <Button
      key={id}
      look="quiet"
      size="sm"
      className={styles.park}
      icon={<IconClipboardList aria-hidden />}
      disabled={busy}
      onClick={() => {
        void ask(surveyInCall, { params: { id: call.id }, body: { survey_id: id } }).then((done) => {
          if (done === undefined) return;
          toasts.show({ key: 'phone', kind: 'info', text: `Khách đang nghe khảo sát “${name}”. Bạn đã rời cuộc gọi.` });
          onDone();
        });
      }}
    >
      Mời khảo sát: {name}
    </Button>
  ));
}
