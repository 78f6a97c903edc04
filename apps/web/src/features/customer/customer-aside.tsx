import type { customers, RowOf } from '@alo/contract';

import { Likenesses } from './likenesses.tsx';
import { PrivacyPart } from './privacy-part.tsx';
import { Timeline } from './timeline.tsx';

/** What is seen of a customer besides their fields: who may be the same person, and what happened with them. */
export const CustomerAside = ({ row }: { row: RowOf<typeof customers> }) => (
  <>
    <Likenesses key={row.id} row={row} />
    <PrivacyPart key={`privacy ${row.id}`} id={row.id} />
    <Timeline key={`${row.id} ${row.version}`} id={row.id} />
  </>
);
