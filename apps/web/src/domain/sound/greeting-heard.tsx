import { greetings } from '@alo/contract';
import { Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { SoundPlayer } from './sound-player.tsx';

/** A greeting by its name, heard as it is kept: in the bandwidth of a telephone, as callers hear it. */
export function GreetingHeard({ id }: { id: string }) {
  const read = useRead();
  const may = useMay()(greetings.get.access);
  const { data, error } = useQuery({ ...read(greetings.get, { params: { id } }), enabled: may });
  if (!may || error !== null) return <>lời chào đã chọn</>;
  if (data === undefined) return <Skeleton width={160} />;
  return (
    <>
      “{data.name}” {data.audio_id !== null && data.audio_id !== undefined && <SoundPlayer id={data.audio_id} />}
    </>
  );
}
