import type { LinkKind } from '@alo/contract';

import { momentWords } from './company-clock.ts';

/** What somebody reads who is sent a link. */
export function letterOf(
  kind: LinkKind,
  {
    person,
    company,
    code,
    url,
    expiresAt,
    timeZone,
  }: {
    person: { name: string; email: string };
    company: string;
    /** What one writes at the sign-in besides. */
    code: string;
    url: string;
    expiresAt: Date;
    timeZone: string;
  },
): { subject: string; text: string } {
  const until = momentWords(expiresAt, timeZone);
  const signIn = `Khi đăng nhập:\n- Mã doanh nghiệp: ${code}\n- Tên đăng nhập: ${person.email}`;
  const foot = `${signIn}\n\nLiên kết dùng được một lần, đến ${until}. Nếu bạn không chờ thư này, hãy bỏ qua nó.`;
  switch (kind) {
    case 'invite':
      return {
        subject: `Lời mời vào tổng đài của ${company}`,
        text: `Chào ${person.name},\n\n${company} mời bạn dùng tổng đài. Mở liên kết này để đặt mật khẩu và bắt đầu:\n\n${url}\n\n${foot}\n`,
      };
    case 'reset':
      return {
        subject: `Đặt lại mật khẩu ở ${company}`,
        text: `Chào ${person.name},\n\nMở liên kết này để đặt mật khẩu mới ở ${company}:\n\n${url}\n\n${foot}\n`,
      };
    default:
      return kind satisfies never;
  }
}
