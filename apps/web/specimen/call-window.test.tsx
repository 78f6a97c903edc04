import { pauseRecording } from '@alo/contract';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { PhonePill } from '../src/phone/phone-pill.tsx';
import { CallOriginLine } from '../src/phone/window/call-origin.tsx';
import { callStates } from './call-states.ts';
import { CallWindowShown, PhoneOf, serverOf } from './call-window-shown.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { type Answers, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const window = () => page.getByRole('region', { name: 'Điện thoại' });
const button = (name: string) => window().getByRole('button', { name, exact: true });

function stateOf(name: string) {
  const state = callStates.find((one) => one.name === name);
  if (state === undefined) throw new Error(`there is no state ${name}`);
  return state;
}

async function show(name: string, answers: Answers = {}) {
  const state = stateOf(name);
  const onDo = vi.fn<(event: object) => void>();
  const onDial = vi.fn<(number: string) => void>();
  const Shown = () => <CallWindowShown state={state} onDo={onDo} onDial={onDial} />;
  await render(<ConsoleAround server={serverOf(state, answers)} at="/" pages={{ '/': Shown }} />);
  await expect.element(window()).toBeVisible();
  return { onDo, onDial };
}

test.each(callStates.map(({ name }) => name))('%s: the call window lets everybody through', async (name) => {
  await show(name);
  await expectGoodLooks();
});

test('idle: what is typed is dialled, what is no number is refused, and the last number is dialled again', async () => {
  const { onDial } = await show('idle, to dial');
  await window().getByLabelText('Số cần gọi').fill('abc');
  await button('Gọi').click();
  await expect.element(window().getByRole('alert')).toBeVisible();
  expect(onDial).not.toHaveBeenCalled();
  await window().getByLabelText('Số cần gọi').fill('0912 345 002');
  await button('Gọi').click();
  await button('Gọi lại Phạm Thu Hà').click();
  expect(onDial.mock.calls).toEqual([['0912345002'], ['0912345001']]);
});

test('idle: letters find colleagues with what they do, and Enter calls the first; a star keeps them; missed calls stand out', async () => {
  const kept: unknown[] = [];
  const row = {
    id: '00000000-0000-4000-8000-0000000000b1',
    direction: 'inbound',
    status: 'missed',
    started_at: '2026-11-20T01:00:00Z',
    answered_at: null,
    ended_at: '2026-11-20T01:00:20Z',
    phone: '0901234567',
    customer_id: null,
    customer_name: 'Nguyễn Văn An',
    hotline: '',
    dialled: '',
    extension: '101',
    agent_name: null,
    caller_extension: '',
    caller_name: null,
    wait_seconds: 20,
    talk_seconds: 0,
    total_seconds: 20,
    cause: 'cancelled',
    recording: 'none',
  };
  const { onDial } = await show('idle, to dial', {
    'GET /colleagues': () => ({ data: [{ extension: '102', name: 'Trần Văn Minh', state: 'talking' }] }),
    'GET /customers': () => ({ total: 0, data: [] }),
    'GET /histories-call': () => ({ total: 1, data: [row] }),
    'PUT /my-preferences': ({ body }) => {
      kept.push(body);
      return { ...personWith().preferences, favourites: ['102'] };
    },
  });
  const recent = window().getByRole('list', { name: 'Yêu thích và gần đây' });
  await expect.element(recent.getByRole('img', { name: 'Gọi nhỡ' })).toBeVisible();
  await recent.getByRole('button', { name: /Gọi Nguyễn Văn An/ }).click();
  await window().getByLabelText('Số cần gọi').fill('minh');
  const found = window().getByRole('list', { name: 'Kết quả' });
  await expect.element(found.getByText('Đàm thoại')).toBeVisible();
  await found.getByRole('button', { name: 'Yêu thích: Trần Văn Minh' }).click();
  await expect.poll(() => kept).toEqual([{ favourites: ['102'] }]);
  await expectGoodLooks();
  await button('Gọi').click();
  expect(onDial.mock.calls).toEqual([['0901234567'], ['102']]);
});

