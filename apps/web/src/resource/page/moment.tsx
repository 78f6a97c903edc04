import { clockSeconds, date, dateTime } from '../../kit/format/time.ts';

/** When something was; to the second for whoever points at it. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${date(at)} ${clockSeconds(at)}`}>
    {dateTime(at)}
  </time>
);
