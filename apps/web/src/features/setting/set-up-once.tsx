import { AfterDelay, Skeleton, Status } from '@alo/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { FoldedPart } from './folded-part.tsx';

interface Kept {
  /** 0 where it has never been saved. */
  readonly version: number;
  readonly active: boolean;
  /** By what its people know it, where it has a name. */
  readonly name?: string;
}

/** A way to another system that is set up once, folded to a line that says whether it is in use; `form` is made anew with each version. */
export function SetUpOnce<K extends Kept>({
  title,
  help,
  query: { data, error, refetch },
  form,
}: {
  title: string;
  help: string;
  query: UseQueryResult<K>;
  form: (kept: K) => ReactNode;
}) {
  if (data !== undefined) {
    return (
      <FoldedPart title={title} help={help} state={<Stands {...data} />}>
        {form(data)}
      </FoldedPart>
    );
  }
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <AfterDelay>
      <Skeleton width="100%" height={50} />
    </AfterDelay>
  );
}

function Stands({ version, active, name = '' }: Kept) {
  if (version === 0) return <Status tone="offline">Chưa thiết lập</Status>;
  const words = active ? 'Đang dùng' : 'Đang tắt';
  return <Status tone={active ? 'ready' : 'offline'}>{name === '' ? words : `${words} · ${name}`}</Status>;
}
