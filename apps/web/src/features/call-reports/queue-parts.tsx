import { headOf, type QueueCounts, type QueueOutcome, queueFigures } from '@alo/contract';
import type { Column } from '@alo/ui';

import { CallsLink } from '../../domain/calls/calls-link.tsx';
import { count, percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import type { Search } from '../../kit/url/search.ts';

type Figure = keyof QueueCounts;

const left = (outcome: QueueOutcome): Search => ({ queue_outcome: outcome });

/** Filters of the history besides a row's own that lead to what a figure is of; where it is of no calls in particular it has none. */
const behind: Readonly<Partial<Record<Figure, Search>>> = {
  total: {},
  answered: left('answered'),
  abandoned: left('abandoned'),
  timed_out: left('timed-out'),
  left_elsewhere: left('left-elsewhere'),
  called_back: left('called-back'),
  turned_away: left('turned-away'),
  wait_longest: { sort: '-wait_seconds' },
};

/** Few ask for these. */
const rare: readonly Figure[] = [
  ...(['in_time', 'abandoned_soon', 'timed_out', 'left_elsewhere', 'called_back', 'turned_away'] as const),
];

/** A figure as it is read; a dash where there is nothing to reckon it from. */
export function queueFigureText(counts: QueueCounts, figure: Figure): string {
  const value = counts[figure];
  if (value === null) return '–';
  switch (figure) {
    case 'service_level':
    case 'abandon_rate':
      return percent(value);
    case 'wait_average':
    case 'wait_longest':
      return lasted(Math.floor(value));
    default:
      return count(value);
  }
}

/** A figure of some calls in a queue, which leads to them. `calls` are the filters of the history that these are. */
export function QueueFigure({
  counts,
  figure,
  calls,
  of,
}: {
  counts: QueueCounts;
  figure: Figure;
  calls: Search;
  of: string;
}) {
  const narrower = behind[figure];
  return (
    <CallsLink
      text={queueFigureText(counts, figure)}
      value={counts[figure]}
      calls={narrower && { ...calls, ...narrower }}
      label={headOf(queueFigures[figure])}
      of={of}
    />
  );
}

/** The figures as columns of a list. */
export const queueColumns = <Row extends QueueCounts & { name: string }>(
  callsOf: (row: Row) => Search,
): readonly Column<Row>[] =>
  // The keys of the words.
  (Object.keys(queueFigures) as Figure[]).map((figure) => ({
    id: figure,
    label: headOf(queueFigures[figure]),
    numeric: true,
    sortable: true,
    hidden: rare.includes(figure),
    cell: (row) => <QueueFigure counts={row} figure={figure} calls={callsOf(row)} of={row.name} />,
  }));
