import {
  type AnalysedThing,
  type AnalysisQuery,
  analysedThing,
  analysedThings,
  callAnalysis,
  comparedWith,
  figuresOfThing,
  type Grouping,
  grouping,
  groupings,
  groupingsOf,
  headOf,
} from '@alo/contract';

type Words = Readonly<Record<string, string>>;
type Filters = Readonly<Record<string, string | undefined>>;

/** What is asked for, as the address has it. */
export type Asked = {
  readonly of: AnalysedThing;
  readonly by: Grouping;
  readonly figure: string;
} & {
  readonly [Name in 'across' | 'against' | 'direction' | 'queue_id' | 'from' | 'to']?: NonNullable<AnalysisQuery[Name]>;
};

/** What managers ask for most. The first is what the page begins with. */
export const reports: readonly { readonly name: string; readonly search: Readonly<Record<string, string>> }[] = [
  { name: 'Giờ × thứ', search: { of: 'calls', by: 'hour', across: 'weekday', figure: 'inbound' } },
  { name: 'Chờ trong hàng', search: { of: 'queues', by: 'wait', across: 'outcome', figure: 'total' } },
  {
    name: 'Lý do không gặp',
    search: { of: 'calls', by: 'status', across: 'weekday', figure: 'inbound', direction: 'inbound' },
  },
  {
    name: 'Đường đi trong IVR',
    search: { of: 'calls', by: 'ivr', across: 'status', figure: 'inbound', direction: 'inbound' },
  },
  { name: 'Nhỡ và gọi lại', search: { of: 'returns', by: 'day', figure: 'within_hour' } },
  { name: 'Chuyển máy', search: { of: 'transfers', by: 'receiver', across: 'weekday', figure: 'transfers' } },
  { name: 'Giọng nói', search: { of: 'voices', by: 'agent', figure: 'agent_share' } },
  { name: 'Mức dịch vụ theo giờ', search: { of: 'queues', by: 'hour', across: 'weekday', figure: 'service_level' } },
  { name: 'So với kỳ trước', search: { of: 'calls', by: 'hour', figure: 'answer_rate', against: 'previous' } },
];

/** What the address asks for; what makes no sense in it is as if it were not there. */
export function askedBy(filters: Filters): Asked {
  const words =
    filters['of'] === undefined && filters['by'] === undefined ? { ...reports[0]?.search, ...filters } : filters;
  const of = analysedThing.catch('calls').parse(words['of']);
  const known: readonly Grouping[] = groupingsOf[of];
  const groupOf = (name: 'by' | 'across') => {
    const { data } = grouping.safeParse(words[name]);
    return data !== undefined && known.includes(data) ? data : undefined;
  };
  const by = groupOf('by') ?? 'hour';
  const across = groupOf('across');
  const figures = Object.keys(figuresOfThing[of]);
  const { shape } = callAnalysis.query;
  const against = shape.against.safeParse(words['against']).data;
  const direction = of === 'calls' ? shape.direction.safeParse(words['direction']).data : undefined;
  const queue = of === 'queues' ? shape.queue_id.safeParse(words['queue_id']).data : undefined;
  const [from, to] = [shape.from.safeParse(words['from']).data, shape.to.safeParse(words['to']).data];
  return {
    of,
    by,
    figure: figures.find((one) => one === words['figure']) ?? figures[0] ?? '',
    ...(across !== undefined && across !== by && { across }),
    ...(against !== undefined && { against }),
    ...(direction !== undefined && { direction }),
    ...(queue !== undefined && { queue_id: queue }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

interface Choice {
  readonly label: string;
  readonly name: 'of' | 'by' | 'across' | 'figure' | 'against';
  readonly words: Words;
  /** What of the address becomes another with it; undefined is what is taken away. */
  readonly set: (chosen: string | undefined) => Filters;
}

/** What may be chosen for each part of what is asked, as far as the others are. */
export function chosenFrom({ of, by }: Asked): readonly Choice[] {
  const [first] = groupingsOf[of];
  const wordsOf = (those: readonly Grouping[]): Words => Object.fromEntries(those.map((one) => [one, groupings[one]]));
  const others = groupingsOf[of].filter((one) => one !== by);
  const figures: Words = Object.fromEntries(
    Object.entries(figuresOfThing[of]).map(([key, means]) => [key, headOf(means)]),
  );
  const plain = (name: 'figure' | 'across' | 'against') => (chosen: string | undefined) => ({ [name]: chosen });
  return [
    {
      label: 'Thống kê',
      name: 'of',
      words: analysedThings,
      set: (chosen) => ({ of: chosen ?? 'calls', by: first, across: undefined, figure: undefined }),
    },
    { label: 'Số liệu', name: 'figure', words: figures, set: plain('figure') },
    {
      label: 'Dòng',
      name: 'by',
      words: wordsOf(groupingsOf[of]),
      // What was across is a row now: nothing stands in both.
      set: (chosen = first) => ({ by: chosen }),
    },
    { label: 'Cột', name: 'across', words: wordsOf(others), set: plain('across') },
    { label: 'So với', name: 'against', words: comparedWith, set: plain('against') },
  ];
}
