import { Actions, Button, IconCopy, IconDownload } from '@alo/ui';
import { useState } from 'react';

import styles from './second-factor.module.css';

/** Codes that are shown this once: to copy, to save, and to say that one has them. */
export function RecoveryCodes({ codes, done, onDone }: { codes: readonly string[]; done: string; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = codes.join('\n');
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: 'alo-ma-khoi-phuc.txt' });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className={styles.steps}>
      <p>
        Giữ các mã này ở nơi an toàn. Khi mất điện thoại, mỗi mã đăng nhập được một lần. Các mã không hiện lại lần nữa.
      </p>
      <ul className={styles.codes} aria-label="Mã khôi phục">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button
          icon={<IconCopy size={16} aria-hidden />}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {copied ? 'Đã chép' : 'Chép'}
        </Button>
        <Button icon={<IconDownload size={16} aria-hidden />} onClick={save}>
          Lưu thành tệp
        </Button>
      </Actions>
      <div>
        <Button look="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
    </div>
  );
}
