import { filtersOf, type MailedKind, mailedNeeds } from '@alo/contract';
import { buttonClass, IconMailForward } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';

/** The way from a report, as it is narrowed down, to having it sent by mail. */
export function MailRegularly({
  report,
  search,
}: {
  report: MailedKind;
  search: Readonly<Record<string, string | undefined>>;
}) {
  const may = useMay();
  if (!may('mailed-reports.create') || !may(mailedNeeds[report])) return null;
  return (
    <Link
      to="/mailed-report/add"
      search={{ report, filters: filtersOf(report, search) }}
      className={buttonClass('quiet')}
    >
      <IconMailForward aria-hidden />
      <span>Gửi định kỳ</span>
    </Link>
  );
}