const waiting = {
  slot: '701',
  call_id: '00000000-0000-4000-8000-0000000000c1',
  party: { leg_id: 'leg', kind: 'customer', name: 'Phạm Thu Hà', number: '0912345001', state: 'waiting' },
  customer_id: null,
  by: { extension: '102', name: 'Trần Văn Minh' },
  since: '2026-11-20T02:00:00Z',
};

test('idle: who waits in a parking place is there, with who left them, and one click calls the place', async () => {
  const { onDial } = await show('idle, to dial', { 'GET /parked': () => ({ data: [waiting] }) });
  const places = window().getByRole('region', { name: 'Khách ở ô đỗ' });
  await expect.element(places.getByText('Phạm Thu Hà', { exact: true })).toBeVisible();
  await expect.element(places.getByText(/^Ô 701 · Trần Văn Minh đỗ/)).toBeVisible();
  await expectGoodLooks();
  await places.getByRole('button', { name: 'Nhận cuộc gọi của Phạm Thu Hà ở ô 701' }).click();
  expect(onDial.mock.calls).toEqual([['701']]);
});

test('talking: the panel of transfers has the parking places too, and beside a conversation the switchboard is asked', async () => {
  const asked: string[] = [];
  await show('talking', {
    'GET /colleagues': () => ({ data: [] }),
    'GET /parked': () => ({ data: [waiting] }),
    'POST /parked/701/fetch': () => {
      asked.push('fetch');
      return { call_id: null, slot: null };
    },
  });
  await button('Chuyển').click();
  await window().getByRole('button', { name: 'Nhận cuộc gọi của Phạm Thu Hà ở ô 701' }).click();
  await expect.poll(() => asked).toEqual(['fetch']);
  await expectGoodLooks();
  // One can end the call here too, and Esc goes back.
  await expect.element(button('Kết thúc')).toBeVisible();
  await window().getByRole('searchbox').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Tắt tiếng')).toBeVisible();
});

test('talking: a customer is left with a survey that keys answer, and what was refused leaves the call as it is', async () => {
  const asked: unknown[] = [];
  const words = 'Khảo sát này hiện không hỏi bằng phím được';
  let refuses = true;
  const survey = (name: string, by_keys: boolean) => ({ id: crypto.randomUUID(), name, by_keys });
  await show('talking', {
    'GET /me': () => ({
      ...personWith(),
      features: [{ feature_name_data: ['survey'], date_expired: '2099-01-01T00:00:00Z' }],
    }),
    'GET /colleagues': () => ({ data: [] }),
    'GET /parked': () => ({ data: [] }),
    'GET /running-surveys': () => ({ data: [survey('Chấm điểm cuộc gọi', true), survey('Hỏi bằng lời', false)] }),
    'POST /calls/00000000-0000-4000-8000-0000000000a1/survey': () => {
      asked.push('survey');
      return refuses ? new Refusal(409, { code: 'call_refused', message: words }) : { call_id: null, slot: null };
    },
  });
  await button('Chuyển').click();
  await expect.element(button('Mời khảo sát: Chấm điểm cuộc gọi')).toBeVisible();
  await expect.element(button('Mời khảo sát: Hỏi bằng lời')).not.toBeInTheDocument();
  await expectGoodLooks();
  await button('Mời khảo sát: Chấm điểm cuộc gọi').click();
  await expect.poll(() => asked).toEqual(['survey']);
  await expect.element(button('Mời khảo sát: Chấm điểm cuộc gọi')).toBeEnabled();
  refuses = false;
  await button('Mời khảo sát: Chấm điểm cuộc gọi').click();
  // The panel closes behind whoever has left.
  await expect.element(button('Mời khảo sát: Chấm điểm cuộc gọi')).not.toBeInTheDocument();
});

test('idle: why no call comes is said, and another tab gives the phone up to this one', async () => {
  const { onDo } = await show('idle, in another tab');
  await button('Nghe ở thẻ này').click();
  expect(onDo).toHaveBeenCalledWith({ type: 'take-over' });
});

test.each([
  ['idle, not registered', 'Mất kết nối'],
  ['idle, without a microphone', 'Không có micro'],
  ['idle, behind a call that was missed', 'Cuộc gọi nhỡ'],
])('%s: says “%s”', async (name, words) => {
  await show(name);
  await expect.element(window().getByText(words, { exact: true })).toBeVisible();
});

