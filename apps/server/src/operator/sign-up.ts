import { signUpIsOn, switchSignUp } from '../domain/installation-setting.ts';
import { command, Refused } from './command.ts';
import { openForOperator } from './open-database.ts';

/** Strangers make companies only where the operator has said so; it holds at once, for a product that runs, too. */
export const signUpCommand = command({
  summary: 'Mở hay đóng trang đăng ký dùng thử /signup',
  usage: 'sign-up [on|off]',
  options: {},
  async run(_values, [word, ...more], { config, say }) {
    if (more.length > 0 || !['on', 'off', undefined].includes(word)) throw new Refused('Cách dùng: sign-up [on|off]');
    const opened = await openForOperator(config);
    try {
      if (word !== undefined) await switchSignUp(opened.db, word === 'on');
      say((await signUpIsOn(opened.db)) ? 'Đăng ký đang mở.' : 'Đăng ký đang đóng.');
      return true;
    } finally {
      await opened.close();
    }
  },
});
