import { callsToReturn } from '@alo/contract';
import { IconPhoneIncoming } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { Moment } from '../../resource/page/moment.tsx';

/**
 * How many customers were not served and still wait to be called back, since when the first does, and the way to them. Nothing where
 * nobody waits, or for whom the history is not. It is asked for where it is shown.
 */
export function ToReturn({
  className,
  brief = false,
  onGo,
}: {
  className: string | undefined;
  /** Only how many. */
  brief?: boolean;
  onGo?: () => void;
}) {
  const may = useMay();
  const read = useRead();
  const { data } = useQuery({
    ...read(callsToReturn, { query: { per_page: 1 } }),
    enabled: may(callsToReturn.access),
  });
  const [first] = data?.data ?? [];
  if (data === undefined || first === undefined) return null;
  return (
    <Link to="/calls-to-return" className={className} {...(onGo && { onClick: onGo })}>
      <IconPhoneIncoming size={17} aria-hidden />
      <span>
        {count(data.total)} khách cần gọi lại
        {!brief && (
          <>
            , lâu nhất từ <Moment at={first.since} />
          </>
        )}
      </span>
    </Link>
  );
}
