import { accounts, getLdapServer, type RequestOf, setLdapServer } from '@alo/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dnOf, type Slapd, startSlapd, tree } from '../../../apps/server/testing/slapd.ts';
import { type PersonApi, signInByApi } from '../support/api.ts';
import { openPage } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { demo, people } from '../support/people.ts';
import type { Shot } from '../support/shot.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** What the environment names (the test runner does), else where Debian has it. */
const program = process.env['ALO_SLAPD'] ?? '/usr/sbin/slapd';

const directoryName = 'Thư mục Sao Mai';
/** What whoever signs in can do; why it is so stands where the directory is set up. */
const isAway = `${directoryName} đang không xác nhận được mật khẩu. Hãy thử lại sau ít phút; nếu vẫn vậy, hãy báo người quản trị`;
const inDirectory = {
  lan: { uid: 'lan', name: 'Nguyễn Thị Lan', mail: people.lan.username, password: 'mật khẩu của Lan ở thư mục' },
  minh: { uid: 'minh', name: 'Trần Văn Minh', mail: people.minh.username, password: 'mật khẩu của Minh' },
  // Nobody here has added these two.
  thu: { uid: 'thu', name: 'Võ Minh Thư', mail: 'thu@demo.local', password: 'mật khẩu của Thư' },
  kho: { uid: 'kho', name: 'Thủ kho', mail: 'kho@demo.local', password: 'mật khẩu của kho' },
} as const;
type Uid = keyof typeof inDirectory;