test('incoming: who calls and by which way stands there, the answer has the focus, and both answers are told', async () => {
  const { onDo } = await show('incoming');
  await expect.element(window().getByText('Phạm Thu Hà')).toBeVisible();
  await expect.element(window().getByText('Lời chào → phím 1')).toBeVisible();
  await expect.element(button('Nghe')).toHaveFocus();
  await button('Nghe').click();
  await button('Từ chối').click();
  expect(onDo.mock.calls).toEqual([[{ type: 'answer' }], [{ type: 'reject' }]]);
});

test('incoming at a desk phone: it is answered there, and can be declined here', async () => {
  const { onDo } = await show('incoming at a desk phone');
  await expect.element(window().getByText('Nghe ở máy đang đổ chuông')).toBeVisible();
  await expect.element(button('Nghe')).not.toBeInTheDocument();
  await button('Từ chối').click();
  expect(onDo).toHaveBeenCalledWith({ type: 'reject' });
});

test('dialled: a call that does not ring yet can only be ended, one that rings takes keys', async () => {
  await show('dialled, before it rings');
  await expect.element(button('Kết thúc')).toBeVisible();
  await expect.element(button('Bàn phím')).not.toBeInTheDocument();
});

test('talking: mute, hold, keys and the end are told, transfers and invitations are offered', async () => {
  const { onDo } = await show('talking');
  await button('Tắt tiếng').click();
  await button('Giữ máy').click();
  await button('Bàn phím').click();
  await window()
    .getByRole('group', { name: 'Bàn phím' })
    .getByRole('button', { name: /^5( |$)/ })
    .click();
  await expect.element(window().getByLabelText('Các phím đã bấm')).toHaveTextContent('5');
  await expect.element(button('Chuyển')).toBeEnabled();
  await expect.element(button('Thêm người')).toBeEnabled();
  await button('Kết thúc').click();
  expect(onDo.mock.calls).toEqual([
    [{ type: 'mute', on: true }],
    [{ type: 'hold' }],
    [{ type: 'key', tone: '5' }],
    [{ type: 'hang-up' }],
  ]);
});

test('muted and on hold: the buttons say so, and take it back', async () => {
  const muted = await show('muted');
  await expect.element(button('Tắt tiếng')).toHaveAttribute('aria-pressed', 'true');
  await button('Tắt tiếng').click();
  expect(muted.onDo).toHaveBeenCalledWith({ type: 'mute', on: false });
});

test('muted: that is said beside the state', async () => {
  await show('muted');
  await expect.element(window().getByText('Đang tắt tiếng', { exact: true })).toBeVisible();
});

test.each([
  ['muted', 'Điện thoại: Đã kết nối, Đang tắt tiếng'],
  ['talking', 'Điện thoại: Đã kết nối'],
])('%s: the header says “%s”', async (name, words) => {
  const state = stateOf(name);
  const Shown = () => (
    <PhoneOf state={state}>
      <PhonePill />
    </PhoneOf>
  );
  await render(<ConsoleAround server={serverOf(state)} at="/" pages={{ '/': Shown }} />);
  const pill = page.getByRole('button', { name: /^Điện thoại/ });
  await expect.poll(() => pill.element().textContent).toMatch(new RegExp(`^${words}[\\d:]+$`));
  await expectGoodLooks();
});

test('talking: each round button says what it does, and by which keys', async () => {
  await show('talking');
  const hints = [];
  for (const name of ['Tắt tiếng', 'Giữ máy', 'Bàn phím', 'Chuyển', 'Thêm người']) {
    await button(name).hover();
    await expect.element(page.getByRole('tooltip')).toBeVisible();
    hints.push(page.getByRole('tooltip').element().textContent);
    await userEvent.unhover(button(name));
    await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  }
  expect(hints).toEqual([
    'Tắt tiếng: bên kia không nghe bạn Alt+M',
    'Giữ máy: bên kia nghe nhạc chờ Alt+O',
    'Bấm phím cho tổng đài bên kia',
    'Chuyển cuộc gọi cho người khác',
    'Mời thêm người vào cuộc gọi',
  ]);
});

