import { type campaigns, nextContact, type RowOf } from '@alo/contract';
import { buttonClass, IconPhone } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';

/** The way from a campaign's row to calling for it: what whoever calls comes to the list for. */
export function CallLink({ row: { id, name, status, contacts } }: { row: RowOf<typeof campaigns> }) {
  const may = useMay();
  if (status !== 'running' || contacts === 0 || !may(nextContact.access)) return null;
  return (
    <Link
      to="/marketings/campaign/call/$id"
      params={{ id }}
      className={buttonClass('quiet', 'sm')}
      aria-label={`Gọi theo ${name}`}
      title="Gọi theo chiến dịch"
    >
      <IconPhone aria-hidden />
    </Link>
  );
}