const settings = '/setting/bao-mat';
const unfolded = async (page: Page): Promise<void> => {
  const form = page.getByLabel('Máy chủ LDAP');
  if (await form.isVisible()) return;
  await page.locator('summary', { hasText: 'Đăng nhập bằng LDAP' }).click();
  await form.waitFor();
};
/** Tries the saved directory from its form; the steps, as they are read. */
async function tried(page: Page, who?: { uid: string; password: string }): Promise<string[]> {
  const steps = page.locator('output ol > li');
  await page.getByLabel('Tên để thử').fill(who?.uid ?? '');
  await page.getByLabel('Mật khẩu để thử').fill(who?.password ?? '');
  const answer = page.waitForResponse((response) => response.url().endsWith('/ldap-server/try'));
  await page.getByRole('button', { name: 'Thử', exact: true }).click();
  await (await answer).finished();
  await expect.poll(() => page.getByLabel('Mật khẩu để thử').inputValue()).toBe('');
  await steps.last().waitFor();
  return (await steps.allInnerTexts()).map((words) => words.replace(/\s+/g, ' '));
}
async function typeIn(page: Page, uid: string, password: string): Promise<void> {
  await page.getByLabel('Mã doanh nghiệp').first().fill(demo.companyCode);
  await page.getByLabel('Email hoặc tên đăng nhập').fill(uid);
  await page.getByLabel('Mật khẩu', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

const shots: readonly Shot[] = [
  {
    name: 'ldap-tried',
    path: settings,
    as: 'admin',
    prepare: async (page) => {
      await unfolded(page);
      await tried(page, inDirectory.lan);
      await page.locator('output ol').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'login-directory-wrong',
    path: '/login',
    as: null,
    errors: /40[01]/,
    prepare: async (page) => {
      await typeIn(page, 'lan', 'không phải');
      await page.getByRole('alert').getByText('không đúng').waitFor();
    },
  },
];
const shotsWhileAway: readonly Shot[] = [
  {
    name: 'ldap-away',
    path: settings,
    as: 'admin',
    prepare: async (page) => {
      await unfolded(page);
      await tried(page);
      await page.locator('output ol').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'login-directory-away',
    path: '/login',
    as: null,
    errors: /400/,
    prepare: async (page) => {
      await typeIn(page, 'lan', inDirectory.lan.password);
      await page.getByRole('alert').getByText(directoryName).waitFor();
    },
  },
];

/** A company has a directory of its own (Debian's OpenLDAP), and its people sign in by the passwords there. */
export function ldapStories(here: () => Stage): void {
  let page: Page;
  let directory: Slapd;
  let admin: PersonApi;

  beforeAll(async () => {
    directory = await startSlapd(program, Object.values(inDirectory));
    admin = await signInByApi(here().address, 'admin');
  });
  beforeEach(async () => {
    page = await openPage(here().browser);
  });
  afterEach(async ({ task }) => {
    await tellOfFailure(task, here(), [page]);
    await page.context().close();
  });
  afterAll(async () => {
    // Who signs in afterwards has a password of ours.
    await set({ active: false });
    await directory.close();
  });

  const set = async (change: Partial<RequestOf<typeof setLdapServer>['body']>) => {
    const { has_password: _has, ...kept } = await admin.call(getLdapServer, {});
    return admin.call(setLdapServer, { body: { ...kept, service_password: '', ...change } });
  };
  async function setActive(email: string, active: boolean): Promise<void> {
    const { data } = await admin.call(accounts.list, { query: { search: email } });
    const [one] = data;
    if (one === undefined) throw new Error(`nobody has ${email}`);
    await admin.call(accounts.update, { params: { id: one.id }, body: { ...one, active } });
  }
  async function openSettings(): Promise<Locator> {
    await page.context().close();
    page = await here().signedIn('admin');
    await page.goto(`${here().address}${settings}`);
    await unfolded(page);
    return page.locator('form', { hasText: 'Máy chủ LDAP' });
  }
  async function save(form: Locator): Promise<void> {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await form.getByRole('button', { name: 'Lưu' }).click();
    expect((await saved).status()).toBe(200);
    // The form is made anew with what is kept.
    await expect.poll(() => page.getByLabel('Mật khẩu của tài khoản tra cứu').inputValue()).toBe('');
  }
  async function signIn(uid: Uid, password: string = inDirectory[uid].password): Promise<void> {
    await page.goto(`${here().address}/login`);
    await typeIn(page, uid, password);
  }
  /** Whoever is refused reads this, and nothing of a session is kept. */
  async function isTold(words: string | RegExp): Promise<void> {
    await page.getByRole('alert').getByText(words).waitFor();
    await expect
      .poll(() => page.evaluate("localStorage.getItem('token') ?? sessionStorage.getItem('token')"))
      .toBeNull();
  }
  async function signOut(name: string): Promise<void> {
    await page.getByRole('button', { name: `Tài khoản ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await page.waitForURL('**/login**');
  }

  test('the top role sets the directory up, and reads at which step it does not work', async () => {
    const form = await openSettings();
    await page.getByLabel('Tên thư mục').fill(directoryName);
    await page.getByLabel('Máy chủ LDAP').fill('localhost');
    await page.getByLabel(/^Cổng/).fill(String(directory.ports.ldaps));
    await page.getByLabel('DN của tài khoản tra cứu').fill(tree.service.dn);
    await page.getByLabel('Mật khẩu của tài khoản tra cứu').fill('không phải');
    await page.getByLabel('Base DN').fill(tree.people);
    await save(form);
    expect(await tried(page)).toEqual([
      expect.stringMatching(/^Kết nối: được/),
      expect.stringMatching(/^Mã hoá và chứng chỉ: không được Chứng chỉ tự ký/),
    ]);
    await page.getByLabel('Chứng chỉ CA').fill(directory.ca);
    await page.getByLabel('Mật khẩu của tài khoản tra cứu').fill('không phải');
    await save(form);
    expect((await tried(page)).at(-1)).toBe('Tài khoản tra cứu: không được Sai tên hoặc mật khẩu');
    await page.getByLabel('Mật khẩu của tài khoản tra cứu').fill(tree.service.password);
    await save(form);
    expect(await tried(page, inDirectory.lan)).toEqual([
      expect.stringMatching(/^Kết nối: được/),
      expect.stringMatching(/^Mã hoá và chứng chỉ: được TLSv1\.3, chứng chỉ đúng của localhost$/),
      `Tài khoản tra cứu: được ${tree.service.dn} đăng nhập được`,
      `Tìm người: được Tìm thấy ${dnOf('lan')}`,
      'Mật khẩu: được Mật khẩu đúng',
      `Tài khoản ở Alô: được ${people.lan.username} là Nguyễn Thị Lan`,
    ]);
    await page.locator('summary').getByText(`Đang dùng · ${directoryName}`).waitFor();
  });

  test('an agent signs in by name and password of the directory, and works', async () => {
    await page.goto(`${here().address}/login`);
    await page.getByLabel('Mã doanh nghiệp').first().fill(demo.companyCode);
    await page.getByLabel('Email hoặc tên đăng nhập').focus();
    await page.getByText(`Tên và mật khẩu của ${directoryName} cũng dùng được.`).waitFor();
    await typeIn(page, 'lan', inDirectory.lan.password);
    await page.waitForURL(`**${people.lan.home}`);
    await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng, máy nhánh 101/ }).waitFor();
    await signOut('Nguyễn Thị Lan');
    // By the e-mail as well, and by a password of ours as before.
    await typeIn(page, people.lan.username, inDirectory.lan.password);
    await page.waitForURL(`**${people.lan.home}`);
    await signOut('Nguyễn Thị Lan');
    await typeIn(page, people.lan.username, demo.password);
    await page.waitForURL(`**${people.lan.home}`);
    await expect.poll(() => page.evaluate("localStorage.getItem('ma_dn')")).toBe(demo.companyCode);
  });

  test('a wrong password, no such name and a filter in place of a name read the same', async () => {
    await signIn('minh', inDirectory.lan.password);
    await isTold(/không đúng/);
    const refusal = page.getByRole('alert').filter({ hasText: 'không đúng' });
    // Without the code that a support desk asks for.
    const [words] = (await refusal.innerText()).split('\n');
    for (const name of ['khong-co-ai', 'min*', 'minh)(uid=*']) {
      await page.goto(`${here().address}/login`);
      await typeIn(page, name, inDirectory.minh.password);
      await isTold(/không đúng/);
      expect((await refusal.innerText()).split('\n')[0]).toBe(words);
    }
  });

  test('whoever is locked out at the directory, or deactivated here, is not let in until that is over', async () => {
    await directory.lock('minh');
    await signIn('minh');
    await isTold(/không đúng/);
    await directory.unlock('minh');
    await setActive(people.minh.username, false);
    await signIn('minh');
    await isTold(`Tài khoản ${people.minh.username} đang ngừng hoạt động`);
    await setActive(people.minh.username, true);
    await signIn('minh');
    await page.waitForURL(`**${people.minh.home}`);
    await expect.poll(() => page.evaluate("localStorage.getItem('ma_dn')")).toBe(demo.companyCode);
  });

  test('a group of the directory leads to an account and its role, and who is in no such group gets none', async () => {
    await directory.putInto('tong-dai', 'thu');
    const form = await openSettings();
    const inGroup = `memberOf=cn=tong-dai,${tree.groups}`;
    await page.getByLabel('Bộ lọc').fill(`(&(uid={username})(${inGroup}))`);
    await form.getByRole('switch', { name: 'Tạo tài khoản ở lần đăng nhập đầu' }).check();
    await form.getByRole('combobox', { name: /^Vai trò/ }).click();
    await page.getByRole('option', { name: 'Nhân viên', exact: true }).click();
    await save(form);
    await page.context().close();
    page = await openPage(here().browser);
    await signIn('kho');
    await isTold(/không đúng/);
    await signIn('thu');
    await page.getByRole('button', { name: `Tài khoản ${inDirectory.thu.name}`, exact: true }).waitFor();
    const { data } = await admin.call(accounts.list, { query: { search: inDirectory.thu.mail } });
    expect(data).toMatchObject([{ name: inDirectory.thu.name, role_name: 'Nhân viên', active: true }]);
    await signOut(inDirectory.thu.name);
    await directory.takeFrom('tong-dai');
    await signIn('thu');
    await isTold(/không đúng/);
    await setActive(inDirectory.thu.mail, false);
    await set({ filter: '(|(uid={username})(mail={username}))', create_people: false, role_id: null });
  });

  test('a directory that demands encryption is asked for it on its plain port', async () => {
    expect(await directory.plain()).toBe('ConfidentialityRequiredError');
    const form = await openSettings();
    await form.getByRole('radio', { name: 'StartTLS (cổng 389)' }).check();
    await expect.poll(() => page.getByLabel(/^Cổng/).inputValue()).toBe('389');
    await page.getByLabel(/^Cổng/).fill(String(directory.ports.starttls));
    await page.getByLabel('Mật khẩu của tài khoản tra cứu').fill(tree.service.password);
    await save(form);
    expect((await tried(page))[1]).toMatch(/^Mã hoá và chứng chỉ: được TLSv1\.3/);
    await page.context().close();
    page = await openPage(here().browser);
    await signIn('lan');
    await page.waitForURL(`**${people.lan.home}`);
    // Its certificate is of `localhost`, and of nobody else.
    await set({ host: '127.0.0.1', service_password: tree.service.password });
    await page.context().close();
    page = await openPage(here().browser);
    await signIn('lan');
    await isTold(isAway);
    await set({ host: 'localhost', service_password: tree.service.password });
  });

  test('the pages let everybody through, and what was read out is not said twice', async () => {
    await expectGoodLooks(here().browser, here().address, shots);
  });

  test('while the directory is away that is said, passwords of ours let in, and it is used again when it is back', async () => {
    await directory.away();
    await signIn('lan');
    await isTold(isAway);
    await expectGoodLooks(here().browser, here().address, shotsWhileAway);
    await typeIn(page, people.lan.username, demo.password);
    await page.waitForURL(`**${people.lan.home}`);
    await signOut('Nguyễn Thị Lan');
    await directory.back();
    await typeIn(page, 'lan', inDirectory.lan.password);
    await page.waitForURL(`**${people.lan.home}`);
  });
}
