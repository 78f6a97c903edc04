import { Dialog } from '@alo/ui';
import { useEffect, useState } from 'react';

import { shortcuts } from '../../features/phone/shortcuts.ts';
import styles from './shell.module.css';

const sheet = [
  {
    title: 'Mọi nơi',
    keys: [
      ['Ctrl K', 'Tìm khách hàng, số, màn hình, lệnh'],
      ['?', 'Bảng phím tắt này'],
      ['Esc', 'Đóng lớp trên cùng'],
    ],
  },
  {
    title: 'Danh sách',
    keys: [
      ['/', 'Vào ô tìm kiếm'],
      ['J, K', 'Dòng sau, dòng trước'],
      ['Enter', 'Mở dòng'],
      ['X', 'Chọn dòng'],
      ['E', 'Sửa dòng'],
      ['↑, ↓', 'Dòng kề bên khi đang mở một dòng'],
    ],
  },
  { title: 'Biểu mẫu', keys: [['Ctrl S', 'Lưu']] },
  {
    title: 'Điện thoại',
    keys: [
      [shortcuts.answer.shown, 'Nghe'],
      [shortcuts.hangUp.shown, 'Từ chối, kết thúc'],
      [shortcuts.mute.shown, 'Tắt tiếng'],
      [shortcuts.hold.shown, 'Giữ máy'],
    ],
  },
] as const;

/** Every key that does something, shown by "?". */
export function KeysSheet() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]');
      if (event.key !== '?' || typing || event.isComposing || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpened(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title="Phím tắt" width={620}>
      <div className={styles.keys}>
        {sheet.map(({ title, keys }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>{does}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
