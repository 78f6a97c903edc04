import type { ClipFault, getCompanyVoice, ResultOf, VoiceGroup } from '@alo/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import CompanyVoicePage from '../src/features/company-voice/company-voice-page.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

type Voice = ResultOf<typeof getCompanyVoice>;
type Said = NonNullable<Voice['clips'][number]['said']>;

const words: readonly (readonly [string, VoiceGroup, string])[] = [
  ['ten', 'numbers', 'mười'],
  ['tens', 'numbers', 'mươi'],
  ['dong', 'money', 'đồng'],
  ['otp', 'sentences', 'Mã xác thực của quý khách là'],
];
const keyOf = (word: string) => `system/vi/say/${word}.wav`;

const saidWith = (nth: number, faults: ClipFault[] = []): Said => ({
  audio: {
    id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    source: 'recording',
    title: 'mười',
    duration_ms: 500,
    peaks: [0.1, 0.5],
  },
  level_db: -23,
  noise_db: -60,
  speech_ms: 380,
  faults,
});

/** A server that keeps what is said, and finds wrong with it what the test says. */
async function show({
  permissions = ['system-prompts.view', 'system-prompts.update'],
  said = {},
}: {
  permissions?: readonly string[];
  said?: Readonly<Record<string, Said>>;
} = {}) {
  const kept = new Map(Object.entries(said));
  let on: VoiceGroup[] = [];
  const finds: ClipFault[][] = [];
  const sent: { key: string; source: string; file: File }[] = [];
  const voice = (): Voice => {
    const clips = words.map(([word, group, text]) => ({ key: keyOf(word), group, text, said: kept.get(word) ?? null }));
    const groups: VoiceGroup[] = ['numbers', 'money', 'days', 'sentences'];
    return {
      clips,
      on,
      whole: groups.filter((one) => clips.every(({ group, said: it }) => group !== one || it !== null)),
    };
  };
  const played = playedServer({
    'GET /me': () => personWith(permissions),
    'GET /partner/company-voice': voice,
    'PUT /partner/company-voice': ({ body }) => {
      // As the console sends it.
      on = (body as { on: VoiceGroup[] }).on;
      return voice();
    },
    'GET /partner/company-voice/sample': () =>
      new Refusal(422, {
        code: 'invalid_input',
        message: 'Chưa thu đủ các lời của câu này',
        request_id: 'x',
        fields: { say: 'Chưa thu đủ các lời của câu này' },
      }),
  });
  const server: typeof fetch = async (input, init) => {
    const form = init?.body;
    if (!(form instanceof FormData)) return await played(input, init);
    const [key, source, file] = ['key', 'source', 'file'].map((name) => form.get(name));
    if (!(file instanceof File) || typeof key !== 'string' || typeof source !== 'string')
      throw new Error('No clip was sent.');
    sent.push({ key, source, file });
    const word = key.replace('system/vi/say/', '').replace('.wav', '');
    kept.set(word, saidWith(sent.length, finds.shift()));
    return new Response(JSON.stringify(voice().clips.find((clip) => clip.key === key)));
  };
  await render(<ConsoleAround server={server} at="/" pages={{ '/': CompanyVoicePage }} />);
  await expect.element(page.getByRole('heading', { name: /^Giọng của công ty/ })).toBeVisible();
  await expect.element(page.getByText(/^đã thu \d trên 4 lời$/)).toBeVisible();
  return { sent, finds, on: () => on };
}

const dialog = page.getByRole('dialog');
/** A word is said: the space bar begins and ends. */
async function takes(): Promise<void> {
  await userEvent.keyboard(' ');
  await expect.element(dialog.getByText('Đang thu: nói đi, xong thì dừng')).toBeVisible();
  await userEvent.keyboard(' ');
}

