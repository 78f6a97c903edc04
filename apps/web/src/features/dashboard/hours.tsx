import { callFigures, type dashboard, type ResultOf } from '@alo/contract';
import { Chart, type Series } from '@alo/ui';
import { useMemo } from 'react';

import { count } from '../../kit/format/numbers.ts';
import { Surface } from '../../resource/page/page.tsx';

type Hour = ResultOf<typeof dashboard>['hours'][number];

/** Conversations by the hour, against the same weekday last week; as a picture or as a table. */
export function HoursOfDay({ hours }: { hours: readonly Hour[] }) {
  const shown = useMemo(() => busyPart(hours), [hours]);
  const categories = useMemo(() => shown.map(({ hour }) => `${hour}h`), [shown]);
  const series = useMemo(
    (): Series[] => [
      { name: callFigures.answered.label, look: 'main', values: shown.map(({ answered }) => answered) },
      { name: callFigures.unanswered.label, look: 'rest', values: shown.map(({ unanswered }) => unanswered) },
      // A week of which nothing is known is nothing to compare with.
      ...(shown.some(({ before }) => before > 0)
        ? [{ name: 'Cùng thứ tuần trước', look: 'compare' as const, values: shown.map(({ before }) => before) }]
        : []),
    ],
    [shown],
  );
  const total = shown.reduce((sum, { answered, unanswered }) => sum + answered + unanswered, 0);
  return (
    <Surface padded>
      <Chart
        title="Cuộc gọi theo giờ"
        column="Giờ"
        summary={`Biểu đồ ${count(total)} cuộc gọi theo giờ`}
        categories={categories}
        series={series}
        evenly
        format={count}
      />
    </Surface>
  );
}

/** Office hours, and as far beyond as anybody called. */
export function busyPart(hours: readonly Hour[]): readonly Hour[] {
  const busy = hours
    .filter(({ answered, unanswered, before }) => answered + unanswered + before > 0)
    .map(({ hour }) => hour);
  const [first, last] = [Math.min(8, ...busy), Math.max(17, ...busy)];
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}
