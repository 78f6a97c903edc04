import { numbers, type RowOf } from '@alo/contract';
import { lazy, Suspense } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';

/** It comes with the drawer of a number alone. */
const NumberCase = lazy(async () => ({
  default: (await import('../../domain/number-states/number-case.tsx')).NumberCase,
}));

/** How far a number of one's own company has come. One that went to its owner has come to its end here. */
export function OwnNumberCase({ row }: { row: RowOf<typeof numbers> }) {
  const may = useMay();
  const { changes } = useConsole();
  if (row.number === '') return null;
  return (
    <Suspense>
      <NumberCase
        id={row.id}
        who="company"
        mayChange={may(numbers.update.access)}
        onChanged={() => changes.stale(numbers.screen)}
      />
    </Suspense>
  );
}
