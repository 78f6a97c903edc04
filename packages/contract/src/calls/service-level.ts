/**
 * Mức dịch vụ, the one formula of it: of all callers of queues who were answered or gave up, how many were answered in time, in percent;
 * null of nobody. Waiting counts from joining the queue; what is in time, and who gave up so soon that they are not lost, is said by
 * each queue.
 */
export function serviceLevel({
  answered,
  in_time: inTime,
  lost,
}: {
  readonly answered: number;
  readonly in_time: number;
  /** Who gave up, but for those who did so at once. */
  readonly lost: number;
}): number | null {
  const counted = answered + lost;
  return counted === 0 ? null : Math.round((inTime / counted) * 1_000) / 10;
}
