import { clockSeconds, date, dateTime } from '../../kit/format/time.ts';

/** When something was; to the second for whoever points at it. */
export const Moment = ({
  at,
  brief = false,
}: {
  at: string /** Where room is short: this year's without the year. */;
  brief?: boolean;
}) => (
  <time dateTime={at} title={`${date(at)} ${clockSeconds(at)}`}>
    {brief && isThisYear(at) ? dateTime(at).replace(/\/\d{4}/, '') : dateTime(at)}
  </time>
);

const isThisYear = (at: string): boolean => date(at).slice(-4) === date(Date.now()).slice(-4);
