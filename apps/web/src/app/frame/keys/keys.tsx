import { shortcuts } from '../../../phone/model/shortcuts.ts';
import { screens } from '../../screens/screens.ts';
import { goes } from './go-keys.ts';
import styles from './keys.module.css';

const sheet = [
  {
    title: 'Mọi nơi',
    keys: [
      ['Ctrl K', 'Tìm khách hàng, số, màn hình, lệnh'],
      ['?', 'Bảng phím tắt này'],
      ['Esc', 'Đóng lớp trên cùng'],
      ...Object.entries(goes).map(
        ([letter, to]) => [`G, ${letter.toUpperCase()}`, screens.find(({ path }) => path === to)?.label ?? to] as const,
      ),
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

/** The keys by where they do it. */
export default function Keys() {
  return (
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
  );
}