test('a missed call says who it was, and is called back from there', async () => {
  const { onDial } = await show('idle, behind a call that was missed');
  await expect.element(window().getByText('0912 345 001', { exact: true })).toBeVisible();
  await button('Gọi lại').click();
  expect(onDial.mock.calls).toEqual([['0912345001']]);
});

test('held by a colleague, as the switchboard alone knows: it says so', async () => {
  await show('held by a colleague');
  await expect.element(window().getByText('Bên kia giữ máy')).toBeVisible();
});

test('on hold: it says by whom, and goes on', async () => {
  const { onDo } = await show('on hold');
  await expect.element(window().getByText('Đang giữ máy')).toBeVisible();
  await button('Giữ máy').click();
  expect(onDo).toHaveBeenCalledWith({ type: 'resume' });
});

test('held by the other side: it says so', async () => {
  await show('held by the other side');
  await expect.element(window().getByText('Bên kia giữ máy')).toBeVisible();
});

test('a recording that is paused goes on where it is asked to', async () => {
  const asked: unknown[] = [];
  const path = pauseRecording.path.replace(':id', '00000000-0000-4000-8000-0000000000a1');
  await show('recording paused', { [`${pauseRecording.method} ${path}`]: ({ body }) => asked.push(body) });
  await button('Đang tạm dừng ghi âm: bấm để ghi tiếp').click();
  await expect.poll(() => asked).toEqual([{ on: false }]);
});

test('while the customer hears that the call is recorded, that is said, and when they refuse it', async () => {
  await show('the customer hears that the call is recorded');
  await expect.element(window().getByText(/^Khách đang nghe thông báo ghi âm/)).toBeVisible();
});

test('a customer who refused to be recorded: from when, and no button records them again', async () => {
  await show('the customer refused to be recorded');
  await expect
    .element(window().getByText('Khách từ chối ghi âm từ giây 12: cuộc gọi này không được ghi âm nữa.'))
    .toBeVisible();
  await expect.element(window().getByRole('button', { name: /ghi âm/ })).not.toBeInTheDocument();
});

test('poor sound: where it is poor and what can be done is said once', async () => {
  await show('poor sound on the own line');
  await expect.element(window().getByRole('status').filter({ hasText: 'Âm thanh kém' })).toBeInTheDocument();
  await expect.element(window().getByText('Mất gói 14% phía bạn.')).toBeVisible();
});

test('nothing is heard any more: that is said in place of everything about quality', async () => {
  await show('nothing is heard any more');
  await expect.element(window().getByText(/^Không nhận được âm thanh từ bên kia/)).toBeVisible();
});

test('at a desk phone nothing of the sound is the page’s, and who else calls can be declined', async () => {
  await show('talking at a desk phone while another call rings');
  await expect.element(window().getByText('Cuộc gọi khác đang đổ chuông')).toBeVisible();
  await expect.element(window().getByText('Vũ Khánh Linh')).toBeVisible();
  for (const name of ['Tắt tiếng', 'Thiết bị âm thanh']) await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(button('Từ chối')).toBeVisible();
});

test('at another computer: that is said, and what the switchboard can do is done from here', async () => {
  await show('talking at another computer');
  await expect.element(window().getByText('Đang nghe ở máy khác')).toBeVisible();
  for (const name of ['Tắt tiếng', 'Thiết bị âm thanh']) await expect.element(button(name)).not.toBeInTheDocument();
  for (const name of ['Giữ máy', 'Chuyển', 'Kết thúc']) await expect.element(button(name)).toBeVisible();
});

test('consultation: whom one talks with and who waits is said, and nobody is sent on or invited meanwhile', async () => {
  await show('consultation');
  const part = window().getByRole('region', { name: 'Đang hỏi ý kiến' });
  await expect.element(part.getByText('Trần Văn Minh', { exact: true })).toBeVisible();
  await expect.element(part.getByText('Phạm Thu Hà đang chờ, nghe nhạc')).toBeVisible();
  for (const name of ['Nối máy rồi rời đi', 'Quay lại', 'Đổi bên', 'Gộp tất cả']) {
    await expect.element(button(name)).toBeEnabled();
  }
  await expect.element(button('Chuyển')).toBeDisabled();
});

