import { type RowOf, surveyAsking, type surveyCampaigns } from '@alo/contract';
import { buttonClass, IconChartBar } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';

/** The way from a survey's row to asking: what whoever asks comes to the list for. */
export function AskLink({ row: { id, name, status } }: { row: RowOf<typeof surveyCampaigns> }) {
  const may = useMay();
  if (status !== 'running' || !may(surveyAsking.access)) return null;
  return (
    <Link
      to="/survey/campaign/start/$id"
      params={{ id }}
      className={buttonClass('quiet', 'sm')}
      aria-label={`Hỏi theo ${name}`}
      title="Hỏi khách"
    >
      <IconChartBar aria-hidden />
    </Link>
  );
}
