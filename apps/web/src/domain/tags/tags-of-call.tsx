import { tagsOfCall } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { CallTags } from './call-tags.tsx';
import styles from './tags.module.css';
import { useTags } from './use-tags.ts';

/** The tags of a call of one's own, as it goes on or has just ended (`useOwnTags` keeps them); nothing where the company has none. */
export default function TagsOfCall({ call }: { call: string }) {
  const { data } = useQuery({
    ...useRead()(tagsOfCall, { params: { id: call } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isAny = useTags()?.some(({ active }) => active) === true;
  if (data === undefined || (!isAny && data.tags.length === 0)) return null;
  return (
    <section className={styles.part} aria-label="Nhãn cuộc gọi">
      <h3>Nhãn</h3>
      <CallTags call={call} tags={data.tags} who="" />
    </section>
  );
}
