import { givenCarriers } from '@alo/contract';
import { Fact, Facts, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { rangeWords } from '../../domain/routing/given-numbers.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import styles from './given-carriers.module.css';

/** What the operator gave the company of carriers, above its own trunks. */
export function GivenCarriers() {
  const read = useRead();
  const { data } = useQuery(read(givenCarriers, {}));
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.given} aria-label="Nhà mạng được giao">
      {data.data.map((share) => (
        <div key={share.id} className={styles.share}>
          <h2>
            {share.name} <Given active={share.active} />
          </h2>
          <Facts>
            <Fact name="Máy chủ, địa chỉ">{share.places.join(', ')}</Fact>
            <Fact name="Số được dùng">{rangeWords(share.numbers, 20)}</Fact>
            <Fact name="Số kênh">{share.max_calls === null ? 'Không hạn chế' : count(share.max_calls)}</Fact>
            {share.username !== '' && <Fact name="Tài khoản">{share.username}</Fact>}
          </Facts>
        </div>
      ))}
    </section>
  );
}

const Given = ({ active }: { active: boolean }) =>
  active ? (
    <Status tone="ready">Đơn vị vận hành giao</Status>
  ) : (
    <Status tone="bad">Đã ngừng giao: không gọi qua đây được</Status>
  );
