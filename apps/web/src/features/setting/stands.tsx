import { Status } from '@alo/ui';

/** Whether what has been set up is in use, by its name; where nothing has been set up that is said. */
export const Stands = ({ kept: { version, active }, name = '' }: { kept: Kept; name?: string }) => {
  if (version === 0) return <Status tone="offline">Chưa thiết lập</Status>;
  const words = active ? 'Đang dùng' : 'Đang tắt';
  return <Status tone={active ? 'ready' : 'offline'}>{name === '' ? words : `${words} · ${name}`}</Status>;
};

interface Kept {
  /** 0 where it has never been saved. */
  readonly version: number;
  readonly active: boolean;
}