test('words are recorded one after the other by keys alone, with what is wrong said at once', async () => {
  const { sent, finds } = await show();
  finds.push(['quiet', 'begins-cut']);
  await page.getByRole('button', { name: 'Thu lần lượt' }).click();
  await expect.element(dialog.getByText(/lời 1 trên 4/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Thu', exact: true })).toHaveFocus();
  await takes();
  await expect.element(dialog.getByText('Phải thu lại')).toBeVisible();
  await expect.element(dialog.getByText(/Hơi nhỏ: nói gần micrô hơn\./)).toBeVisible();
  // Once more, and better.
  await expect.element(dialog.getByRole('button', { name: 'Thu lại' })).toHaveFocus();
  await takes();
  await expect.element(dialog.getByText('Tốt', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/lời 2 trên 4/)).toBeVisible();
  await expect.element(dialog.getByText(/như trong “hai mươi”/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Thu', exact: true })).toHaveFocus();
  await takes();
  await expect.element(dialog.getByText('Tốt', { exact: true })).toBeVisible();
  expect(sent.map(({ key, source }) => [key, source])).toEqual([
    [keyOf('ten'), 'recording'],
    [keyOf('ten'), 'recording'],
    [keyOf('tens'), 'recording'],
  ]);
  for (const { file } of sent) expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 4))).toBe('RIFF');
  await expectGoodLooks();
  await dialog.getByRole('button', { name: 'Xong' }).click();
  await expect.element(page.getByText('đã thu 2 trên 4 lời')).toBeVisible();
});

test('one word alone is said again from its row', async () => {
  const { sent } = await show({ said: { ten: saidWith(9) } });
  await page.getByRole('button', { name: 'Thu: đồng' }).click();
  await expect.element(dialog.getByText(/lời 3 trên 4/)).toBeVisible();
  await takes();
  await expect.element(dialog.getByText('Tốt', { exact: true })).toBeVisible();
  expect(sent.map(({ key }) => key)).toEqual([keyOf('dong')]);
});

test('a group is switched on once it is whole, and says before what it lacks', async () => {
  const { on } = await show({ said: { ten: saidWith(8), dong: saidWith(9) } });
  const group = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first();
  await expect.element(group('Số').getByText('Còn 1 lời chưa thu')).toBeVisible();
  await expect.element(group('Số').getByRole('switch')).toBeDisabled();
  await group('Tiền').getByRole('switch').click();
  await expect.element(page.getByText('Cuộc gọi nói bằng giọng của công ty: tiền')).toBeVisible();
  expect(on()).toEqual(['money']);
  await expect.element(group('Tiền').getByRole('switch')).toBeChecked();
  await expectGoodLooks();
});

test('a sample that lacks a word says so', async () => {
  await show();
  await page.getByRole('button', { name: 'Nghe thử: 1.250.000 đồng' }).click();
  await expect.element(page.getByText('Chưa thu đủ các lời của câu này')).toBeVisible();
});

test('files are brought by their names, and those that nobody knows are told', async () => {
  const { sent, finds } = await show();
  finds.push(['clipped']);
  await page.getByRole('button', { name: 'Tải tệp lên' }).click();
  const bring = async (file: File) => {
    await dialog.getByLabelText('Tệp .zip hay một tệp âm thanh').upload(file);
    await dialog.getByRole('button', { name: 'Tải lên và đo' }).click();
  };
  await bring(new File(['tiếng'], 'mười.wav', { type: 'audio/wav' }));
  await expect.element(dialog.getByText('Phải thu lại: mười.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Bỏ tệp mười.wav' }).click();
  await bring(new File(['tiếng'], 'lời chào.wav', { type: 'audio/wav' }));
  await expect.element(dialog.getByText('Không biết là lời nào: lời chào.wav.')).toBeVisible();
  await expectGoodLooks();
  expect(sent.map(({ key, source }) => [key, source])).toEqual([[keyOf('ten'), 'file']]);
});

test('whoever may only look hears, and changes nothing', async () => {
  await show({ permissions: ['system-prompts.view'], said: { dong: saidWith(9) } });
  await expect.element(page.getByText('đã thu 1 trên 4 lời')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Thu lần lượt' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Thu/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('switch').first()).toBeDisabled();
});
