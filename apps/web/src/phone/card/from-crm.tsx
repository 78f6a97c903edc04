import { Button, Fact, Facts, IconExternalLink, Quiet } from '@alo/ui';

import styles from './customer-card.module.css';
import { type InCrm, openCrm } from './use-crm.ts';

/** What the company's own CRM says of who calls, and the way to its page of them; nothing where it says nothing. */
export function FromCrm({ said, blocked }: { said: InCrm | undefined; blocked: boolean }) {
  if (said === undefined || (said.found === null && said.because === '' && said.page === null)) return null;
  const { found, because, page } = said;
  return (
    <section className={styles.crm} aria-label="Trong CRM của công ty">
      <h3>Trong CRM của công ty</h3>
      {found !== null && (
        <Facts beside={112} className={styles.facts}>
          {found.name !== '' && <Fact name="Tên">{found.name}</Fact>}
          {found.facts.map(({ label, value }) => (
            <Fact key={label} name={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      {because !== '' && <Quiet>{because}</Quiet>}
      {page !== null && (
        <Button icon={<IconExternalLink aria-hidden />} onClick={() => openCrm(page)}>
          Mở trong CRM
        </Button>
      )}
      {blocked && <Quiet>Trình duyệt đã chặn cửa sổ tự mở. Cho phép cửa sổ bật lên cho trang này để tự mở.</Quiet>}
    </section>
  );
}
