import { routingDraft } from '@alo/contract';
import { Button, buttonClass, IconPencil } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useConsole } from '../../../kit/api/context.ts';
import { useRead } from '../../../kit/api/queries.ts';
import { useMay } from '../../../kit/me/me.ts';
import styles from './banners.module.css';

/** Says over every screen that the phone system is shown as the draft has it, and leads to it and out of it. */
export function Drafting() {
  const may = useMay();
  return may(routingDraft.access) ? <InDraft /> : null;
}

function InDraft() {
  const { draft } = useConsole();
  const read = useRead();
  const { data } = useQuery({ ...read(routingDraft, {}), staleTime: 2_000 });
  const count = data?.changes.length ?? 0;
  return (
    <section className={styles.drafting} aria-label="Đang soạn nháp">
      <IconPencil size={17} aria-hidden />
      <p>
        <b>Đang soạn nháp</b> cấu hình tổng đài
        {count > 0 && ` · ${count} thay đổi`}. Cuộc gọi vẫn đi theo bản đang chạy.
      </p>
      <Link to="/routing-versions" className={buttonClass('default', 'sm')}>
        Xem và công bố
      </Link>
      <Button size="sm" onClick={() => draft(false)}>
        Thoát
      </Button>
    </section>
  );
}