test('asked by a colleague: about whom is said, and how long they wait for the answer', async () => {
  await show('asked by a colleague about a customer');
  await expect.element(window().getByText('Trần Văn Minh hỏi về khách Phạm Thu Hà')).toBeVisible();
  await expect.element(window().getByText('Khách đang chờ')).toBeVisible();
  await expect.element(window().getByText('Đã chờ')).not.toBeInTheDocument();
});

test('conference: it says how many talk and who, each of whom may be sent away', async () => {
  await show('conference');
  await expect.element(window().getByText('Đàm thoại 3 người')).toBeVisible();
  const people = window().getByRole('list', { name: 'Người trong cuộc gọi' }).getByRole('listitem');
  await expect.element(people).toHaveLength(2);
  await expect.element(button('Mời Trần Văn Minh ra khỏi cuộc gọi')).toBeVisible();
});

test.each([
  ['listen', 'Không ai nghe thấy bạn'],
  ['whisper', 'Chỉ Nguyễn Thị Lan nghe thấy bạn'],
  ['barge', 'Mọi người nghe thấy bạn'],
])('supervision by %s: the supervisor is told that “%s”, and sends nobody anywhere', async (mode, words) => {
  await show(`supervision: ${mode}`);
  await expect.element(window().getByText(words, { exact: true })).toBeVisible();
  await expect.element(button('Chuyển')).toBeDisabled();
});

test('supervision: one changes to another way in the window itself, takes the call over, and leaves', async () => {
  const asked: string[] = [];
  const path = '/calls/00000000-0000-4000-8000-0000000000a1';
  const answers = Object.fromEntries(
    ['whisper', 'barge', 'listen', 'take-over', 'stop-supervising'].map((what) => [
      `POST ${path}/${what}`,
      ({ body }: { body: unknown }) => {
        asked.push(`${what} ${JSON.stringify(body)}`);
        return { call_id: null, slot: null };
      },
    ]),
  );
  const me = {
    ...personWith(),
    features: [{ feature_name_data: ['supervision'], date_expired: '2099-01-01T00:00:00Z' }],
  };
  await show('supervision: listen', { 'GET /me': () => me, ...answers });
  await expect.element(button('Nghe')).toHaveAttribute('aria-pressed', 'true');
  for (const name of ['Nhắc', 'Xen', 'Nhận cuộc gọi', 'Rời']) {
    await button(name).click();
    await expect.element(button(name)).toBeEnabled();
  }
  const agent = '{"agent":"101"}';
  expect(asked).toEqual(['whisper', 'barge', 'take-over', 'stop-supervising'].map((what) => `${what} ${agent}`));
});

test('a call that we made says from which number, and waits for nobody; one that came says on which, and how long it waited', async () => {
  const came = {
    name_prefix: '',
    through: '',
    script_of: null,
    hotline: '02871000101',
    hotline_name: 'Tổng đài chính',
    project: '',
    path: [],
    started_at: '2026-11-20T02:00:00Z',
    answered_at: '2026-11-20T02:00:03Z',
  };
  const line = await render(<CallOriginLine came={{ ...came, direction: 'outbound' }} />);
  const facts = () => [...line.container.querySelectorAll('dl > div')].map((fact) => fact.textContent);
  await expect.poll(facts).toEqual(['Gọi từ028 7100 0101 · Tổng đài chính']);
  await line.rerender(<CallOriginLine came={{ ...came, direction: 'inbound' }} />);
  await expect.poll(facts).toEqual(['Gọi đến028 7100 0101 · Tổng đài chính', 'Đã chờ00:03']);
  // Whom a colleague has sent on waits anew.
  const handed_over = { by: 'Lan', word: '', at: '2026-11-20T02:05:00Z' };
  await line.rerender(<CallOriginLine came={{ ...came, handed_over, since: '2026-11-20T02:05:12Z' }} />);
  await expect.poll(facts).toEqual(['Chuyển từLan', 'Gọi đến028 7100 0101 · Tổng đài chính', 'Đã chờ00:12']);
});
