import { type CallCounts, callDirections, headOf, ownFigures } from '@alo/contract';
import type { Column } from '@alo/ui';
import { figureText } from '../../domain/calls/call-counts-strip.tsx';
import { CallsLink } from '../../domain/calls/calls-link.tsx';
import { callPlaces, callQueue } from '../../domain/calls/places.tsx';
import type { Search } from '../../kit/url/search.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';

/** What both reports are narrowed down by. */
export const reportFilters = [
  period('from', 'to', 'Thời gian'),
  only('direction', oneOf('Loại', callDirections)),
  ...callPlaces,
  callQueue,
];

/** Filters of the history besides a row's own that each figure is of; figures that are no number of calls have none. */
const behind: Readonly<Partial<Record<keyof CallCounts, Search>>> = {
  total: {},
  inbound: { direction: 'inbound' },
  outbound: { direction: 'outbound' },
  internal: { direction: 'internal' },
  answered: { status: 'answered' },
  missed: { direction: 'inbound', status: 'missed' },
};

/** A figure of some calls, which leads to them. `calls` are the filters of the history that these are. */
export function CallsFigure({
  counts,
  figure,
  calls,
  of,
}: {
  counts: CallCounts;
  figure: keyof CallCounts;
  calls: Search;
  of: string;
}) {
  const narrower = behind[figure];
  return (
    <CallsLink
      text={figureText(counts, figure)}
      value={counts[figure]}
      calls={narrower && { ...calls, ...narrower }}
      label={headOf(ownFigures[figure])}
      of={of}
    />
  );
}

/** In the order of their columns. */
const shownOfPeople = [
  ...(['total', 'inbound', 'outbound', 'internal', 'answered', 'missed'] as const),
  ...(['answer_rate', 'talk_seconds', 'talk_average', 'wait_average'] as const),
] as const;

/** The figures as columns of a list. */
export const figureColumns = <Row extends CallCounts & { id: string; name: string }>(
  callsOf: (row: Row) => Search,
  hidden: readonly (keyof CallCounts)[] = [],
): readonly Column<Row>[] =>
  shownOfPeople.map((figure) => ({
    id: figure,
    label: headOf(ownFigures[figure]),
    numeric: true,
    sortable: true,
    hidden: figure === 'wait_average' || hidden.includes(figure),
    cell: (row) => (
      <CallsFigure counts={row} figure={figure} calls={callsOf(row)} of={row.name === '' ? row.id : row.name} />
    ),
  }));
